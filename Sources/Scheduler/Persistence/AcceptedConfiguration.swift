import SchedulerCivilTime
import SchedulerDiagnostics

/// The texts of the configuration that was accepted last: what stays in force while the files are broken or gone, and what
/// tells whether they say anything else than before.
///
/// It is a value. `bytes` and `init(parsing:)` turn it into a file of a state directory and back; `digest` names that file.
public struct AcceptedConfiguration: Hashable, Sendable {
  /// A digest that was computed before. It follows from the rest, so it makes no difference.
  private struct KnownDigest: Hashable {
    var value: SHA256?

    static func == (a: Self, b: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// The SHA-256 of its bytes, which names its file in a state directory. Complexity: O(bytes), once.
  public var digest: SHA256 { knownDigest.value ?? SHA256(of: bytes) }

  /// The same value, which remembers its digest.
  ///
  /// - Parameter digest: the SHA-256 of its bytes, if it is known.
  func rememberingDigest(_ digest: SHA256? = nil) -> AcceptedConfiguration {
    var record = self
    record.knownDigest.value = digest ?? self.digest
    return record
  }

  /// What the name of its file in a state directory begins with.
  public static let filePrefix = "configuration-"

  /// The name of its file in a state directory.
  public var fileName: String { ConfigurationFiles.name(of: digest) }

  /// A file as it was read. Bytes that are not UTF-8 stand in comments of list files alone, and are replaced.
  public struct File: Hashable, Sendable {
    /// The name under which it was read.
    public let name: String
    /// What it says.
    public let text: String

    /// A file with a name and a text.
    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }

    /// A text that was read.
    public init(_ source: SourceText) {
      self.init(name: source.name, text: String(decoding: source.bytes, as: UTF8.self))
    }
  }

  /// A zone as it was when the configuration was accepted.
  public struct Zone: Hashable, Sendable {
    /// What its rules are called.
    public let identifier: String
    /// What tells its rules from others; see `ZoneRules.fingerprint`.
    public let fingerprint: UInt64

    /// A zone that was written down.
    public init(identifier: String, fingerprint: UInt64) {
      self.identifier = identifier
      self.fingerprint = fingerprint
    }

    /// The zone of some rules.
    public init(_ rules: ZoneRules) { self.init(identifier: rules.identifier, fingerprint: rules.fingerprint) }
  }

  /// How its files are called together.
  public let title: String
  /// When it was accepted.
  public let acceptedAt: Instant
  /// The files, in the order in which they are merged.
  public let files: [File]
  /// The list files that they name.
  public let lists: [File]
  /// The machine's own zone; nil when the configuration does not follow it.
  public var systemZone: Zone? { didSet { knownDigest.value = nil } }
  /// The zones that it names, sorted by their identifiers.
  public let namedZones: [Zone]
  /// Those that were accepted before it and of which something is in force while what this one loosens waits, the first one
  /// first; they have none themselves.
  public var earlier: [AcceptedConfiguration] = []
  /// The digest of its bytes, where it was computed before.
  private var knownDigest = KnownDigest()

  /// What was read, as a configuration.
  public init(
    _ configuration: Configuration, title: String, files: [File], lists: [File], acceptedAt: Instant
  ) {
    let zones = [configuration.zone] + configuration.profiles.compactMap(\.zone)
    let named = zones.filter { $0.choice != .system }.map { Zone($0.rules) }
    self.init(
      title: title, acceptedAt: acceptedAt, files: files, lists: lists,
      systemZone: zones.first { $0.choice == .system }.map { Zone($0.rules) },
      namedZones: Set(named).sorted { $0.identifier < $1.identifier })
  }

  init(
    title: String, acceptedAt: Instant, files: [File], lists: [File], systemZone: Zone?, namedZones: [Zone]
  ) {
    self.title = title
    self.acceptedAt = acceptedAt
    self.files = files
    self.lists = lists
    self.systemZone = systemZone
    self.namedZones = namedZones
  }
}

extension AcceptedConfiguration {
  /// What another reading has that this one has not.
  public enum Difference: Hashable, Sendable {
    /// Nothing that matters: at most names of files.
    case none
    /// The machine's own zone alone.
    case systemZone
    /// What the files say, or the rules of a zone that they name.
    case content
  }

