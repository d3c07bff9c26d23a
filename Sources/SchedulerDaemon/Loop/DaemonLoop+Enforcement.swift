import SchedulerEnforcement
import SchedulerInstance

/// The adapters of a daemon, as its loop sees them.
struct EnforcementControl: Sendable {
  /// What is asked of each adapter.
  var conductor: Conductor
  /// The standings that were published and logged.
  var told: [AdapterStanding] = []
  /// The adapters that were logged as enforcing; nil before the first time.
  var toldEnforcers: [EnforcementSettings.Adapter]?
  /// The settings that the adapters have.
  var settings: EnforcementSettings?
  /// The generation of the set that the conductor wants.
  var generation: Int64?
  /// The attempts that wait to be passed on together.
  var attempts = AttemptFolder()
  /// The repairs that wait to be logged and published together.
  var repairs = CountFolder<EnforcementSettings.Adapter>()
  /// The time until which the notification that the daemon is ready waits for the adapters; nil if it does not wait.
  var readinessBoot: Int64?
  /// What adapters have reported since the daemon was asked to stop.
  var late: [AdapterReport] = []

  /// - Parameter clears: whether adapters that are not used remove what an earlier daemon has left.
  init(_ adapters: [EnforcementSettings.Adapter], clearingUnused clears: Bool) {
    conductor = Conductor(of: adapters, clearingUnused: clears)
  }

  /// The next time at which an order or the notification may be due; nil for none.
  private(set) var nextBoot: Int64?

  /// Determines the next time, after the orders that are due now were given.
  mutating func settle(atBoot boot: Int64) {
    let times = [conductor.nextBoot(after: boot), readinessBoot, attempts.nextBoot, repairs.nextBoot]
    nextBoot = times.compactMap { $0 }.min()
  }

  /// The maximum time for which readiness waits for the adapters, in nanoseconds. Applying the largest set takes less
  /// than a second.
  static let patience: Int64 = 5_000_000_000
  /// The maximum time that a stopping daemon waits for its adapters, in nanoseconds.
  static let stopPatience: Int64 = 2_000_000_000
}

extension DaemonLoop {
  /// Whether a notification of readiness must wait, because the machine does not match the shield yet.
  mutating func delaysReadiness(atBoot boot: Int64) -> Bool {
    guard enforcement?.conductor.isUnderWay == true else { return false }
    enforcement?.readinessBoot = boot + EnforcementControl.patience
    return true
  }

  /// Makes the adapters apply the shield that follows from the durable state: gives the orders that are due, and tells
  /// how the adapters stand if that has changed.
  mutating func enforce(_ step: inout LoopStep) {
    guard var control = enforcement else { return }
    let boot = step.now.boot
    let settings = engine.engine.configuration.enforcement
    if settings != control.settings {
      control.conductor.follow(settings)
      if control.settings != nil { control.conductor.applyAgain() }
      control.settings = settings
      step.actions.append(.configureAdapters(settings))
    }
    if let shield = engine.wantedShield, shield.generation != control.generation {
      control.generation = shield.generation
      control.conductor.want(shield)
    }
    for (adapter, order) in control.conductor.orders(atBoot: boot) { step.actions.append(.order(order, to: adapter)) }
    tellRepairs(&control, step: &step)
    tellStandings(&control, step: &step)
    if let readiness = control.readinessBoot, readiness <= boot || !control.conductor.isUnderWay {
      control.readinessBoot = nil
      step.actions.append(.tell([.ready]))
    }
    control.settle(atBoot: boot)
    enforcement = control
  }

  /// Takes the reports of adapters. Attempts become events, and many in a short time one event.
  mutating func take(_ reports: [AdapterReport], step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    for report in reports { enforcement?.conductor.take(report, atBoot: step.now.boot) }
    note(reports, step: &step, in: &files)
  }

  /// Logs and records what adapters did by themselves.
  private mutating func note(
    _ reports: [AdapterReport], step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    let names = userNames
    for report in reports {
      guard case .worked(let work) = report.content else { continue }
      for repair in work.repairs where enforcement?.repairs.add(report.adapter, atBoot: step.now.boot) == true {
        step.log(.warning, message: "\(report.adapter.rawValue): \(repair)")
      }
      if work.lostAttemptCount > 0 {
        step.log(.warning, message: "\(report.adapter.rawValue): \(Self.words(onLost: work.lostAttemptCount))")
      }
      let first = enforcement?.attempts.add(work.attempts, atBoot: step.now.boot, userName: names) ?? []
      if !first.isEmpty { evaluate([.attempts(first)], step: &step, in: &files) }
    }
  }

  private static func words(onLost count: Int) -> String {
    let start =
      count == 1 ? "1 attempt was blocked and is not recorded" : "\(count) attempts were blocked and are not recorded"
    return start + ": too many at once, or of a process that could not be identified"
  }

