import Scheduler
import SchedulerPlatform

/// Which hooks run and which wait: those of one hook one after the other in the order of their events, and a few hooks
/// side by side. One that takes too long is ended.
struct HookQueue {
  /// What a hook that takes too long is told.
  enum Order: Hashable, Sendable {
    /// To end.
    case ask
    /// Nothing: it is ended.
    case force
  }

  /// So many run at once: hooks are small, and the machine has other things to do.
  static let mostRunning = 4
  /// So many wait; a hook that hangs does not fill the memory.
  static let mostWaiting = 1_000
  /// So long a run may take, in nanoseconds.
  static let limit: Int64 = 30_000_000_000
  /// So long after it was asked to end it is made to.
  static let timeout: Int64 = 5_000_000_000

  private struct Running {
    let run: HookRun
    /// What CLOCK_BOOTTIME shows when it is told something.
    var dueBoot: Int64
    var wasAsked = false
  }

  private var waiting: [HookRun] = []
  private var running: [UInt64: Running] = [:]
  private var lastID: UInt64 = 0

  /// The number of the oldest event of which a hook runs or waits; nil for none.
  var oldestNumber: Int64? {
    let oldest = waiting.lazy.map(\.number).min()
    return running.values.lazy.map(\.run.number).min().map { min($0, oldest ?? $0) } ?? oldest
  }

  /// When one is told to end next, on CLOCK_BOOTTIME; nil for never.
  var nextBoot: Int64? { running.values.lazy.map(\.dueBoot).min() }

  /// Has hooks run after those that wait.
  ///
  /// - Returns: those for which there is no room.
  mutating func add(_ runs: [HookRun]) -> [HookRun] {
    let room = max(0, Self.mostWaiting - waiting.count)
    waiting += runs.prefix(room)
    return Array(runs.dropFirst(room))
  }

  /// Those that are to be started now, each with the number by which it is known from then on.
  mutating func start(atBoot boot: Int64) -> [(id: UInt64, run: HookRun)] {
    var started: [(id: UInt64, run: HookRun)] = []
    var busy = Set(running.values.map(\.run.hook))
    var position = 0
    while running.count < Self.mostRunning, position < waiting.count {
      guard busy.insert(waiting[position].hook).inserted else {
        position += 1
        continue
      }
      lastID += 1
      let run = waiting.remove(at: position)
      running[lastID] = Running(run: run, dueBoot: boot + Self.limit)
      started.append((lastID, run))
    }
    return started
  }

  /// One has ended, or could not be started; nil when it was not known.
  mutating func end(_ id: UInt64) -> (run: HookRun, wasAsked: Bool)? {
    running.removeValue(forKey: id).map { ($0.run, $0.wasAsked) }
  }

  /// What those are told that take too long.
  mutating func overdue(atBoot boot: Int64) -> [(id: UInt64, order: Order)] {
    var orders: [(id: UInt64, order: Order)] = []
    for id in running.keys.sorted() {
      guard let entry = running[id], entry.dueBoot <= boot else { continue }
      orders.append((id, entry.wasAsked ? .force : .ask))
      running[id]?.wasAsked = true
      running[id]?.dueBoot = boot + Self.timeout
    }
    return orders
  }
}
