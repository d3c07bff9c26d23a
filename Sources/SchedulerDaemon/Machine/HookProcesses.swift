import SchedulerPlatform

/// The programs of hooks that run, and what they write.
struct HookProcesses {
  /// So much of what one writes is kept, in bytes.
  private static let outputLimit = 16_384
  private static let pieceSize = 4_096
  /// The bit by which the tokens of their output are told from others.
  static let token: UInt64 = 1 << 63

  private struct Entry {
    let process: BackgroundProcess
    var output: [UInt8] = []
  }

  private let queue: EventQueue
  private var entries: [UInt64: Entry] = [:]
  /// Those that could not be started, which is told at the next waiting.
  private var failed: [LoopEvent] = []

  init(_ queue: EventQueue) { self.queue = queue }

  mutating func start(_ id: UInt64, run: HookRun) {
    do throws(SystemError) {
      let process = try BackgroundProcess(run.words, variables: run.variables, input: run.input)
      entries[id] = Entry(process: process)
      try queue.add(process.output, token: Self.token | id)
    } catch {
      // One that runs and cannot be listened to is told of by its end.
      if entries[id] == nil { failed.append(.hookEnded(id, .failed(error), output: [])) }
    }
  }

  func stop(_ id: UInt64, isForced: Bool) { entries[id]?.process.stop(isForced: isForced) }

  /// Ends all that run, with what they started: they are asked to, and made to after a second.
  func endAll() {
    let processes = entries.values.map(\.process)
    for process in processes { process.stop(isForced: false) }
    for _ in 0..<Self.timeout.attempts where !processes.allSatisfy(\.hasEnded) {
      Pause.wait(milliseconds: Self.timeout.milliseconds)
    }
    // Also children of one that has ended: as long as nobody has asked for its end, the group is its own.
    for process in processes { process.stop(isForced: true) }
  }

  /// So many times, and so long each time, the last ones are waited for.
  private static let timeout = (attempts: 50, milliseconds: Int32(20))

  mutating func takeFailed() -> [LoopEvent] {
    defer { failed = [] }
    return failed
  }

  /// Reads what one has written.
  mutating func read(_ token: UInt64) {
    let id = token & ~Self.token
    guard let entry = entries[id] else { return }
    if take(from: entry.process, id) { queue.remove(entry.process.output) }
  }

  /// A child has ended: says which hooks have.
  mutating func ended() -> [LoopEvent] {
    var events: [LoopEvent] = []
    for id in entries.keys.sorted() {
      guard let process = entries[id]?.process else { continue }
      let outcome: HookOutcome
      do throws(SystemError) {
        guard let end = try process.end() else { continue }
        outcome = .ended(end)
      } catch {
        outcome = .failed(error)
      }
      // What is left in the pipe is its last words; children of it that live on are not listened to.
      while entries[id]?.output.count ?? .max < Self.outputLimit, !take(from: process, id, isLast: true) {}
      events.append(.hookEnded(id, outcome, output: entries[id]?.output ?? []))
      queue.remove(process.output)
      entries[id] = nil
    }
    return events
  }

  /// Reads a piece; says whether there is nothing more to come.
  private mutating func take(from process: BackgroundProcess, _ id: UInt64, isLast: Bool = false) -> Bool {
    let (bytes, isEnd) = process.read(limit: Self.pieceSize)
    let room = Self.outputLimit - (entries[id]?.output.count ?? 0)
    entries[id]?.output += bytes.prefix(room)
    return isEnd || isLast && bytes.isEmpty
  }
}
