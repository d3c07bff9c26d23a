import SchedulerCivilTime
import SchedulerDiagnostics

/// The texts of the last accepted configuration. It stays in force while the files are broken or missing, and shows
/// whether the content of the files has changed.
///
/// `bytes` and `init(parsing:)` convert it to and from a file in a state directory, whose name contains `digest`.
public struct AcceptedConfiguration: Hashable, Sendable {
  /// A digest that was already computed. It is derived from the other properties, so all values are equal.
  struct KnownDigest: Hashable {
    var value: SHA256?

    static func == (a: Self, b: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// The SHA-256 of its bytes, which is part of its file name in a state directory. Complexity: O(bytes), once.
  public var digest: SHA256 { knownDigest.value ?? SHA256(of: bytes) }

  /// Returns an equal value that remembers its digest.
  ///
  /// - Parameter digest: the SHA-256 of its bytes, if it is known.
  func rememberingDigest(_ digest: SHA256? = nil) -> AcceptedConfiguration {
    var record = self
    record.knownDigest.value = digest ?? self.digest
    return record
  }

  /// The prefix of its file name in a state directory.
  public static let filePrefix = "configuration-"

  /// The name of its file in a state directory.
  public var fileName: String { ConfigurationFiles.name(of: digest) }

  /// A file as it was read. Bytes that are not UTF-8 occur only in comments of list files, and are replaced.
  public struct File: Hashable, Sendable {
    /// The name under which the file was read.
    public let name: String
    /// The content of the file.
    public let text: String

    /// Creates a file with a name and a text.
    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }

    /// Creates a file from a text that was read.
    public init(_ source: SourceText) {
      self.init(name: source.name, text: String(decoding: source.bytes, as: UTF8.self))
    }
  }

  /// A zone at the time when the configuration was accepted.
  public struct Zone: Hashable, Sendable {
    /// The identifier of its rules.
    public let identifier: String
    /// The value that identifies its rules; see `ZoneRules.fingerprint`.
    public let fingerprint: UInt64

    /// Creates a zone from stored values.
    public init(identifier: String, fingerprint: UInt64) {
      self.identifier = identifier
      self.fingerprint = fingerprint
    }

    /// Creates the zone of the given rules.
    public init(_ rules: ZoneRules) { self.init(identifier: rules.identifier, fingerprint: rules.fingerprint) }
  }

  /// The common title of its files.
  public let title: String
  /// The time at which the configuration was accepted.
  public let acceptedAt: Instant
  /// The files, in the order in which they are merged.
  public let files: [File]
  /// The list files named in the files.
  public let lists: [File]
  /// The machine's own zone, or nil if the configuration does not follow it.
  public var systemZone: Zone? { didSet { knownDigest.value = nil } }
  /// The zones named in the configuration, sorted by identifier.
  public let namedZones: [Zone]
  /// The configurations accepted before this one that are still partly in force, because changes of this one that
  /// loosen are waiting. The oldest is first. They have no earlier configurations themselves.
  public var earlier: [AcceptedConfiguration] = []
  /// The digest of its bytes, if it was already computed.
  private(set) var knownDigest = KnownDigest()
}

extension AcceptedConfiguration {
  /// Creates the record of a configuration that was read.
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

  /// The difference between two readings.
  public enum Difference: Hashable, Sendable {
    /// No relevant difference; at most names of files.
    case none
    /// Only the machine's own zone.
    case systemZone
    /// The content of the files, or the rules of a zone that they name.
    case content
  }

  /// Returns the change from this reading to another one.
  public func difference(to other: AcceptedConfiguration) -> Difference {
    guard files.map(\.text) == other.files.map(\.text), lists.map(\.text) == other.lists.map(\.text),
      namedZones == other.namedZones
    else { return .content }
    return systemZone == other.systemZone ? .none : .systemZone
  }

  /// Returns whether another reading would be stored identically, except for the time of acceptance.
  public func isSameRecord(as other: AcceptedConfiguration) -> Bool {
    difference(to: other) == .none && files == other.files && lists == other.lists && title == other.title
  }

  /// Returns the configuration, parsed again from its texts, or nil if that is no longer possible, for example because
  /// a newer program wrote the texts. Users and groups are not looked up again.
  ///
  /// The machine's own zone is the one at the time of acceptance, if `zones` still has equal rules under its
  /// identifier.
  public func configuration(zones: some ZoneSource) -> Configuration? {
    var sources = sources
    var diagnostics = DiagnosticList()
    return Configuration(
      reading: &sources, zones: RememberedZones(zones: zones, system: systemZone), lists: listSource,
      diagnostics: &diagnostics)
  }

  /// Returns the configuration with the earlier ones, parsed again from their texts, or nil if this one can no longer
  /// be parsed. Earlier ones that cannot be parsed are omitted.
  public func versions(zones: some ZoneSource) -> ConfigurationVersions? {
    configuration(zones: zones).map { newest in
      ConfigurationVersions(ConfigurationVersions.Version(newest, digest: digest), after: earlierVersions(zones: zones))
    }
  }

  /// Returns the earlier configurations, parsed again from their texts. They use the machine's own zone of this one.
  public func earlierVersions(zones: some ZoneSource) -> [ConfigurationVersions.Version] {
    earlier.compactMap { record in
      var moved = record
      if moved.systemZone != nil { moved.systemZone = systemZone ?? moved.systemZone }
      return moved.configuration(zones: zones).map { ConfigurationVersions.Version($0, digest: record.digest) }
    }
  }

  /// The texts of its files, into which the spans of the parsed configuration point.
  public var sources: SourceMap {
    var sources = SourceMap()
    for file in files { _ = sources.add(SourceText(name: file.name, file.text)) }
    return sources
  }

  /// Its list files, as they were read.
  public var listSource: any ListFileSource { RememberedLists(lists: lists) }

  /// Returns the rules that the machine's own zone had, or nil if no zone has them any more.
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

/// The zones of a machine, with the own zone at the time of acceptance.
private struct RememberedZones<Zones: ZoneSource>: ZoneSource {
  let zones: Zones
  let system: AcceptedConfiguration.Zone?

  func rules(for identifier: String) throws(ZoneError) -> ZoneRules { try zones.rules(for: identifier) }

  func systemRules() throws(ZoneError) -> ZoneRules {
    guard let system else { return try zones.systemRules() }
    for rules in [named(system.identifier), stated(system.identifier)] {
      if let rules, AcceptedConfiguration.Zone(rules) == system { return rules }
    }
    // The zone came from a file without a name, or no longer exists. The machine's current zone is the closest match.
    return try zones.systemRules()
  }

  private func named(_ identifier: String) -> ZoneRules? {
    do throws(ZoneError) { return try zones.rules(for: identifier) } catch { return nil }
  }

  /// Returns the rules of an identifier that is a POSIX rule, as in `TZ`.
  private func stated(_ identifier: String) -> ZoneRules? {
    do throws(POSIXRuleError) {
      return try ZoneRules(identifier: identifier, posixRule: identifier)
    } catch {
      return nil
    }
  }

  func identifiers() -> [String] { zones.identifiers() }
}

/// The list files as they were read.
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
