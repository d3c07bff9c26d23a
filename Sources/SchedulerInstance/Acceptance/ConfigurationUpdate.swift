/// A change of the configuration files: the configuration under which a state is read, and the input that the engine
/// handles.
public struct ConfigurationUpdate: Sendable {
  /// The versions that were accepted when the state was last evaluated.
  public let previous: ConfigurationVersions
  /// The configuration from now on. Parts of it may be waiting.
  public let current: Configuration
  /// The names of the files, for headings.
  public var title: String
  /// The texts of the files, into which the spans of the configuration point.
  public var files: [AcceptedConfiguration.File] = []
  /// The input that announces the change to the engine, or nil if there is none.
  public var input: Input?
  /// The record to handle with the input, so that the state keeps the texts; nil if the record is unchanged.
  public var record: AcceptedConfiguration?
  /// The time at which the configuration was accepted.
  public let acceptedAt: Instant
  /// Whether the files consent to the shield and only root can change them.
  public var isConsenting = false
  /// The reason why the files are not in force, or nil if they are.
  public var fault: ConfigurationFault?
  /// The paths of the list files named in the files, as far as they could be read.
  public var listFiles: [String] = []
  /// The paths on which the configuration depends. `Instance.configurationUpdate(besides:known:at:)` sets them.
  public var watched: [WatchedPath] = []

  /// Creates an update without an input, a record or a fault.
  ///
  /// - Parameters:
  ///   - previous: the versions accepted before; nil if there are none.
  public init(
    to current: Configuration, from previous: ConfigurationVersions? = nil, title: String, acceptedAt: Instant
  ) {
    self.current = current
    self.previous = previous ?? ConfigurationVersions(current)
    self.title = title
    self.acceptedAt = acceptedAt
  }
}

/// The reason why the last accepted configuration stays in force.
public struct ConfigurationFault: Equatable, Sendable {
  /// A sentence in lower case.
  public let message: String
  /// The diagnostics as lines of text without colours; empty if there are none.
  public let details: String
  /// The errors and warnings in the files.
  public let diagnostics: DiagnosticList
  /// The texts into which the diagnostics point.
  public let sources: SourceMap
  /// The remedy, other than to run `schedctl check`; nil if there is none.
  public let remedy: String?

  /// Creates a fault and renders its diagnostics.
  public init(
    _ message: String, diagnostics: DiagnosticList = DiagnosticList(), sources: SourceMap = SourceMap(),
    remedy: String? = nil
  ) {
    self.message = message
    self.diagnostics = diagnostics
    self.sources = sources
    self.remedy = remedy
    details = DiagnosticRenderer(color: false, columns: nil).render(diagnostics, in: sources)
  }

  /// Returns whether two faults have equal messages and details, which is all that users see.
  public static func == (a: ConfigurationFault, b: ConfigurationFault) -> Bool {
    a.message == b.message && a.details == b.details
  }
}

/// The configurations that were accepted before. Their texts are parsed again only on demand, because the files usually
/// equal the last accepted ones.
struct KnownConfigurations {
  private let accepted: AcceptedConfiguration?
  private let atHand: ConfigurationVersions?
  private let host: Host

  /// - Parameter atHand: all accepted configurations, if they are already parsed.
  init(_ stored: StoredConfiguration, atHand: ConfigurationVersions?, host: Host) {
    accepted = stored.accepted
    (self.atHand, self.host) = (atHand, host)
  }

  /// The configurations that can be parsed again, or nil if there are none.
  var all: ConfigurationVersions? {
    if let atHand { return atHand }
    guard let accepted else { return nil }
    return accepted.versions(zones: host.zones) ?? ConfigurationVersions(accepted.earlierVersions(zones: host.zones))
  }

  /// Returns the earlier versions followed by `configuration`, which replaces the last accepted one. The last accepted
  /// one has equal content and is not parsed.
  func replacingNewest(with configuration: Configuration) -> ConfigurationVersions {
    let earlier = atHand?.earlier ?? accepted?.earlierVersions(zones: host.zones) ?? []
    let digest = atHand.map(\.newest.digest) ?? accepted?.digest
    return ConfigurationVersions(ConfigurationVersions.Version(configuration, digest: digest), after: earlier)
  }
}

extension Configuration {
  /// The rules of the machine's own zone, or nil if neither the configuration nor a profile follows that zone.
  var systemRules: ZoneRules? {
    ([zone] + profiles.compactMap(\.zone)).first { $0.choice == .system }?.rules
  }
}

extension Engine {
  /// Returns the inputs that bring an engine of the past up to `now`. The input that belongs to the record comes last.
  package func inputs(toReach now: Moment, with update: ConfigurationUpdate, isSynchronised: Bool) -> [Input] {
    let isStepped = present.map { now.showsClockStep(since: $0.moment) } ?? false
    let isToBeAuthorized = update.isConsenting && (authorization != .approved || awaitedAuthorization != nil)
    let inputs =
      (isStepped ? [.clockStep(isSynchronised: isSynchronised)] : [])
      + (isToBeAuthorized ? [.authorization(.approved)] : []) + [update.input].compactMap { $0 }
    return inputs.isEmpty ? [.time] : inputs
  }
}
