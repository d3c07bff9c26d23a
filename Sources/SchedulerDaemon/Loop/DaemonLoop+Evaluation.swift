import Scheduler

extension DaemonLoop {
  /// Evaluates inputs in order, after a clock step if the clocks show one, and logs the results. Failures are logged
  /// once and tried again.
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
        // Either an authorization failed as a whole, although everything due was done in memory, or another process has
        // taken the directory.
        note(failures: [error], step: &step)
      }
    }
  }

  /// Carries out a request of a client.
  mutating func carryOut(
    _ input: Input, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) -> ControlOutcome {
    if !clockStep(step).isEmpty { evaluate([], step: &step, in: &files) }
    // A session that the command ends counts its attempts.
    recordAttempts(isLast: true, step: &step, in: &files)
    let consent = engine.engine.consent
    do throws(StateStoreError) {
      let evaluation = try engine.handle(input, at: step.now, in: &files)
      settle(evaluation, step: &step, in: &files)
      if case .authorization = input {
        let words = engine.engine.words(onConsentSince: consent)
        return Self.fault(evaluation, after: words) ?? .authorized(words)
      }
      return answer(of: evaluation, at: step.now)
    } catch {
      note(failures: [error], step: &step)
      let isUnknown = if case .outcomeUnknown = error { true } else { false }
      return .failed(.state("\(error)", isDone: isUnknown ? nil : false))
    }
  }

  /// Returns the answer to a command or to an activity.
  private func answer(of evaluation: Evaluation, at now: Moment) -> ControlOutcome {
    if let delivery = evaluation.delivery {
      return Self.fault(evaluation, after: delivery.words) ?? .delivered(delivery)
    }
    if let refused = evaluation.refusedActivities.last { return .failed(.refused(refused)) }
    guard let reply = evaluation.reply else { return .failed(.state("the command has no answer")) }
    guard case .done(let result) = reply else { return .answered(reply) }
    return Self.fault(evaluation, after: engine.engine.words(on: result, at: now)) ?? .answered(reply)
  }

  /// Returns the failure if the change is durable but a consequence of it could not be written; nil if everything was
  /// written.
  ///
  /// - Parameter words: a sentence about the change.
  private static func fault(_ evaluation: Evaluation, after words: String) -> ControlOutcome? {
    if evaluation.failures.isEmpty { return nil }
    let behind = ["until the daemon can write 'shield.json', which it tries again, the file keeps its earlier content"]
    return .failed(
      .state(
        evaluation.failures.map { "\($0)" }.joined(separator: "; "),
        help: ["it is done all the same: \(words)"] + (evaluation.isShieldBehind ? behind : []), isDone: true))
  }

  private func clockStep(_ step: LoopStep) -> [Input] {
    guard let last = engine.engine.present?.moment, step.now.showsClockStep(since: last) else { return [] }
    return [.clockStep(isSynchronised: step.isSynchronised)]
  }

  /// Passes the results of an evaluation to the log, the hooks and the clients.
  private mutating func settle(
    _ evaluation: Evaluation, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    note(evaluation, step: &step)
    addHooks(for: evaluation.lines, step: &step)
    offer(news: evaluation, step: &step, in: &files)
  }

  /// Logs the results of an evaluation.
  mutating func note(_ evaluation: Evaluation, step: inout LoopStep) {
    for event in evaluation.events { step.log(event.priority, message: event.words(in: zone(of: event))) }
    for missed in evaluation.missed {
      let count = Int64(missed.intervals.count) + missed.further
      step.log(.notice, message: "missed \(count) \(count == 1 ? "interval" : "intervals") of '\(missed.subject)'")
    }
    for refused in evaluation.refusedActivities {
      step.log(.warning, message: "activity '\(refused.name)' is refused: \(refused.reason)")
    }
    let lost = evaluation.lostLineCount
    if lost > 0 {
      step.log(.error, message: "history has lost \(lost) \(lost == 1 ? "line" : "lines"): too many wait for room")
    }
    if evaluation.isNews { step.wantsPublishing = true }
    note(failures: evaluation.failures, step: &step)
  }

  private func zone(of event: Event) -> ZoneRules {
    event.profile.map { engine.engine.zone(of: $0) } ?? engine.engine.configuration.zone.rules
  }

  /// Logs failures to write, once until the next success, and schedules another attempt.
  mutating func note(failures: [StateStoreError], step: inout LoopStep) {
    step.isEvaluated = true
    if let taken = failures.first(where: { if case .inUse = $0 { true } else { false } }) {
      // Another write would overwrite the other process's state.
      step.log(.error, message: "the state directory has been taken: \(taken)")
      self.taken = taken
      isOver = true
      return
    }
    guard !failures.isEmpty else {
      retry.noteSuccess()
      if !toldFailures.isEmpty { step.log(.notice, message: "the state is written again") }
      toldFailures = []
      return
    }
    retry.noteFailure(atBoot: step.now.boot)
    for failure in failures where toldFailures.insert(failure).inserted {
      step.log(.error, message: "\(failure); it is tried again until it works")
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
  /// Whether the evaluation has results that clients want to know.
  fileprivate var isNews: Bool { !events.isEmpty || !missed.isEmpty || !finished.isEmpty || shield != nil }
}

extension Event {
  fileprivate var priority: LogEntry.Priority { isLate ? .notice : .info }

  /// Returns a description of the event, with its planned time if it is late.
  fileprivate func words(in zone: ZoneRules) -> String {
    var words = name.rawValue
    if let profile { words += " \(profile.key)" }
    if let message, !message.isEmpty { words += ": \(message)" }
    return isLate ? words + " (late, due at \(planned.rfc3339(in: zone)))" : words
  }
}
