import SchedulerCivilTime
import SchedulerJSON

/// Where a pomodoro is: focus phases with breaks between them, of which only a running focus enforces the shield.
///
/// | ends | and `auto-start` | then |
/// |---|---|---|
/// | a focus phase | has breaks | the break runs, long after every `rounds`-th focus, else short |
/// | a focus phase | has none | completed: the break waits for `start` |
/// | a break | has focus | the next focus runs |
/// | a break | has none | ready: the next focus waits for `start` |
///
/// Left alone in ready, paused or completed it is over an hour after its last planned end.
public struct Pomodoro: Hashable, Sendable {
  /// The kinds of phase.
  public enum Mode: String, CaseIterable, Sendable {
    case focus
    case shortBreak = "short-break"
    case longBreak = "long-break"
  }

  /// What becomes of the phase.
  public enum State: String, CaseIterable, Sendable {
    case ready, running, paused, completed
  }

  /// How long its phases are, and which begin by themselves.
  public let rules: PomodoroRules
  /// The kind of the present phase; of the one that waits when ready, of the one that ended when completed.
  public private(set) var mode = Mode.focus
  /// What becomes of the phase.
  public private(set) var state = State.running
  /// Focus phases that ran to their end.
  public private(set) var completedRounds: Int64 = 0
  /// Elapsed time of the present phase's planned end, else of the last one's, in nanoseconds.
  public private(set) var deadline: Int64
  /// While paused: the nanoseconds that are left of the phase.
  public private(set) var remaining: Int64?
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()

  /// After so long in ready, paused or completed a pomodoro is over: nobody is there any more.
  static let stalenessNanoseconds = 3_600 * Nanoseconds.perSecond

  /// A first focus phase from now on.
  init(_ rules: PomodoroRules, at present: Present) {
    self.rules = rules
    deadline = present.elapsed(afterNanoseconds: Nanoseconds.of(seconds: rules.focusSeconds))
  }

  /// A pomodoro that was written down.
  init(
    _ rules: PomodoroRules, mode: Mode, state: State, completedRounds: Int64, deadline: Int64, remaining: Int64?
  ) {
    self.rules = rules
    self.mode = mode
    self.state = state
    self.completedRounds = completedRounds
    self.deadline = deadline
    self.remaining = remaining
  }

  /// Whether the shield is applied on its account.
  public var isEnforcing: Bool { mode == .focus && state == .running }

  /// Whether a focus phase has begun and not ended: an interval of its activity.
  public var isInFocus: Bool { mode == .focus && (state == .running || state == .paused) }

  /// Whether `start` runs the next phase.
  public var isWaiting: Bool { state == .ready || state == .completed }

  /// Whether the phase that runs is followed by none that begins by itself.
  var nextPhaseWaits: Bool {
    state == .running && !(mode == .focus ? rules.autoStart.startsBreaks : rules.autoStart.startsFocus)
  }

  /// When it is over if nobody does anything; nil when its phases follow each other for ever.
  public var plannedEnd: Deadline? {
    var end = deadline
    if state == .running {
      let next = modeAfterFocus(completedRounds + 1)
      switch rules.autoStart {
      case .both: return nil
      case .none: break
      case .breaks: if mode == .focus { end += length(of: next) }
      case .focus: if mode != .focus { end += length(of: .focus) }
      }
    }
    return .elapsed(end + Self.stalenessNanoseconds)
  }

  /// Elapsed time at which something happens by itself: the phase ends, or the whole is stale.
  var nextChange: Int64 { state == .running ? deadline : deadline + Self.stalenessNanoseconds }

  /// Whether the next change by itself begins a focus phase.
  var nextChangeBeginsFocus: Bool { state == .running && mode != .focus && rules.autoStart.startsFocus }

  /// The nanoseconds of a phase.
  func length(of mode: Mode) -> Int64 {
    switch mode {
    case .focus: Nanoseconds.of(seconds: rules.focusSeconds)
    case .shortBreak: Nanoseconds.of(seconds: rules.shortBreakSeconds)
    case .longBreak: Nanoseconds.of(seconds: rules.longBreakSeconds)
    }
  }

  private func modeAfterFocus(_ rounds: Int64) -> Mode { rounds % rules.rounds == 0 ? .longBreak : .shortBreak }
}

