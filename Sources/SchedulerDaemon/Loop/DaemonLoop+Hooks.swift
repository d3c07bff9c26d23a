import Scheduler
import SchedulerPlatform
import SchedulerStore

/// The outcome of a hook's run.
public enum HookOutcome: Hashable, Sendable {
  /// The program ended.
  case ended(ProcessEnd)
  /// The program could not be started.
  case failed(SystemError)

  /// What became of the program, after its name: `ended with exit code 1`.
  var words: String {
    switch self {
    case .ended(.exit(let code)): "ended with exit code \(code)"
    case .ended(.signal(let signal)): "ended by signal \(signal)"
    case .failed(let error): "cannot be run: \(error)"
    }
  }
}

extension DaemonLoop {
  /// Adds the runs of hooks for written history lines.
  mutating func addHooks(for lines: [HistoryLine], step: inout LoopStep) {
    newestLine = max(newestLine, lines.last.map { Int64(clamping: $0.sequence) } ?? 0)
    guard !engine.engine.configuration.hooks.isEmpty else { return }
    for event in lines.compactMap({ HookEvent($0.bytes) }) {
      add(HookRun.due(by: event, in: engine.engine), step: &step)
    }
  }

  /// Runs the hooks of the first evaluation. Also runs hooks for events that happened while no daemon ran, or whose
  /// runs a crash interrupted. The first daemon of a directory runs no hooks for earlier events.
  ///
  /// - Parameter lines: the history lines of the first evaluation.
  mutating func beginHooks(_ lines: [HistoryLine], step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    newestLine = lines.first.map { Int64(clamping: $0.sequence) - 1 } ?? engine.engine.lastNumber
    do throws(FileSystemError) {
      let permissions = StatePermissions(engine.engine.configuration.daemon).state
      let ledger = try HookLedger(permissions: permissions, in: &files)
      for event in try missedEvents(since: ledger.through, at: step.now, in: &files).reversed() {
        add(HookRun.due(by: event, in: engine.engine), step: &step)
      }
      hookLedger = ledger
    } catch {
      step.log(.error, message: "what hooks were run is not known: \(error)")
    }
    addHooks(for: lines, step: &step)
    runHooks(&step, in: &files)
  }

  /// Returns the events after a number and before the first evaluation, newest first; empty if the number is unknown.
  private func missedEvents(
    since through: Int64?, at now: Moment, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> [HookEvent] {
    guard let through, through < newestLine, !engine.engine.configuration.hooks.isEmpty else { return [] }
    var reader = HistoryReader()
    var events: [HookEvent] = []
    while let lines = try reader.next(in: &files) {
      for event in lines.lazy.compactMap(HookEvent.init) {
        if event.number <= through || isTooLate(event, at: now) { return events }
        if event.number <= newestLine { events.append(event) }
      }
    }
    return events
  }

  private func isTooLate(_ event: HookEvent, at now: Moment) -> Bool {
    event.delivered.map { now.wall.seconds(since: $0) > HookLedger.longestDelay } ?? false
  }

  private mutating func add(_ runs: [HookRun], step: inout LoopStep) {
    for run in hooks.add(runs) {
      step.log(.error, message: "\(run.title) is not run: \(HookQueue.mostWaiting) wait already")
    }
  }

  /// Handles the end of a hook's run.
  mutating func take(_ outcome: HookOutcome, of id: UInt64, output: [UInt8], step: inout LoopStep) {
    guard let (run, wasAsked) = hooks.end(id) else { return }
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self).unicodeScalars.prefix(Self.longestLine)
      step.log(.info, message: "\(run.title): \(String(text))")
    }
    switch outcome {
    case _ where wasAsked: step.log(.warning, message: "\(run.title) took longer than 30 seconds, and was ended")
    case .ended(.exit(0)): break
    case .ended: step.log(.warning, message: "\(run.title) \(outcome.words)")
    case .failed: step.log(.error, message: "\(run.title) \(outcome.words)")
    }
  }

  /// The maximum number of Unicode scalars of an output line in the log.
  private static let longestLine = 1_000

  /// Starts the runs whose turn has come, ends those that take too long, and records the progress.
  mutating func runHooks(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    for (id, isForced) in hooks.overdue(atBoot: step.now.boot) {
      step.actions.append(.stopHook(id, isForced: isForced))
    }
    // A run that would be interrupted is left to the next daemon.
    if !isOver { for (id, run) in hooks.start(atBoot: step.now.boot) { step.actions.append(.startHook(id, run)) } }
    // Without hooks, the ledger is not written: hooks added later do not run for earlier events.
    guard !engine.engine.configuration.hooks.isEmpty || hookLedger?.through != nil else { return }
    do throws(FileSystemError) {
      try hookLedger?.note(through: hooks.oldestNumber.map { $0 - 1 } ?? newestLine, in: &files)
      toldHookLedger = nil
    } catch {
      let words = "what hooks were run cannot be written: \(error)"
      if words != toldHookLedger { step.log(.error, message: words) }
      toldHookLedger = words
    }
  }
}

extension HookRun {
  fileprivate var title: String { "hook '\(words[0])' on \(event.rawValue)" }
}
