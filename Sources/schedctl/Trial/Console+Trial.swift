import Scheduler
import SchedulerEnforcement
import SchedulerInstance
import SchedulerJSON

extension Console {
  /// Applies a plan, tells what is seen, waits until its time is over or a signal ends it, and reverts it. Returns what
  /// was seen.
  ///
  /// - Throws: the error of the system if it cannot be started, or if this process cannot wait.
  mutating func run(
    _ plan: TrialPlan, of instance: Instance, asJSON: Bool, until signals: SignalQueue
  ) throws(SystemError) -> TrialReport {
    let settings = SharedEnforcementSettings()
    let left = plan.closesRunning ? [] : Set(plan.running.map(\.process))
    let adapters = try adapters(
      following: settings, in: instance.directory, leaving: left, guarding: GuardInheritance(store: nil))
    let own = environment.effectiveUserID
    let user = environment["SUDO_UID"].flatMap { UInt32($0) } ?? own
    var trial = try Trial(
      plan, adapters: adapters, following: settings, signals: signals,
      checks: TrialChecks(
        of: plan.blocks, preferring: user, own: own, freezing: FrozenPrograms(in: instance.directory)))
    say("schedctl: blocks what '\(plan.profile)' blocks for \(plan.length); Ctrl-C ends it earlier")
    if needsRecord(plan) { say("schedctl: if it is killed, '\(undoCommand(of: instance))' undoes it") }
    let program = plan.program.map { "'\(PrintableText.printable($0)) revert'" }
    if let program { say("schedctl: if it is killed, \(program) undoes what this program does") }
    messages.flush()
    // From now on, a reader that does not keep up must not delay the end, nor hold back signals.
    (output.patience, messages.patience) = (0, 0)
    let begin = SystemClocks.boot()
    try trial.apply()
    tell(trial.report, of: plan, at: instance, asJSON: asJSON)
    var attempts = TrialAttempts()
    if trial.report.isEnforced {
      try follow(&trial, since: begin, counting: &attempts, asJSON: asJSON)
    }
    let end = SystemClocks.boot()
    try trial.revert(host.artefacts(in: instance.directory))
    let late = trial.takeAttempts()
    for attempt in late { tell(attempt, since: begin, counting: &attempts, asJSON: asJSON) }
    tellEnd(of: trial, after: SystemClocks.boot() - end, attempts: attempts, asJSON: asJSON)
    if !trial.report.leftovers.isEmpty {
      let other = program.map { ", and \($0) what that program left" } ?? ""
      say("help: '\(undoCommand(of: instance))' undoes what is left\(other)")
    }
    return trial.report
  }

  /// How root tries the profile. Root reads another configuration by default, and acts on none that others can change.
  private func moreRights(for plan: TrialPlan, of instance: Instance) -> String {
    let command = "sudo schedctl try \(plan.profile.quotedForShell)"
    let paths: [String]? =
      switch instance.configuration {
      case .instance(.system): []
      case .files(let paths): paths
      case .directory(let path): [path]
      case .instance(.user), .usual: nil
      }
    func isExposed(_ path: String) -> Bool {
      do throws(SystemError) { return try FileExposure.first(onTheWayTo: path) != nil } catch { return true }
    }
    if let paths, !paths.contains(where: isExposed) {
      let choice = paths.map { " --config \($0.quotedForShell)" }.joined()
      return "'\(command)\(choice)' has the rights to block more"
    }
    let file = "\(host.places.systemConfiguration)/config.toml"
    return "only root can block more: copy the profile to '\(file)', then '\(command)'"
  }

  /// Tells each attempt until the trial is over, with a countdown on a terminal.
  private mutating func follow(
    _ trial: inout Trial, since begin: Int64, counting attempts: inout TrialAttempts, asJSON: Bool
  ) throws(SystemError) {
    let end = SystemClocks.boot() + trial.plan.seconds * 1_000_000_000
    let counts = messages.columns != nil && verbosity > .quiet && !asJSON
    while !trial.isEnding {
      let now = SystemClocks.boot()
      guard now < end else { break }
      if counts { showCountdown(nanoseconds: end - now) }
      // The countdown changes when a whole second is left.
      var tick = counts ? min(end, now + (end - now - 1) % 1_000_000_000 + 1) : end
      if output.isWaiting { tick = min(tick, now + Self.nextFlush) }
      guard try trial.wait(until: tick) else { break }
      let new = trial.takeAttempts()
      if counts, !new.isEmpty { clearCountdown() }
      for attempt in new { tell(attempt, since: begin, counting: &attempts, asJSON: asJSON) }
      output.flush()
      if output.isBroken { trial.end() }
    }
    if counts { clearCountdown() }
  }

  /// The interval at which output that found no room is written again, in nanoseconds.
  private static let nextFlush: Int64 = 200_000_000

