import CivilTime
import JSON
import Scheduler

/// What a daemon answers its clients with: the control service, and what that reads from.
public struct ControlDesk: Sendable {
  /// The conversations with clients.
  var service: ControlService
  private let surroundings: any ControlSurroundings
  /// The entries of history that came since the start.
  private(set) var recent: RecentEntries

  /// A desk without clients.
  ///
  /// - Parameter lastNumber: of the newest entry of history that is written.
  public init(_ service: ControlService, _ surroundings: any ControlSurroundings, lastNumber: Int64) {
    self.service = service
    self.surroundings = surroundings
    recent = RecentEntries(after: lastNumber)
  }

  /// Who somebody is at the other end of a connection.
  func user(of peer: Peer) -> UserIdentity { surroundings.user(of: peer) }

  /// Keeps what came of an evaluation.
  mutating func note(_ evaluation: Evaluation) { recent.add(evaluation.lines) }

  /// Lets the service do something beside the daemon as it is.
  mutating func serve(
    _ loop: DaemonStanding, _ body: (inout ControlService, DaemonSource) -> [ControlAction]
  ) -> [ControlAction] {
    body(&service, DaemonSource(loop, surroundings, recent))
  }
}

/// What a daemon is like at a moment.
struct DaemonStanding {
  let engine: Engine
  let now: Moment
  /// What the configuration was read from.
  let title: String
  /// The texts of its files.
  let files: [AcceptedConfiguration.File]
  /// Why the files are not what is in force, in a sentence; nil when they are.
  let fault: String?
}

/// What the control service of a daemon reads from.
public struct DaemonSource: ControlSource {
  private let standing: DaemonStanding
  private let surroundings: any ControlSurroundings
  private let recent: RecentEntries

  init(_ standing: DaemonStanding, _ surroundings: any ControlSurroundings, _ recent: RecentEntries) {
    self.standing = standing
    self.surroundings = surroundings
    self.recent = recent
  }

  /// The rules and what they come to, evaluated up to `now`.
  public var engine: Engine { standing.engine }
  /// The present.
  public var now: Moment { standing.now }
  /// What the configuration was read from.
  public var title: String { standing.title }
  /// The texts of its files.
  public var files: [AcceptedConfiguration.File] { standing.files }
  /// Why the files are not what is in force, in a sentence; nil when they are.
  public var fault: String? { standing.fault }
  /// The state directory.
  public var directory: String { surroundings.directory }
  /// What `shield.json` is like beside the state.
  public var shield: ShieldStanding? { surroundings.shield(beside: engine) }
  /// The number of the newest entry of history that is written.
  public var lastNumber: Int64 { recent.newest }

  /// The user of a name; nil when the machine has none.
  public func user(named name: String) -> UserIdentity? { surroundings.user(named: name) }

  /// What somebody means by a target, with what the machine knows of it. The first reading is the likelier one.
  public func access(to readings: [Target], for user: UserIdentity?) -> AccessRequest {
    surroundings.access(to: readings, for: user, in: engine.configuration)
  }

  /// The answer of `why`, the object that `schedctl why --json` prints.
  public func why(
    _ readings: [Target], at instant: Instant, for user: UserIdentity?
  ) throws(ControlFault) -> JSONObject {
    try surroundings.why(readings, at: instant, for: user, self)
  }

  /// The entries of history behind a number, the oldest first, at most so many.
  public func entries(after number: Int64, limit: Int) throws(ControlFault) -> [JSONObject] {
    if let entries = recent.entries(after: number, limit: limit) { return entries }
    return try surroundings.entries(after: number, limit: limit)
  }

  /// Hands out the entries of history before a number, nil for all, the newest first, until `body` answers false.
  public func forEachEntry(before number: Int64?, _ body: (JSONObject) -> Bool) throws(ControlFault) {
    try surroundings.forEachEntry(before: number, body)
  }
}
