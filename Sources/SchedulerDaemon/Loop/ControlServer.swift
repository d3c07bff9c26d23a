import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

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
  public init(_ service: ControlService, host: any HostEnvironment, lastNumber: Int64) {
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
    _ snapshot: DaemonSnapshot, by body: (inout ControlService, DaemonSource) -> [ControlAction]
  ) -> [ControlAction] {
    body(&service, DaemonSource(snapshot, host: host, recent: recent))
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

  init(_ snapshot: DaemonSnapshot, host: any HostEnvironment, recent: RecentEntries) {
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

  func entries(after number: Int64, limit: Int) throws(ControlError) -> [JSONObject] {
    if let entries = recent.entries(after: number, limit: limit) { return entries }
    return try host.entries(after: number, limit: limit)
  }

  func forEachEntry(before number: Int64?, _ body: (JSONObject) -> Bool) throws(ControlError) {
    try host.forEachEntry(before: number, body)
  }
}

/// The newest entries of history, kept in memory: who follows what happens needs no file.
struct RecentEntries: Sendable {
  /// So many are kept at least: many times as many as come of one evaluation on a busy day.
  private static let keptCount = 256

  /// All entries behind this number are here.
  private var start: Int64
  /// The number of the newest entry that is written.
  private(set) var newest: Int64
  private var lines: [HistoryLine] = []

  /// None yet: the newest entry of the file has this number.
  init(after number: Int64) {
    start = number
    newest = number
  }

  /// Adds entries that are written, in order.
  mutating func add(_ more: [HistoryLine]) {
    guard let last = more.last else { return }
    lines += more
    newest = max(newest, Int64(clamping: last.sequence))
    guard lines.count >= 2 * Self.keptCount else { return }
    let left = lines.count - Self.keptCount
    start = Int64(clamping: lines[left - 1].sequence)
    lines.removeFirst(left)
  }

  /// The entries behind a number, the oldest first, at most so many; nil when some of them are no longer here.
  func entries(after number: Int64, limit: Int) -> [JSONObject]? {
    guard number >= start else { return nil }
    return lines.lazy.filter { Int64(clamping: $0.sequence) > number }.prefix(limit).compactMap {
      JSONObject(historyLine: $0.bytes)
    }
  }
}
