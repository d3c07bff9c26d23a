import Scheduler
import SchedulerEnforcement
import SchedulerInstance

/// A shield that is applied for a short time by the adapters of this process, and reverted.
///
/// ```swift
/// var trial = try Trial(plan, adapters: adapters, following: settings, signals: signals, checks: checks)
/// try trial.apply()                        // until each adapter has applied it or says why not, and that was seen
/// print(trial.report.text(columns: 80))
/// while try trial.wait(until: end) { … trial.takeAttempts() … }
/// try trial.revert(artefacts)
/// ```
/// The thread that creates it conducts the adapters, which have threads of their own.
struct Trial {
  let plan: TrialPlan
  /// What was seen.
  private(set) var report = TrialReport()
  /// Whether a signal, or the end of the output's reader, ends the trial.
  private(set) var isEnding = false
  /// The starts that are tried, and what became of them before the shield was applied.
  var checks: TrialChecks
  private var conductor: Conductor
  private let threads: AdapterThreads
  private let queue: EventQueue
  private let signals: SignalQueue
  /// Standard output; nil if it is a file, because the end of its readers is not reported.
  private var output: OpenDescriptor?
  private var attempts: [BlockAttempt] = []
  private var pairing = StartPairing()
  /// The time of the first order to apply the shield.
  private var orderBoots: [EnforcementSettings.Adapter: Int64] = [:]
  /// The time at which each adapter had applied it or had failed for the first time.
  private var answerBoots: [EnforcementSettings.Adapter: Int64] = [:]
  /// Whether what was applied is being removed.
  private var isReverting = false
  /// The time at which the programs that ran had ended.
  private var endBoot: Int64?
  /// Whether the sweeper applies the shield again.
  private var isSweeperUnderWay = false
  private var trials: [EnforcementSettings.Adapter: AdapterTrial] = [:]
  /// The number of attempts that were blocked and not kept.
  private(set) var lostAttemptCount = 0

  private enum Token {
    static let reports: UInt64 = 1
    static let signals: UInt64 = 2
    static let output: UInt64 = 3
  }

  /// The maximum time for applying, in nanoseconds. The largest set takes less than a second.
  private static let patience: Int64 = TrialPlan.patienceSeconds * 1_000_000_000
  /// The maximum time for reverting, in nanoseconds. An adapter that fails is asked again after 1 and 3 seconds.
  private static let revertPatience: Int64 = 5_000_000_000
  /// How long it waits if a program of the user takes part, which may take 11 s for each of `apply`, `verify` and `revert`.
  private static let programPatience: Int64 = 40_000_000_000

  /// Creates a trial that has applied nothing yet.
  ///
  /// - Parameters:
  ///   - signals: the signals that end it.
  ///   - checks: how to see whether programs are blocked.
  /// - Throws: the error of the system, such as EMFILE.
  init(
    _ plan: TrialPlan, adapters: [any EnforcementAdapter], following settings: SharedEnforcementSettings,
    signals: SignalQueue, checks: TrialChecks
  ) throws(SystemError) {
    (self.plan, self.signals, self.checks) = (plan, signals, checks)
    settings.value = plan.settings
    conductor = Conductor(of: adapters.map(\.name))
    conductor.follow(plan.settings)
    threads = try AdapterThreads(adapters, settings: settings)
    queue = try EventQueue()
    try queue.add(threads.reports.descriptor, token: Token.reports)
    try queue.add(signals.descriptor, token: Token.signals)
    do throws(SystemError) {
      let output = try OpenDescriptor.standardOutput()
      try queue.addEnd(output, token: Token.output)
      self.output = output
    } catch {
      output = nil
    }
  }

