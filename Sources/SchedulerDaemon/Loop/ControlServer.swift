import Scheduler

/// The part of a daemon that replies to clients: the control service and the data that it reads.
public struct ControlServer: Sendable {
  /// The service with the connections to clients.
  var service: ControlService
  let host: any HostEnvironment
  /// The history entries since the start.
  private(set) var recent: RecentEntries

  /// Creates a server without clients.
  ///
  /// - Parameter lastNumber: the number of the newest written history entry.
  public init(_ service: ControlService, host: any HostEnvironment, lastNumber: Int64) {
    self.service = service
    self.host = host
    recent = RecentEntries(after: lastNumber)
  }

  /// Returns the name and groups of a peer.
  func user(of peer: Peer) -> UserIdentity { host.user(of: peer) }

  /// Keeps the history lines of an evaluation.
  mutating func note(_ evaluation: Evaluation) { recent.add(evaluation.lines) }

  /// Runs a body with the service and the data for its replies, and returns the resulting actions.
  mutating func serve(
    _ source: DaemonSource, by body: (inout ControlService, DaemonSource) -> [ControlAction]
  ) -> [ControlAction] { body(&service, source) }
}

/// The data from which the control service of a daemon creates its replies: the state of the daemon at a moment.
struct DaemonSource: ControlSource {
  let engine: Engine
  let now: Moment
  /// The source of the configuration.
  let title: String
  /// The texts of the configuration's files, or nil if none was accepted.
  let accepted: AcceptedConfiguration?
  /// A sentence about why the files are not in force, or nil if they are.
  let fault: String?
  let enforcement: EnforcementStatus
  let host: any HostEnvironment
  let recent: RecentEntries

  var directory: String { host.directory }
  var shield: ShieldFileStatus? { host.shield(beside: engine) }
  var lastNumber: Int64 { recent.newest }

  func user(named name: String) -> UserIdentity? { host.user(named: name) }

  func access(to readings: [Target], for user: UserIdentity?) -> AccessRequest {
    host.access(to: readings, for: user, in: engine.configuration)
  }

  func entries(after number: Int64, limit: Int) throws(ControlError) -> [HistoryRecord] {
    if let entries = recent.entries(after: number, limit: limit) { return entries }
    return try host.entries(after: number, limit: limit)
  }

  func slice(of position: inout HistoryPosition) throws(ControlError) -> [HistoryRecord] {
    try host.slice(of: &position)
  }
}

/// The newest history entries, kept in memory, so that monitors need no file.
struct RecentEntries: Sendable {
  /// The minimum number of entries kept: many times the entries of one evaluation on a busy day.
  private static let keptCount = 256

  /// The number after which all entries are kept.
  private var start: Int64
  /// The number of the newest written entry.
  private(set) var newest: Int64
  private var lines: [HistoryLine] = []

  /// Creates an empty cache. `number` is the number of the newest entry in the file.
  init(after number: Int64) {
    start = number
    newest = number
  }

  /// Adds written entries, in order.
  mutating func add(_ more: [HistoryLine]) {
    guard let last = more.last else { return }
    lines += more
    newest = max(newest, Int64(clamping: last.sequence))
    guard lines.count >= 2 * Self.keptCount else { return }
    let left = lines.count - Self.keptCount
    start = Int64(clamping: lines[left - 1].sequence)
    lines.removeFirst(left)
  }

  /// Returns up to `limit` entries after a number, oldest first, or nil if some of them are no longer kept.
  func entries(after number: Int64, limit: Int) -> [HistoryRecord]? {
    guard number >= start else { return nil }
    return lines.lazy.filter { Int64(clamping: $0.sequence) > number }.prefix(limit).compactMap {
      HistoryRecord(line: $0.bytes)
    }
  }
}
