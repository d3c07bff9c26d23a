import SchedulerPlatform

/// The running programs of hooks, with their output.
struct HookProcesses {
  /// The maximum size of the output kept for each program, in bytes.
  private static let outputLimit = 16_384
  private static let pieceSize = 4_096
  /// The bit that distinguishes the tokens of outputs from others.
  static let token: UInt64 = 1 << 63
  /// The bit that distinguishes the daemon's own programs from hooks.
  private static let ownBit: UInt64 = 1 << 62
  private var ownCount: UInt64 = 0

  private struct Entry {
    let process: BackgroundProcess
    var output: [UInt8] = []
  }

  private let queue: EventQueue
  private var entries: [UInt64: Entry] = [:]
  /// The programs that could not be started. The next wait reports them.
  private var failed: [LoopEvent] = []

  init(_ queue: EventQueue) { self.queue = queue }

  mutating func start(_ id: UInt64, run: HookRun) {
    start(id, words: run.words, variables: run.variables, input: run.input)
  }

  /// Starts a program of the daemon itself, whose failure `takeOwn` returns.
  mutating func startOwn(_ words: [String]) {
    ownCount += 1
    start(Self.ownBit | ownCount, words: words)
  }

  /// Removes the ends of the daemon's own programs from events, and returns sentences about those that failed.
  static func takeOwn(from events: inout [LoopEvent]) -> [String] {
    var failures: [String] = []
    events.removeAll { event in
      guard case .hookEnded(let id, let outcome, let output) = event, id & ownBit != 0 else { return false }
      if outcome != .ended(.exit(0)) {
        let line = output.split(separator: UInt8(ascii: "\n")).first ?? []
        let text = String(decoding: line.prefix(200), as: UTF8.self)
        failures.append("loginctl \(outcome.words)\(text.isEmpty ? "" : ": \(text)")")
      }
      return true
    }
    return failures
  }

  private mutating func start(_ id: UInt64, words: [String], variables: [String] = [], input: [UInt8] = []) {
    do throws(SystemError) {
      let process = try BackgroundProcess(words, variables: variables, input: input)
      entries[id] = Entry(process: process)
      try queue.add(process.output, token: Self.token | id)
    } catch {
      // A program that runs but whose output cannot be polled is reported when it ends.
      if entries[id] == nil { failed.append(.hookEnded(id, .failed(error), output: [])) }
    }
  }

  func stop(_ id: UInt64, isForced: Bool) { entries[id]?.process.stop(isForced: isForced) }

  /// Ends all running programs and their children. They are asked to end, and are forced to after a second.
  func endAll() {
    let processes = entries.values.map(\.process)
    for process in processes { process.stop(isForced: false) }
    for _ in 0..<Self.timeout.attempts where !processes.allSatisfy(\.hasEnded) {
      Pause.wait(milliseconds: Self.timeout.milliseconds)
    }
    // Includes children of programs that have ended: until a program's exit status is collected, its group ID is not
    // reused.
    for process in processes { process.stop(isForced: true) }
  }

  /// The number of attempts and the time between them while waiting for the programs to end.
  private static let timeout = (attempts: 50, milliseconds: Int32(20))

  mutating func takeFailed() -> [LoopEvent] {
    defer { failed = [] }
    return failed
  }

  /// Reads the output of a program.
  mutating func read(_ token: UInt64) {
    let id = token & ~Self.token
    guard let entry = entries[id] else { return }
    if take(from: entry.process, id) { queue.remove(entry.process.output) }
  }

  /// Returns the ends of programs after a child has ended.
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
      // The rest of the pipe is the program's last output. Children that outlive it are not read from.
      while entries[id]?.output.count ?? .max < Self.outputLimit, !take(from: process, id, isLast: true) {}
      events.append(.hookEnded(id, outcome, output: entries[id]?.output ?? []))
      queue.remove(process.output)
      entries[id] = nil
    }
    return events
  }

  /// Reads a piece of output. Returns whether no more follows.
  private mutating func take(from process: BackgroundProcess, _ id: UInt64, isLast: Bool = false) -> Bool {
    let (bytes, isEnd) = process.read(limit: Self.pieceSize)
    let room = Self.outputLimit - (entries[id]?.output.count ?? 0)
    entries[id]?.output += bytes.prefix(room)
    return isEnd || isLast && bytes.isEmpty
  }
}