extension Pomodoro {
  /// Ends the running phase at its deadline; what follows by itself begins there.
  mutating func endPhase() {
    switch mode {
    case .focus:
      completedRounds += 1
      guard rules.autoStart.startsBreaks else {
        state = .completed
        return
      }
      mode = modeAfterFocus(completedRounds)
    case .shortBreak, .longBreak:
      mode = .focus
      guard rules.autoStart.startsFocus else {
        state = .ready
        return
      }
    }
    deadline += length(of: mode)
  }

  /// Jumps over whole cycles of `rounds` focus phases that lie in the past, as long as a running phase follows each by
  /// itself; returns how many focus phases that were. The last two cycles are left to be gone through.
  mutating func skipPastCycles(until elapsed: Int64) -> Int64 {
    guard state == .running, rules.autoStart == .both else { return 0 }
    let shortBreaks = (rules.rounds - 1) * length(of: .shortBreak)
    let cycle = rules.rounds * length(of: .focus) + shortBreaks + length(of: .longBreak)
    let kept = max(2, Int64(Missed.maximumListed) / rules.rounds + 1)
    let cycles = max(0, (elapsed - deadline) / cycle - kept)
    deadline += cycles * cycle
    completedRounds += cycles * rules.rounds
    return cycles * rules.rounds
  }

  /// Runs the phase that waits; nothing when none does.
  mutating func startNext(at present: Present) {
    guard isWaiting else { return }
    mode = state == .completed ? modeAfterFocus(completedRounds) : .focus
    run(nanoseconds: length(of: mode), present)
  }

  /// Stops the clock of a running phase.
  mutating func pause(at present: Present) {
    guard state == .running else { return }
    remaining = max(0, deadline - present.elapsed)
    state = .paused
  }

  /// Goes on with what was left of a paused phase.
  mutating func resume(at present: Present) {
    guard state == .paused, let remaining else { return }
    run(nanoseconds: remaining, present)
  }

  private mutating func run(nanoseconds: Int64, _ present: Present) {
    deadline = present.elapsed(afterNanoseconds: nanoseconds)
    state = .running
    remaining = nil
  }
}

extension SessionBook {
  /// Changes the pomodoro of a profile's session; nothing when it has none. Focus phases are intervals.
  mutating func changePomodoro(of profile: ProfileID, at planned: Instant, _ change: (inout Pomodoro) -> Void) {
    noting(of: profile, at: planned) { session in
      guard let position = session.holds.firstIndex(where: { $0.origin == .pomodoro }),
        case .pomodoro(var pomodoro) = session.holds[position].kind
      else { return }
      change(&pomodoro)
      session.holds[position].kind = .pomodoro(pomodoro)
    }
  }

  /// Ends the running phase of a pomodoro at its planned end. A focus phase that follows by itself and is already past is
  /// noted as missed.
  mutating func advancePomodoro(of profile: ProfileID, at planned: Instant, _ present: Present) {
    guard let reference = sessions[profile]?.profile else { return }
    var missed: (end: Int64, further: Int64)?
    changePomodoro(of: profile, at: planned) { pomodoro in
      pomodoro.endPhase()
      guard pomodoro.isInFocus, present.hasReached(.elapsed(pomodoro.deadline)) else { return }
      let end = pomodoro.deadline
      pomodoro.endPhase()
      missed = (end, pomodoro.skipPastCycles(until: present.elapsed))
    }
    guard let missed else { return }
    let end = present.instant(of: .elapsed(missed.end))
    log.miss(.strategy(profile), reference, start: planned, end: end)
    log.miss(.strategy(profile), reference, count: missed.further)
  }
}

extension PomodoroRules.AutoStart {
  /// Whether breaks begin by themselves.
  var startsBreaks: Bool { self == .both || self == .breaks }
  /// Whether focus phases begin by themselves.
  var startsFocus: Bool { self == .both || self == .focus }
}

extension Pomodoro: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    mode = try archive.field("mode", value?.mode)
    state = try archive.field("state", value?.state)
    completedRounds = try archive.field("rounds", value?.completedRounds)
    deadline = try archive.field("deadline", value?.deadline)
    remaining = try archive.optional("remaining", value?.remaining)
    rules = try archive.optional("rules", value?.rules) ?? PomodoroRules()
    unknown = archive.unknown(value?.unknown)
  }
}

extension Pomodoro.Mode: StoredScalar {}
extension Pomodoro.State: StoredScalar {}