  /// Applies the shield, and looks whether it is in force. Returns when each adapter has done so or has failed.
  mutating func apply() throws(SystemError) {
    // A file of names answers by itself; what a name server says is seen by comparison.
    checks.begin(lookingUp: plan.settings.uses(.dnsmasq) ? plan.names : nil)
    conductor.want(plan.shield)
    let end = SystemClocks.boot() + Self.patience + plan.graceSeconds * 1_000_000_000
    repeat {
      try step(until: plan.endsRunning ? min(end, SystemClocks.boot() + Self.look) : end)
      if endBoot == nil, checks.runningEnded(plan.running) { endBoot = SystemClocks.boot() }
      if isSettled && (!plan.endsRunning || endBoot != nil) { break }
    } while !isEnding && SystemClocks.boot() < end
    updateReport()
    report.isInterrupted = isEnding
    guard !isEnding else { return }
    try lookAtSweeper()
  }

  /// Whether each adapter has applied the shield, or has said why it cannot.
  private var isSettled: Bool {
    conductor.standings(atBoot: SystemClocks.boot()).allSatisfy { !$0.canWork || answerBoots[$0.adapter] != nil }
  }

  /// Conducts the adapters until a time, or until something has happened. Returns whether to go on.
  mutating func wait(until boot: Int64) throws(SystemError) -> Bool {
    try step(until: boot)
    updateReport()
    return !isEnding
  }

  /// Ends the trial before its time.
  mutating func end() { isEnding = true }

  /// Returns the attempts of others since the last call.
  mutating func takeAttempts() -> [BlockAttempt] {
    defer { attempts = [] }
    return attempts
  }

  /// Reverts what was applied, looks whether anything is left, and ends the adapters. Their last attempts are there then.
  ///
  /// - Parameter artefacts: what may be left in files.
  mutating func revert(_ artefacts: [any FileArtefact]) throws(SystemError) {
    updateReport()
    let begin = SystemClocks.boot()
    let wasApplied = Set(conductor.standings(atBoot: begin).filter(\.isEnforcing).map(\.adapter))
    isReverting = true
    conductor.want(plan.nothing)
    let end = begin + (plan.program == nil ? Self.revertPatience : Self.programPatience)
    while conductor.isUnderWay, SystemClocks.boot() < end { try step(until: end) }
    report.isInterrupted = isEnding
    report.leftovers = faults(atBoot: SystemClocks.boot())
    report.leftovers += checks.leftovers(
      of: artefacts.filter { wasApplied.contains($0.adapter) }, isGuarded: wasApplied.contains(.execGuard))
    report.unresolved = checks.namesNotBack(by: plan.names)
    for report in threads.stop() { if case .worked(let work) = report.content { note(work) } }
  }

  /// The adapters that could not revert, in words.
  private func faults(atBoot boot: Int64) -> [String] {
    conductor.standings(atBoot: boot).compactMap { standing in
      switch standing.state {
      case .ready, .unavailable: return nil
      case .applying, .starting: return "\(standing.adapter.rawValue) has not answered"
      case .applied: return "\(standing.adapter.rawValue) still applies the shield"
      case .degraded(let reason, _): return "\(standing.adapter.rawValue): \(reason)"
      }
    }
  }
}

extension Trial {
  /// Gives the orders that are due, waits until something happens, and takes it.
  private mutating func step(until end: Int64) throws(SystemError) {
    let boot = SystemClocks.boot()
    for (adapter, order) in conductor.orders(atBoot: boot) {
      if case .apply = order, orderBoots[adapter] == nil { orderBoots[adapter] = boot }
      threads.send(order, to: adapter)
    }
    let next = min(end, conductor.nextBoot(after: boot) ?? end)
    let milliseconds = Int32(clamping: (max(0, next - boot) + 999_999) / 1_000_000)
    for ready in try queue.wait(milliseconds: milliseconds) {
      switch ready.token {
      case Token.signals: if try !signals.read().isEmpty { isEnding = true }
      case Token.output:
        isEnding = true
        if let output { queue.remove(output) }
        output = nil
      default: break
      }
    }
    for report in threads.reports.take() { take(report) }
  }