  private mutating func showCountdown(nanoseconds: Int64) {
    guard !messages.isWaiting else { return }
    messages.write("\r\u{1B}[K\((nanoseconds + 999_999_999) / 1_000_000_000) s left")
    messages.flush()
  }

  private mutating func clearCountdown() {
    messages.write("\r\u{1B}[K")
    messages.flush()
  }

  private mutating func tell(_ report: TrialReport, of plan: TrialPlan, at instance: Instance, asJSON: Bool) {
    if asJSON {
      let names = plan.running.map { name(of: $0.user) }
      output.jsonLine { json in
        json.member("event", value: "applied")
        json.member("profile", value: plan.profile)
        json.member("seconds", value: plan.seconds)
        json.member("until", value: "\(SystemClocks.now().adding(seconds: plan.seconds))")
        json.array("adapters", of: report.adapters) { $1.value($0) }
        json.array("running", of: zip(plan.running, names)) { entry, json in
          json.object { json in
            json.member("name", value: entry.0.name)
            json.member("program", value: entry.0.program)
            json.member("user", value: entry.1)
            json.member("process", value: Int64(entry.0.process.number))
            json.member("closed", value: plan.closesRunning)
          }
        }
      }
    } else {
      let hasRights = host.isRoot || host.places.isElsewhere
      output.write(report.text(columns: output.columns, hasRights: hasRights) + "\n")
      output.flush()
      if !hasRights, report.adapters.contains(where: { !$0.standing.canWork }) {
        say("schedctl: \(moreRights(for: plan, of: instance))")
      }
      if !report.isEnforced {
        let reason =
          report.endedEarly
          ? "the trial ended before anything was blocked" : "nothing of '\(plan.profile)' can be blocked here"
        messages.write("schedctl: \(reason)\n")
      }
    }
    output.flush()
    messages.flush()
  }

  private mutating func tell(
    _ attempt: BlockAttempt, since begin: Int64, counting attempts: inout TrialAttempts, asJSON: Bool
  ) {
    attempts.add(attempt)
    guard !output.isFull else {
      attempts.unprintedCount += 1
      return
    }
    let user = attempt.user.map { name(of: $0) }
    let nanoseconds = max(0, attempt.boot - begin)
    guard asJSON else {
      let tenths = nanoseconds / 100_000_000
      let program = ["", attempt.name].contains(attempt.program) ? "" : " (\(attempt.program))"
      let words = "\(attempt.name)\(program)\(user.map { " of \($0)" } ?? ""), \(attempt.outcome.rawValue)"
      output.write("+\(tenths / 10).\(tenths % 10) s  \(PrintableText.printable(words))\n")
      return
    }
    output.jsonLine { json in
      json.member("event", value: "attempt")
      json.member("adapter", value: attempt.adapter.rawValue)
      json.member("outcome", value: attempt.outcome.rawValue)
      json.member("name", value: attempt.name)
      json.member("program", value: attempt.program)
      json.member("user", ifPresent: user)
      json.member("process", ifPresent: attempt.process.map { Int64($0) })
      json.member("milliseconds", value: nanoseconds / 1_000_000)
    }
  }

  private mutating func tellEnd(
    of trial: Trial, after nanoseconds: Int64, attempts: TrialAttempts, asJSON: Bool
  ) {
    let leftovers = trial.report.leftovers
    if asJSON {
      output.jsonLine { json in
        json.member("event", value: "reverted")
        json.member("verified", value: leftovers.isEmpty)
        json.member("faults", value: leftovers)
        json.member("unresolved", value: trial.report.unresolved)
        json.member("microseconds", value: nanoseconds / 1000)
        json.member("attempts", value: Int64(attempts.count))
        json.member("lost", value: Int64(trial.lostAttemptCount))
        json.member("unprinted", value: Int64(attempts.unprintedCount))
        json.array("programs", of: attempts.rows) { row, json in
          json.object { json in
            json.member("name", value: row.name)
            json.member("program", value: row.program)
            json.member("attempts", value: Int64(row.count))
          }
        }
      }
      return
    }
    for leftover in leftovers { messages.write("schedctl: not reverted: \(PrintableText.printable(leftover))\n") }
    for name in trial.report.unresolved {
      messages.write("schedctl: '\(name)' had an address before, and has none yet: a cache may still hold the block\n")
    }
    guard trial.report.isEnforced else { return }
    let reason = "too many at once, or of a process that could not be identified"
    let lost = trial.lostAttemptCount == 0 ? "" : "; \(trial.lostAttemptCount) more not counted: \(reason)"
    let unprinted = attempts.unprintedCount == 0 ? "" : "; \(attempts.unprintedCount) of them not printed"
    output.write("\(PrintableText.printable(attempts.text))\(unprinted)\(lost)\n")
    if leftovers.isEmpty { output.write("reverted after \(TrialReport.milliseconds(nanoseconds))\n") }
  }
}

extension TrialPlan {
  /// The length in words.
  fileprivate var length: String { LengthWords.text(seconds: seconds) }
}
