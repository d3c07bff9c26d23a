import Scheduler
import SchedulerCivilTime
import SchedulerEnforcement
import SchedulerInstance
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore
import Synchronization
import TestSupport

@testable import SchedulerDaemon

/// A day of a daemon with hostile and honest clients, in virtual time. Each slice of history and each reply takes some
/// seconds, which is far longer than on a machine, so that a second piece of work between two looks at the clock shows.
final class ClientWorld: Sendable {
  /// The seconds that a slice of history or a reply takes.
  static let secondsPerPiece: Int64 = 3

  /// The work that was done between two looks at the clock.
  struct Turn {
    var slices = 0
    var replies = 0
  }

  /// What happened so far.
  struct Record {
    /// The seconds since the start.
    var seconds: Int64 = 0
    var turn = Turn()
    /// The largest numbers of slices and of replies between two looks at the clock.
    var most = Turn()
    /// The bytes that each client has received.
    var received: [UInt64: [UInt8]] = [:]
    /// The second at which each client received its last bytes.
    var answered: [UInt64: Int64] = [:]
    /// The profiles whose layers are in force, from a second on.
    var layers: [(second: Int64, profiles: [String])] = []
  }

  private let mutex = Mutex(Record())

  var record: Record { mutex.withLock(\.self) }

  var moment: Moment {
    let seconds = record.seconds
    return Moment(
      wall: VirtualDay.start.adding(seconds: seconds), boot: seconds * 1_000_000_000, bootID: "boot-1")
  }

  func advance(to second: Int64) { mutex.withLock { $0.seconds = max($0.seconds, second) } }

  func noteLook() {
    mutex.withLock {
      $0.most.slices = max($0.most.slices, $0.turn.slices)
      $0.most.replies = max($0.most.replies, $0.turn.replies)
      $0.turn = Turn()
    }
  }

  func noteSlice() {
    mutex.withLock {
      $0.turn.slices += 1
      $0.seconds += Self.secondsPerPiece
    }
  }

  func note(_ bytes: ArraySlice<UInt8>, to client: UInt64) {
    mutex.withLock {
      $0.turn.replies += 1
      $0.received[client, default: []] += bytes
      $0.seconds += Self.secondsPerPiece
      $0.answered[client] = $0.seconds
    }
  }

  func note(_ engine: Engine) {
    let profiles = engine.shield.map(\.layer.profile.key.text)
    mutex.withLock { if $0.layers.last?.profiles != profiles { $0.layers.append(($0.seconds, profiles)) } }
  }

  /// The complete replies that a client has received.
  func replies(to client: UInt64) throws -> [VarlinkReply] {
    try (record.received[client] ?? []).split(separator: 0).map { try VarlinkReply(parsing: Array($0)) }
  }
}

/// A machine in virtual time whose clients are written down beforehand.
struct ClientMachine: DaemonMachine {
  let world: ClientWorld
  /// The events of clients, by second.
  var events: [(second: Int64, event: ClientEvent)]
  /// The second at which the daemon is stopped.
  let end: Int64
  /// The clients that take what is written to them.
  let readers: Set<UInt64>

  mutating func wait(until deadline: NextDeadline, isBusy: Bool) -> [LoopEvent] {
    world.noteLook()
    let now = world.moment
    let wait = deadline.nanoseconds(after: now).map { ($0 + 999_999_999) / 1_000_000_000 }
    let due = wait.map { world.record.seconds + $0 } ?? .max
    if !isBusy { world.advance(to: min(end, due, events.first?.second ?? .max)) }
    let seconds = world.record.seconds
    if seconds >= end { return [.signal(.terminate)] }
    let arrived = events.prefix { $0.second <= seconds }.prefix(64)
    events.removeFirst(arrived.count)
    return (due <= seconds ? [.woken] : []) + arrived.map { .client($0.event) }
  }

  mutating func write(_ bytes: ArraySlice<UInt8>, to connection: ConnectionID) -> Int {
    guard readers.contains(connection.number) else { return 0 }
    world.note(bytes, to: connection.number)
    return bytes.count
  }

  func suspendedNanoseconds() -> Int64 { 0 }
  mutating func runningPrograms(except users: Set<UInt32>) -> [UInt32: [ApplicationIdentity]] { [:] }
  mutating func evidence(about check: UseCheck) -> UseEvidence { .unchecked }
  mutating func endSessions(of userID: UInt32, by consequence: UsageLimit.Consequence) {}
  mutating func order(_ order: AdapterOrder, to adapter: EnforcementSettings.Adapter) {}

  mutating func configureAdapters(_ settings: EnforcementSettings) {}

  mutating func reports(until boot: Int64) -> [AdapterReport] { [] }

  mutating func endAdapters() -> [AdapterReport] { [] }

  mutating func publish(_ engine: Engine, facts: PublicationFacts) -> [String] {
    world.note(engine)
    return []
  }

  mutating func readConfiguration(
    besides stored: StoredConfiguration, known: ConfigurationVersions
  ) -> ConfigurationUpdate { VirtualInstance().read() }

  func moment() -> Moment { world.moment }
  func isSynchronised() -> Bool { false }
  func groupID(of settings: DaemonSettings) -> UInt32? { nil }
  mutating func log(_ entry: LogEntry) {}
  mutating func tell(_ messages: [ServiceNotifier.Message]) {}
  mutating func watch(_ paths: [WatchedPath]) -> Bool { false }
  mutating func awaitRoom(_ connection: ConnectionID) {}
  mutating func listen(to connection: ConnectionID, isWanted: Bool) {}
  mutating func admit(group: UInt32?) {}
  mutating func startHook(_ id: UInt64, run: HookRun) {}
  mutating func stopHook(_ id: UInt64, isForced: Bool) {}
  mutating func close(_ connection: ConnectionID) {}
}

/// The environment of such a daemon: users by number, and a long history in memory whose slices take time.
struct ClientHost: HostEnvironment {
  func name(ofUser id: UInt32) -> String? { nil }

  let world: ClientWorld
  let history: [HistoryRecord]
  let directory = "/var/lib/schedctl"
  /// The number of entries in a slice.
  static let sliceCount = 50

  func user(of peer: Peer) -> UserIdentity {
    UserIdentity(name: "user-\(peer.userID)", groups: ["steerers"], isRoot: peer.isRoot)
  }

  func user(named name: String) -> UserIdentity? { nil }
  func shield(beside engine: Engine) -> ShieldFileStatus? { nil }

  func access(to readings: [Target], for user: UserIdentity?, in configuration: Configuration) -> AccessRequest {
    AccessRequest(to: readings[0], for: user)
  }

  func entries(after number: Int64, limit: Int) throws(ControlError) -> [HistoryRecord] {
    world.noteSlice()
    return Array(history.lazy.filter { $0.number ?? 0 > number }.prefix(limit))
  }

  func slice(of position: inout HistoryPosition) throws(ControlError) -> [HistoryRecord] {
    world.noteSlice()
    let before = position.before
    let slice = Array(history.reversed().lazy.filter { $0.number ?? 0 < before }.prefix(Self.sliceCount))
    position.before = slice.last?.number ?? 0
    position.isOver = slice.isEmpty
    return slice
  }
}
