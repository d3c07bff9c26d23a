/// The hooks that run and wait. Runs of one hook are sequential, in the order of their events; different hooks run in
/// parallel up to a limit. A run that takes too long is ended.
struct HookQueue {
  /// The maximum number of simultaneous runs. Hooks are small, and they leave room for the machine's other work.
  static let mostRunning = 4
  /// The maximum number of waiting runs, so that a hook that hangs does not fill the memory.
  static let mostWaiting = 1_000
  /// The maximum duration of a run, in nanoseconds.
  static let limit: Int64 = 30_000_000_000
  /// The time between asking a run to end and forcing it to, in nanoseconds.
  static let timeout: Int64 = 5_000_000_000

  private struct Running {
    let run: HookRun
    /// The reading of CLOCK_BOOTTIME at which the run receives its next order.
    var dueBoot: Int64
    var wasAsked = false
  }

  private var waiting: [HookRun] = []
  private var running: [UInt64: Running] = [:]
  private var lastID: UInt64 = 0

  /// The number of the oldest event with a running or waiting hook, or nil if there is none.
  var oldestNumber: Int64? {
    let oldest = waiting.lazy.map(\.number).min()
    return running.values.lazy.map(\.run.number).min().map { min($0, oldest ?? $0) } ?? oldest
  }

  /// The reading of CLOCK_BOOTTIME at which the next order is due, or nil for never.
  var nextBoot: Int64? { running.values.lazy.map(\.dueBoot).min() }

  /// Adds runs to the end of the queue.
  ///
  /// - Returns: the runs for which there is no room.
  mutating func add(_ runs: [HookRun]) -> [HookRun] {
    let room = max(0, Self.mostWaiting - waiting.count)
    waiting += runs.prefix(room)
    return Array(runs.dropFirst(room))
  }

  /// Starts the runs whose turn has come. Returns each with the ID that it has from now on.
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

  /// Removes a run that has ended or could not be started. Returns nil if the ID is unknown.
  mutating func end(_ id: UInt64) -> (run: HookRun, wasAsked: Bool)? {
    running.removeValue(forKey: id).map { ($0.run, $0.wasAsked) }
  }

  /// Returns the runs that take too long and are to be ended: asked to end first, and forced to the next time.
  mutating func overdue(atBoot boot: Int64) -> [(id: UInt64, isForced: Bool)] {
    var orders: [(id: UInt64, isForced: Bool)] = []
    for id in running.keys.sorted() {
      guard let entry = running[id], entry.dueBoot <= boot else { continue }
      orders.append((id, entry.wasAsked))
      running[id]?.wasAsked = true
      running[id]?.dueBoot = boot + Self.timeout
    }
    return orders
  }
}
