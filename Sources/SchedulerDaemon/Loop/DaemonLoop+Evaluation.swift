import Scheduler
import SchedulerCivilTime
import SchedulerStore

extension DaemonLoop {
  /// Evaluates inputs in order, behind a clock step where the clocks show one, and says what came of them. Failures are
  /// told once, and tried again.
  mutating func evaluate(
    _ inputs: [Input], accepting record: AcceptedConfiguration? = nil, step: inout LoopStep,
    in files: inout some FileSystem & ~Copyable
  ) {
    let inputs = clockStep(step) + inputs
    for (index, input) in inputs.enumerated() {
      let isLast = index == inputs.count - 1
      do throws(StateStoreError) {
        let evaluation = try engine.handle(input, accepting: isLast ? record : nil, at: step.now, in: &files)
        settle(evaluation, step: &step, in: &files)
      } catch {
        // An authorization that failed as a whole, of which what was due is done in memory, or a directory that was taken.
        note(failures: [error], step: &step)
      }
    }
  }

  /// Carries out what a client asked for.
  mutating func carryOut(
    _ input: Input, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) -> ControlOutcome {
    if !clockStep(step).isEmpty { evaluate([], step: &step, in: &files) }
    let consent = engine.engine.consent
    do throws(StateStoreError) {
      let evaluation = try engine.handle(input, at: step.now, in: &files)
      settle(evaluation, step: &step, in: &files)
      if case .authorization = input {
        let words = engine.engine.words(onConsentSince: consent)
        return Self.fault(evaluation, behind: words) ?? .authorized(words)
      }
      guard let reply = evaluation.reply else { return .failed(.state("the command has no answer")) }
      guard case .done(let result) = reply else { return .answered(reply) }
      return Self.fault(evaluation, behind: engine.engine.words(on: result, at: step.now)) ?? .answered(reply)
    } catch {
      note(failures: [error], step: &step)
      let isUnknown = if case .outcomeUnknown = error { true } else { false }
      return .failed(.state("\(error)", isDone: isUnknown ? nil : false))
    }
  }

  /// That what was done is durable, and something that follows from it could not be written; nil where all was.
  ///
  /// - Parameter words: what was done.
  private static func fault(_ evaluation: Evaluation, behind words: String) -> ControlOutcome? {
    if evaluation.failures.isEmpty { return nil }
    let behind = ["the shield on disk is the one before until the daemon can write it, which it tries again"]
    return .failed(
      .state(
        evaluation.failures.map { "\($0)" }.joined(separator: "; "),
        help: ["it is done all the same: \(words)"] + (evaluation.isShieldBehind ? behind : []), isDone: true))
  }

  private func clockStep(_ step: LoopStep) -> [Input] {
    guard let last = engine.engine.present?.moment, step.now.showsClockStep(since: last) else { return [] }
    return [.clockStep(isSynchronised: step.isSynchronised)]
  }

  /// Tells everybody what came of an evaluation.
  private mutating func settle(
    _ evaluation: Evaluation, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    note(evaluation, step: &step)
    addHooks(for: evaluation.lines, step: &step)
    offer(news: evaluation, step: &step, in: &files)
  }

  /// Says what came of an evaluation.
  mutating func note(_ evaluation: Evaluation, step: inout LoopStep) {
    for event in evaluation.events { step.log(event.priority, event.words(in: zone(of: event))) }
    for missed in evaluation.missed {
      let count = Int64(missed.intervals.count) + missed.further
      step.log(.notice, "missed \(count) \(count == 1 ? "interval" : "intervals") of '\(missed.subject)'")
    }
    for refused in evaluation.refusedActivities {
      step.log(.warning, "activity '\(refused.name)' is refused: \(refused.reason)")
    }
    let lost = evaluation.lostLineCount
    if lost > 0 { step.log(.error, "history has lost \(lost) \(lost == 1 ? "line" : "lines"): too many wait for room") }
    if evaluation.isNews { step.wantsPublishing = true }
    note(failures: evaluation.failures, step: &step)
  }

  private func zone(of event: Event) -> ZoneRules {
    event.profile.map { engine.engine.zone(of: $0) } ?? engine.engine.configuration.zone.rules
  }

  /// Says what could not be written, once until it can be, and has it tried again.
  mutating func note(failures: [StateStoreError], step: inout LoopStep) {
    if let taken = failures.first(where: { if case .inUse = $0 { true } else { false } }) {
      // What it would write now would be written over what the other does.
      step.log(.error, "the state directory has been taken: \(taken)")
      self.taken = taken
      isOver = true
      return
    }
    guard !failures.isEmpty else {
      retry.noteSuccess()
      if !toldFailures.isEmpty { step.log(.notice, "the state is written again") }
      toldFailures = []
      return
    }
    retry.noteFailure(atBoot: step.now.boot)
    for failure in failures where toldFailures.insert(failure).inserted {
      step.log(.error, "\(failure); it is tried again until it works")
    }
  }

  private mutating func offer(
    news evaluation: Evaluation, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    control?.note(evaluation)
    if evaluation.isNews { tellClients(&step, in: &files) }
  }
}

extension Evaluation {
  /// Whether anything came of it that others want to know.
  fileprivate var isNews: Bool { !events.isEmpty || !missed.isEmpty || !finished.isEmpty || shield != nil }
}

extension Event {
  fileprivate var priority: LogEntry.Priority { isLate ? .notice : .info }

  /// What happened; the time at which it was planned where it comes late.
  fileprivate func words(in zone: ZoneRules) -> String {
    var words = name.rawValue
    if let profile { words += " \(profile.key)" }
    if let message, !message.isEmpty { words += ": \(message)" }
    return isLate ? words + " (late, due at \(planned.rfc3339(in: zone)))" : words
  }
}
