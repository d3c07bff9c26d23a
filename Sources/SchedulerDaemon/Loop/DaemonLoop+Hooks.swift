import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore

/// How the run of a hook came to its end.
public enum HookOutcome: Hashable, Sendable {
  /// The program ended.
  case ended(ProcessEnd)
  /// It could not be started.
  case failed(SystemError)
}

extension DaemonLoop {
  /// Has hooks run for what was written to history.
  mutating func addHooks(for lines: [HistoryLine], step: inout LoopStep) {
    newestLine = max(newestLine, lines.last.map { Int64(clamping: $0.sequence) } ?? 0)
    guard !engine.engine.configuration.hooks.isEmpty else { return }
    for event in lines.compactMap({ HookEvent($0.bytes) }) {
      add(HookRun.due(by: event, in: engine.engine), step: &step)
    }
  }

  /// Runs the hooks of the first evaluation, and makes up for those of events that came while no daemon ran, or whose runs a
  /// crash cut off. The first daemon of a directory makes up for nothing.
  ///
  /// - Parameter lines: what history says of the first evaluation.
  mutating func beginHooks(
    _ lines: [HistoryLine], step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    newestLine = lines.first.map { Int64(clamping: $0.sequence) - 1 } ?? engine.engine.lastNumber
    do throws(FileSystemError) {
      let permissions = StatePermissions(engine.engine.configuration.daemon).state
      let ledger = try HookLedger(permissions: permissions, in: &files)
      for event in try missedEvents(since: ledger.through, at: step.now, in: &files).reversed() {
        add(HookRun.due(by: event, in: engine.engine), step: &step)
      }
      hookLedger = ledger
    } catch {
      step.log(.error, "what hooks were run is not known: \(error)")
    }
    addHooks(for: lines, step: &step)
    runHooks(&step, in: &files)
  }

  /// The events behind a number and before the first evaluation, the newest first; none where the number is not known.
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
      step.log(.error, "\(run.title) is not run: \(HookQueue.mostWaiting) wait already")
    }
  }

  /// The run of a hook has ended.
  mutating func take(_ outcome: HookOutcome, of id: UInt64, output: [UInt8], step: inout LoopStep) {
    guard let (run, wasAsked) = hooks.end(id) else { return }
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self).unicodeScalars.prefix(Self.longestLine)
      step.log(.info, "\(run.title): \(String(text))")
    }
    switch outcome {
    case _ where wasAsked: step.log(.warning, "\(run.title) took longer than 30 seconds, and was ended")
    case .ended(.exit(0)): break
    case .ended(.exit(let code)): step.log(.warning, "\(run.title) ended with exit code \(code)")
    case .ended(.signal(let signal)): step.log(.warning, "\(run.title) ended by signal \(signal)")
    case .failed(let error): step.log(.error, "\(run.title) cannot be run: \(error)")
    }
  }

  /// So many Unicode scalars of a line of output are said: people read no more.
  private static let longestLine = 1_000

  /// Starts those hooks whose turn it is, ends those that take too long, and writes what has been done.
  mutating func runHooks(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    for (id, order) in hooks.overdue(atBoot: step.now.boot) {
      step.actions.append(.stopHook(id, isForced: order == .force))
    }
    // What would be cut off is run by the next daemon.
    if !isOver { for (id, run) in hooks.start(atBoot: step.now.boot) { step.actions.append(.startHook(id, run)) } }
    // Without hooks nothing is written: what came meanwhile is not made up for when there are some later.
    guard !engine.engine.configuration.hooks.isEmpty || hookLedger?.through != nil else { return }
    do throws(FileSystemError) {
      try hookLedger?.note(through: hooks.oldestNumber.map { $0 - 1 } ?? newestLine, in: &files)
      toldHookLedger = nil
    } catch {
      let words = "what hooks were run cannot be written: \(error)"
      if words != toldHookLedger { step.log(.error, words) }
      toldHookLedger = words
    }
  }
}

extension HookRun {
  fileprivate var title: String { "hook '\(words[0])' on \(event.rawValue)" }
}
