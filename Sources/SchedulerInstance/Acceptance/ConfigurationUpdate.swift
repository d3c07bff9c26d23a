import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform

/// What the files of a configuration change: the configuration under which a state is read, and the input with which the
/// engine follows the files.
public struct ConfigurationUpdate: Sendable {
  /// What was accepted when the state was last evaluated.
  public let previous: ConfigurationVersions
  /// The configuration from now on. A part of it may wait.
  public let current: Configuration
  /// The names of its files for headings.
  public var title: String
  /// The texts of its files, into which its spans point.
  public var files: [AcceptedConfiguration.File] = []
  /// The input that tells the engine of the change; nil when there is none.
  public var input: Input?
  /// The record to hand in with the input, so that the state remembers the texts; nil when the record stays.
  public var record: AcceptedConfiguration?
  /// When the configuration was accepted.
  public let acceptedAt: Instant
  /// Whether the files consent to the shield, and nobody but root can change them.
  public var isConsenting = false
  /// Why the files are not in force; nil when they are.
  public var fault: ConfigurationFault?
  /// The paths of the list files that the files name, as far as they could be read.
  public var listFiles: [String] = []
  /// The paths that decide what the configuration says. `Instance.configurationUpdate(besides:known:at:)` fills them in.
  public var watched: [WatchedPath] = []

  /// An update.
  ///
  /// - Parameters:
  ///   - previous: nil when nothing was accepted before.
  public init(
    to current: Configuration, from previous: ConfigurationVersions? = nil, title: String, acceptedAt: Instant
  ) {
    self.current = current
    self.previous = previous ?? ConfigurationVersions(current)
    self.title = title
    self.acceptedAt = acceptedAt
  }
}

/// Why the configuration that was accepted last stays in force.
public struct ConfigurationFault: Hashable, Sendable {
  /// A sentence in lower case.
  public let message: String
  /// The diagnostics as text without colours, in lines; empty when there are none.
  public let details: String
  /// What is wrong in the files.
  public let diagnostics: DiagnosticList
  /// The texts into which the diagnostics point.
  public let sources: SourceMap
  /// What helps besides `schedctl check`; nil for nothing.
  public let remedy: String?

  /// A fault.
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

  /// Whether two faults look alike to people.
  public static func == (a: ConfigurationFault, b: ConfigurationFault) -> Bool {
    a.message == b.message && a.details == b.details
  }

  /// Hashes what people see.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(details)
  }
}

/// The configurations that were accepted before. Texts are parsed again only when they are asked for: mostly the files say
/// what was accepted last.
struct KnownConfigurations {
  private let accepted: AcceptedConfiguration?
  private let atHand: ConfigurationVersions?
  private let host: Host

  /// - Parameter atHand: all of them, if they are parsed already.
  init(_ stored: StoredConfiguration, atHand: ConfigurationVersions?, host: Host) {
    accepted = stored.accepted
    (self.atHand, self.host) = (atHand, host)
  }

  /// All that can be parsed again; nil for none.
  var all: ConfigurationVersions? {
    if let atHand { return atHand }
    guard let accepted else { return nil }
    return accepted.versions(zones: host.zones) ?? ConfigurationVersions(accepted.earlierVersions(zones: host.zones))
  }

  /// A configuration after those before the one that was accepted last, which is not parsed: it says the same.
  func replacingNewest(with configuration: Configuration) -> ConfigurationVersions {
    let earlier = atHand?.earlier ?? accepted?.earlierVersions(zones: host.zones) ?? []
    let digest = atHand.map(\.newest.digest) ?? accepted?.digest
    return ConfigurationVersions(ConfigurationVersions.Version(configuration, digest: digest), after: earlier)
  }
}

extension Configuration {
  /// The rules of the machine's own zone; nil when nothing follows it.
  var systemRules: ZoneRules? {
    ([zone] + profiles.compactMap(\.zone)).first { $0.choice == .system }?.rules
  }
}

extension Engine {
  /// The inputs that bring an engine of the past up to now, the one that goes with the record last.
  package func inputs(
    toReach now: Moment, with update: ConfigurationUpdate, isSynchronised: Bool
  ) -> [Input] {
    let isStepped = present.map { now.showsClockStep(since: $0.moment) } ?? false
    let isToBeAuthorized = update.isConsenting && (authorization != .approved || awaitedAuthorization != nil)
    let inputs =
      (isStepped ? [.clockStep(isSynchronised: isSynchronised)] : [])
      + (isToBeAuthorized ? [.authorization(.approved)] : []) + [update.input].compactMap { $0 }
    return inputs.isEmpty ? [.time] : inputs
  }
}