  /// The interval at which programs that are being ended are looked at, in nanoseconds.
  private static let look: Int64 = 20_000_000

  private mutating func take(_ report: AdapterReport) {
    let boot = SystemClocks.boot()
    conductor.take(report, atBoot: boot)
    switch report.content {
    case .applied, .failed:
      if report.adapter == .sweeper { isSweeperUnderWay = false }
      answerBoots[report.adapter] = answerBoots[report.adapter] ?? boot
    case .probed, .reverted, .worked: break
    }
    switch report.content {
    case .worked(let work): note(work)
    case .applied(_, let effect) where effect.isConcerned && trials[report.adapter] == nil && !isEnding && !isReverting:
      if report.adapter == .execGuard { look(at: report.adapter) { $0.lookAtGuard() } }
      if report.adapter == .hosts {
        let (names, signals) = (plan.names, signals)
        look(at: report.adapter) { $0.look(up: names, until: signals) }
      }
      if report.adapter == .program { look(at: report.adapter) { $0.lookAtProgram() } }
      if report.adapter == .dnsmasq {
        let names = plan.names
        look(at: report.adapter) { $0.lookAtNameServer(by: names) }
      }
      if [.chromium, .firefox, .nftables].contains(report.adapter) {
        look(at: report.adapter) { $0.lookAtComponent(of: report.adapter) }
      }
    default: break
    }
  }

  /// Keeps the attempts of others, and of a start that two adapters report one.
  private mutating func note(_ work: AdapterWork) {
    for attempt in work.attempts where attempt.outcome != .closing && !checks.isOwn(attempt) {
      if !pairing.isKnown(attempt) { attempts.append(attempt) }
    }
    lostAttemptCount += work.lostAttemptCount
  }

  /// Looks whether what an adapter has applied is in force.
  private mutating func look(
    at adapter: EnforcementSettings.Adapter, by looking: (inout TrialChecks) -> TrialChecks.Sight
  ) {
    let begin = SystemClocks.boot()
    let sight = looking(&checks)
    var trial = AdapterTrial(standing: AdapterStanding(adapter))
    (trial.blockedCount, trial.seenCount) = (sight.blockedCount, sight.seenCount)
    (trial.seen, trial.faults) = (sight.words, sight.faults)
    // Without the time in which other adapters were looked at.
    if let order = orderBoots[adapter], let answer = answerBoots[adapter] {
      let seen = adapter == .sweeper && plan.endsRunning ? max(answer, endBoot ?? begin) : answer
      trial.nanoseconds = seen - order + SystemClocks.boot() - begin
    }
    trials[adapter] = trial
  }

  /// Looks at the sweeper last, because what it has to do depends on the guard.
  private mutating func lookAtSweeper() throws(SystemError) {
    let standings = conductor.standings(atBoot: SystemClocks.boot())
    guard standings.contains(where: { $0.adapter == .sweeper && $0.isEnforcing }) else { return }
    let isGuarded = standings.contains { $0.adapter == .execGuard && $0.isEnforcing }
    let plan = plan
    look(at: .sweeper) { $0.lookAtSweeper(plan, isGuarded: isGuarded) }
    // It forgets the programs that were started to see what it does.
    conductor.applyAgain(.sweeper)
    // A program that starts meanwhile could count as one that the sweeper has missed.
    isSweeperUnderWay = true
    let end = SystemClocks.boot() + Self.patience
    while isSweeperUnderWay, !isEnding, SystemClocks.boot() < end { try step(until: end) }
    updateReport()
  }

  private mutating func updateReport() {
    report.adapters = conductor.standings(atBoot: SystemClocks.boot()).map { standing in
      var trial = trials[standing.adapter] ?? AdapterTrial(standing: standing)
      trial.standing = standing
      // A program of the user's own is in use because the configuration names it.
      trial.isNamed = standing.adapter == .program || plan.settings.adapters?.contains(standing.adapter) ?? false
      return trial
    }
  }
}