  /// Takes reports that come after the signal to stop: adapters have orders to carry out yet. What they did by
  /// themselves is recorded when they have ended.
  mutating func takeLate(_ reports: [AdapterReport], atBoot boot: Int64) {
    for report in reports { enforcement?.conductor.take(report, atBoot: boot) }
    enforcement?.late += reports
  }

  /// Records what adapters have reported since the signal to stop, and all that waits.
  ///
  /// - Parameter step: a step at the moment of the stop: what becomes due later is for the next process.
  mutating func recordLate(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    let late = enforcement?.late ?? []
    enforcement?.late = []
    note(late, step: &step, in: &files)
    recordAttempts(isLast: true, step: &step, in: &files)
    tellLastRepairs(&step)
  }

  /// Records the attempts that have waited long enough.
  ///
  /// - Parameter isLast: whether to record all, because the daemon stops.
  mutating func recordAttempts(
    isLast: Bool = false, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    guard let next = enforcement?.attempts.nextBoot, isLast || next <= step.now.boot else { return }
    let names = userNames
    let due = enforcement?.attempts.takeDue(atBoot: step.now.boot, isLast: isLast, userName: names) ?? []
    if !due.isEmpty { evaluate([.attempts(due)], step: &step, in: &files) }
  }

  /// A function that returns the name of a user of this machine; nil if it is unknown.
  private var userNames: (UInt32) -> String? {
    let host = control?.host
    return { host?.name(ofUser: $0) }
  }

  /// Logs the repairs that wait, because the daemon stops.
  mutating func tellLastRepairs(_ step: inout LoopStep) {
    guard var control = enforcement else { return }
    tellRepairs(&control, isLast: true, step: &step)
    enforcement = control
  }

  /// Logs the repairs that have waited long enough.
  ///
  /// - Parameter isLast: whether to log all, because the daemon stops.
  private func tellRepairs(_ control: inout EnforcementControl, isLast: Bool = false, step: inout LoopStep) {
    for (adapter, count) in control.repairs.takeDue(atBoot: step.now.boot, isLast: isLast) {
      let words = count == 1 ? "1 more change of another program" : "\(count) more changes of other programs"
      step.log(.warning, message: "\(adapter.rawValue): repaired \(words)")
    }
  }

  private func tellStandings(_ control: inout EnforcementControl, step: inout LoopStep) {
    let standings = control.conductor.standings(atBoot: step.now.boot).map { standing in
      var shown = standing
      shown.repairCount -= control.repairs.waitingCount(of: standing.adapter)
      return shown
    }
    guard standings != control.told else { return }
    for standing in standings {
      let earlier = control.told.first { $0.adapter == standing.adapter }
      guard standing.fault != earlier?.fault else { continue }
      if let fault = standing.fault {
        let isExpected = if case .unavailable = standing.state { true } else { false }
        step.log(isExpected ? .notice : .warning, message: fault, details: standing.remedy)
      } else if !standing.isUnderWay {
        step.log(.notice, message: "\(standing.adapter.rawValue) works again")
      }
    }
    control.told = standings
    step.wantsPublishing = true
    let status = EnforcementStatus(adapters: standings)
    guard !status.isUnderWay, control.toldEnforcers != status.enforcers else { return }
    let wasEnforced = control.toldEnforcers?.isEmpty == false
    guard let words = status.summary ?? (wasEnforced ? status.headline : nil) else { return }
    control.toldEnforcers = status.enforcers
    step.log(.info, message: words)
  }

  /// Waits until what the daemon leaves behind is applied, for a time at the most, and ends the adapters.
  mutating func finishEnforcement(on machine: inout some DaemonMachine & ~Copyable) {
    let end = machine.moment().boot + EnforcementControl.stopPatience
    while enforcement?.conductor.isUnderWay == true, taken == nil {
      let now = machine.moment()
      guard now.boot < end else {
        tellUnfinished(on: &machine, at: now)
        // One that still applies something removes it right after that.
        for adapter in enforcement?.conductor.unfinishedReverts ?? [] { machine.order(.revert, to: adapter) }
        break
      }
      for (adapter, order) in enforcement?.conductor.orders(atBoot: now.boot) ?? [] {
        machine.order(order, to: adapter)
      }
      let next = min(end, max(now.boot, enforcement?.conductor.nextBoot(after: now.boot) ?? end))
      let reports = machine.reports(until: next)
      takeLate(reports, atBoot: machine.moment().boot)
    }
    let reports = machine.endAdapters()
    takeLate(reports, atBoot: machine.moment().boot)
  }

  /// Logs the adapters that have not carried out their last order. What they applied may stay.
  private func tellUnfinished(on machine: inout some DaemonMachine & ~Copyable, at now: Moment) {
    for adapter in enforcement?.conductor.unfinished ?? [] {
      let words = "\(adapter.rawValue) has not finished within 2 s: what it applied may still be in force"
      machine.log(LogEntry(.warning, message: words, at: now.wall, zone: engine.engine.configuration.zone.rules))
    }
  }
}
