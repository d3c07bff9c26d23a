import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// What a daemon answers its clients with: the control service, and what that reads from.
public struct ControlServer: Sendable {
  /// The conversations with clients.
  var service: ControlService
  private let host: any HostEnvironment
  /// The entries of history that came since the start.
  private(set) var recent: RecentEntries

  /// A desk without clients.
  ///
  /// - Parameter lastNumber: of the newest entry of history that is written.
  public init(_ service: ControlService, _ host: any HostEnvironment, lastNumber: Int64) {
    self.service = service
    self.host = host
    recent = RecentEntries(after: lastNumber)
  }

  /// Who somebody is at the other end of a connection.
  func user(of peer: Peer) -> UserIdentity { host.user(of: peer) }

  /// Keeps what came of an evaluation.
  mutating func note(_ evaluation: Evaluation) { recent.add(evaluation.lines) }

  /// Lets the service do something beside the daemon as it is.
  mutating func serve(
    _ loop: DaemonSnapshot, _ body: (inout ControlService, DaemonSource) -> [ControlAction]
  ) -> [ControlAction] {
    body(&service, DaemonSource(loop, host, recent))
  }
}

/// What a daemon is like at a moment.
struct DaemonSnapshot {
  let engine: Engine
  let now: Moment
  /// What the configuration was read from.
  let title: String
  /// The texts of its files; nil when nothing was accepted.
  let accepted: AcceptedConfiguration?
  /// Why the files are not what is in force, in a sentence; nil when they are.
  let fault: String?
}

/// What the control service of a daemon reads from.
struct DaemonSource: ControlSource {
  private let snapshot: DaemonSnapshot
  private let host: any HostEnvironment
  private let recent: RecentEntries

  init(_ snapshot: DaemonSnapshot, _ host: any HostEnvironment, _ recent: RecentEntries) {
    self.snapshot = snapshot
    self.host = host
    self.recent = recent
  }

  var engine: Engine { snapshot.engine }
  var now: Moment { snapshot.now }
  var title: String { snapshot.title }
  var accepted: AcceptedConfiguration? { snapshot.accepted }
  var fault: String? { snapshot.fault }
  var directory: String { host.directory }
  var shield: ShieldStanding? { host.shield(beside: engine) }
  var lastNumber: Int64 { recent.newest }

  func user(named name: String) -> UserIdentity? { host.user(named: name) }

  func access(to readings: [Target], for user: UserIdentity?) -> AccessRequest {
    host.access(to: readings, for: user, in: engine.configuration)
  }

  func entries(after number: Int64, limit: Int) throws(ControlFault) -> [JSONObject] {
    if let entries = recent.entries(after: number, limit: limit) { return entries }
    return try host.entries(after: number, limit: limit)
  }

  func forEachEntry(before number: Int64?, _ body: (JSONObject) -> Bool) throws(ControlFault) {
    try host.forEachEntry(before: number, body)
  }
}
