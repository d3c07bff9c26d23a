import SchedulerDiagnostics
import SchedulerTOML

/// The origin of a layer's entry.
public struct EntryOrigin: Hashable, Sendable {
  /// The set that contains the entry; nil for an entry of the profile's own tables.
  public let setName: String?
  /// The location in the configuration; nil for built-in sets and for what was created in code.
  public let location: SourceLocation?
}

/// Finds the entries that decide in the configuration files.
///
/// The model does not store the places of entries, because there may be a million. The text of a file is parsed again
/// when a place is requested, and the first entry with the same meaning is searched for in the order in which the layer
/// is built: the profile's own tables, then its sets.
public struct EntryFinder: Sendable {
  private let configuration: Configuration
  private var documents: SourceDocuments
  /// The source of the list files of sets.
  private let lists: (any ListFileSource)?

  /// Creates a finder for a configuration that was read from `sources` and from the list files that `lists` still
  /// provides.
  public init(_ configuration: Configuration, in sources: SourceMap, lists: (any ListFileSource)? = nil) {
    self.configuration = configuration
    self.lists = lists
    documents = SourceDocuments(sources)
  }

  /// Returns the origin of the entry that decides; nil if no entry does.
  ///
  /// Complexity: O(bytes) of a file at the first call for it, then O(entries).
  public mutating func origin(of decision: Decision, on target: Target, in profile: Profile) -> EntryOrigin? {
    guard let entry = SoughtEntry(decision, on: target) else { return nil }
    let own = table(of: profile.source, kind: "profile", name: profile.key.text)?[entry.tableKey]?.value.table
    if let span = own.flatMap(entry.span) { return EntryOrigin(setName: nil, location: documents.locator.locate(span)) }
    for name in decision.isBlocked ? profile.block.sets : [] {
      guard let set = configuration.set(named: name), entry.isListed(in: set) else { continue }
      let table = table(of: set.source, kind: "set", name: name)
      let own = table.flatMap(entry.span).map { documents.locator.locate($0) }
      return EntryOrigin(setName: name, location: own ?? table.flatMap { listLocation(of: entry, namedBy: $0) })
    }
    return EntryOrigin(setName: nil, location: nil)
  }

  /// Returns the location in one of the list files that a set names, or that of their names if they cannot be read any
  /// more.
  private mutating func listLocation(of entry: SoughtEntry, namedBy table: Table) -> SourceLocation? {
    guard case .domain(let name) = entry.meaning, let paths = table["domains-file"]?.value else { return nil }
    for path in paths.array?.compactMap(\.string) ?? [] {
      guard let text = lists?.listFileIfReadable(path, namedIn: documents.locator.sources[paths.span.source].name),
        let place = ListFile.place(of: name, in: text.bytes)
      else { continue }
      var list = SourceMap()
      let span = SourceSpan(source: list.add(text), bytes: ByteSpan(lower: place.lowerBound, upper: place.upperBound))
      var listed = SourceLocator(list)
      return listed.locate(span)
    }
    return documents.locator.locate(paths.span)
  }

  /// Returns a named table of the file that a span points into.
  private mutating func table(of source: SourceSpan?, kind: String, name: String) -> Table? {
    guard let source = source?.source, documents.locator.sources.contains(source) else { return nil }
    return documents[source].root[kind]?.value.table?[name]?.value.table
  }
}

/// The entry to search for, and the tables that may contain it.
private struct SoughtEntry {
  /// The meaning of an entry.
  enum Meaning: Equatable {
    case domain(DomainName)
    case page(SitePath)
    case application(ApplicationName)
    case category(ApplicationCategory)
    /// The string that stands for everything.
    case all
  }

  let meaning: Meaning
  /// The table of a profile that contains the entry: `block` or `allow`.
  let tableKey: String
  /// The list in that table, or in a set.
  let listKey: String

  init?(_ decision: Decision, on target: Target) {
    let isApplication = if case .application = target { true } else { false }
    switch decision.ground {
    case .domain(let name): meaning = .domain(name)
    case .page(let page): meaning = .page(page)
    case .application(let name): meaning = .application(name)
    case .category(let category): meaning = .category(category)
    case .unlisted where decision.isBlocked, .exempt(.machineName), .exempt(.noDesktopApplication),
      .exempt(.sparedByAll):
      meaning = .all
    case .unlisted, .exempt(.neverShielded): return nil
    }
    // An exemption from `all` has no location of its own; the location of the `all` is used.
    tableKey = decision.isBlocked || meaning == .all ? "block" : "allow"
    switch meaning {
    case .category: listKey = "categories"
    case .page: listKey = "urls"
    case .domain, .application, .all: listKey = isApplication ? "apps" : "domains"
    }
  }

  /// Returns the place of the first such entry in a table.
  func span(in table: Table) -> SourceSpan? {
    guard let value = table[listKey]?.value else { return nil }
    if meaning == .all { return value.string == "all" ? value.span : nil }
    return value.array?.first(where: isWritten)?.span
  }

  /// Whether a value of the configuration denotes this entry.
  private func isWritten(as value: Value) -> Bool {
    guard let text = value.string else { return false }
    do throws(TextProblem) {
      switch meaning {
      case .domain(let name): return try DomainText.domain(text) == name
      case .page(let page): return try SitePathText.entry(text) == page
      case .application(let name): return try ApplicationText.application(text) == name
      case .category(let category): return category.name == text
      case .all: return false
      }
    } catch {
      return false
    }
  }

  /// Whether a set contains the entry.
  func isListed(in set: TargetSet) -> Bool {
    switch meaning {
    case .domain(let name): set.domains.contains(name)
    case .application(let name): set.applications.contains(name)
    case .page, .category, .all: false
    }
  }
}