  /// What changed from this one to another.
  public func difference(to other: AcceptedConfiguration) -> Difference {
    guard files.map(\.text) == other.files.map(\.text), lists.map(\.text) == other.lists.map(\.text),
      namedZones == other.namedZones
    else { return .content }
    return systemZone == other.systemZone ? .none : .systemZone
  }

  /// Whether another one would be written down alike, but for when it was accepted.
  public func isSameRecord(as other: AcceptedConfiguration) -> Bool {
    difference(to: other) == .none && files == other.files && lists == other.lists && title == other.title
  }

  /// The configuration, read again from its texts; nil when that is no longer possible, such as with a newer text than this
  /// program knows. Users and groups are not looked up again.
  ///
  /// The machine's own zone is the one that it was then, if `zones` still has the same rules under its name.
  public func configuration(zones: some ZoneSource) -> Configuration? {
    var sources = sources
    var diagnostics = DiagnosticList()
    return Configuration(
      reading: &sources, zones: RememberedZones(zones: zones, system: systemZone), lists: listSource,
      diagnostics: &diagnostics)
  }

  /// The configuration with those before it, read again from their texts; nil if its own cannot be read any more. Of those
  /// before it the ones that cannot be read are left out.
  public func versions(zones: some ZoneSource) -> ConfigurationVersions? {
    configuration(zones: zones).map { newest in
      ConfigurationVersions(
        ConfigurationVersions.Version(newest, digest: digest), after: earlierVersions(zones: zones))
    }
  }

  /// The configurations before it, read again from their texts. The machine's own zone is now that of this one.
  public func earlierVersions(zones: some ZoneSource) -> [ConfigurationVersions.Version] {
    earlier.compactMap { record in
      var moved = record
      if moved.systemZone != nil { moved.systemZone = systemZone ?? moved.systemZone }
      return moved.configuration(zones: zones).map { ConfigurationVersions.Version($0, digest: record.digest) }
    }
  }

  /// The texts of its files, into which the spans of what is read from them point.
  public var sources: SourceMap {
    var sources = SourceMap()
    for file in files { _ = sources.add(SourceText(name: file.name, file.text)) }
    return sources
  }

  /// Its list files, as they were.
  public var listSource: any ListFileSource { RememberedLists(lists: lists) }

  /// The rules that the machine's own zone had; nil when there are none such any more.
  public func systemRules(among zones: some ZoneSource) -> ZoneRules? {
    guard let systemZone else { return nil }
    do throws(ZoneError) {
      let rules = try RememberedZones(zones: zones, system: systemZone).systemRules()
      return Zone(rules) == systemZone ? rules : nil
    } catch {
      return nil
    }
  }
}

/// The zones of a machine, whose own is the one that it was.
private struct RememberedZones<Zones: ZoneSource>: ZoneSource {
  let zones: Zones
  let system: AcceptedConfiguration.Zone?

  func rules(for identifier: String) throws(ZoneError) -> ZoneRules { try zones.rules(for: identifier) }

  func systemRules() throws(ZoneError) -> ZoneRules {
    guard let system else { return try zones.systemRules() }
    for rules in [named(system.identifier), stated(system.identifier)] {
      if let rules, AcceptedConfiguration.Zone(rules) == system { return rules }
    }
    // It was a file without a name, or is gone: what the machine has now is the nearest.
    return try zones.systemRules()
  }

  private func named(_ identifier: String) -> ZoneRules? {
    do throws(ZoneError) { return try zones.rules(for: identifier) } catch { return nil }
  }

  /// A POSIX rule in `TZ` is its own identifier.
  private func stated(_ identifier: String) -> ZoneRules? {
    do throws(POSIXRuleError) {
      return try ZoneRules(identifier: identifier, posixRule: identifier)
    } catch {
      return nil
    }
  }

  func identifiers() -> [String] { zones.identifiers() }
}

/// List files as they were.
private struct RememberedLists: ListFileSource {
  let lists: [AcceptedConfiguration.File]

  func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText {
    let path = ListFilePath.resolve(path, from: configuration)
    guard let file = lists.first(where: { $0.name == path }) else {
      throw .unreadable(path: path, reason: "it is not among those that were kept")
    }
    return SourceText(name: file.name, file.text)
  }
}
