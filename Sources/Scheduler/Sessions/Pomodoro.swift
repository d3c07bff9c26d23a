import SchedulerCivilTime
import SchedulerJSON

/// The state of a pomodoro: focus phases with breaks between them. Only a running focus phase enforces the shield.
///
/// | ending phase | `auto-start` | result |
/// |---|---|---|
/// | a focus phase | includes breaks | the break runs: long after every `rounds`-th focus, otherwise short |
/// | a focus phase | excludes breaks | completed: the break waits for `start` |
/// | a break | includes focus | the next focus runs |
/// | a break | excludes focus | ready: the next focus waits for `start` |
///
/// A pomodoro that stays ready, paused or completed is over an hour after its last planned end. So is one whose running
/// phase ended over an hour before an evaluation, because the machine was off, asleep or without a daemon: a phase
/// follows by itself only while evaluations show that the machine is in use. Phases that begin and end between two evaluations are missed.
public struct Pomodoro: Hashable, Sendable {
  /// The kinds of phase.
  public enum Mode: String, CaseIterable, Sendable {
    case focus
    case shortBreak = "short-break"
    case longBreak = "long-break"

    /// The phase in words.
    public var words: String {
      switch self {
      case .focus: "focus"
      case .shortBreak: "short break"
      case .longBreak: "long break"
      }
    }
  }

  /// The states of a phase.
  public enum State: String, CaseIterable, Sendable {
    case ready, running, paused, completed
  }

  /// The lengths of the phases, and which of them begin by themselves.
  public let rules: PomodoroRules
  /// The kind of the present phase; when ready, of the phase that waits; when completed, of the phase that ended.
  public private(set) var mode = Mode.focus
  /// The state of the phase.
  public private(set) var state = State.running
  /// The number of focus phases that are over, which decides when a break is long.
  public private(set) var pastRounds: Int64 = 0
  /// The number of past focus phases that were missed.
  private(set) var missedRounds: Int64 = 0
  /// The elapsed time of the present phase's planned end, otherwise of the last one's, in nanoseconds.
  public private(set) var deadline: Int64
  /// The nanoseconds that are left of a paused phase; nil if it is not paused.
  public private(set) var remaining: Int64?
  /// Whether the phase began and ended between two evaluations. Always false once an evaluation is complete.
  private(set) var isMissed = false
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// The time after which a pomodoro that the user does not continue is over, in nanoseconds. It is taken as abandoned.
  static let stalenessNanoseconds = 3_600 * Nanoseconds.perSecond

  /// Creates a pomodoro whose first focus phase begins now.
  init(_ rules: PomodoroRules, at present: Present) {
    self.rules = rules
    deadline = present.elapsed(afterNanoseconds: Nanoseconds.of(seconds: rules.focusSeconds))
  }

  /// The number of focus phases that ran to their end. Missed ones do not count.
  public var completedRounds: Int64 { pastRounds - missedRounds }

  /// Whether the pomodoro applies the shield.
  public var isEnforcing: Bool { mode == .focus && state == .running && !isMissed }

  /// The elapsed time at which the present phase began, or at which it was paused or began to wait.
  var phaseStart: Int64 { state == .running ? deadline - length(of: mode) : deadline - (remaining ?? 0) }

  /// Whether a focus phase has begun and not ended, which is an interval of the activity.
  public var isInFocus: Bool { mode == .focus && (state == .running || state == .paused) && !isMissed }

  /// A phase that has begun and not ended, and that was not missed. Two different phases of one pomodoro
  /// never compare equal.
  struct Phase: Equatable {
    let mode: Mode
    fileprivate let pastRounds: Int64
  }

  /// The phase that runs or is paused; nil for none.
  var phase: Phase? { isWaiting || isMissed ? nil : Phase(mode: mode, pastRounds: pastRounds) }

  /// Whether `start` runs the next phase.
  public var isWaiting: Bool { state == .ready || state == .completed }

  /// The command that runs the present or the next phase; nil while a phase runs.
  public var awaitedAction: String? { isWaiting ? "start" : state == .paused ? "resume" : nil }

  /// Whether a phase runs after which no phase begins by itself.
  var nextPhaseWaits: Bool {
    state == .running && !(mode == .focus ? rules.autoStart.startsBreaks : rules.autoStart.startsFocus)
  }

  /// The end if no further input arrives; nil if the phases follow each other forever.
  public var plannedEnd: Deadline? {
    var end = deadline
    if state == .running {
      let next = modeAfterFocus(pastRounds + 1)
      switch rules.autoStart {
      case .both: return nil
      case .none: break
      case .breaks: if mode == .focus { end += length(of: next) }
      case .focus: if mode != .focus { end += length(of: .focus) }
      }
    }
    return .elapsed(end + Self.stalenessNanoseconds)
  }

  /// Returns the end if the present phase was running and no evaluation came before an elapsed time; nil if the phases
  /// follow each other forever.
  func end(seenAt elapsed: Int64) -> Deadline? {
    let end = deadline + Self.stalenessNanoseconds
    return state == .running && end < elapsed ? .elapsed(end) : plannedEnd
  }

  /// The kind of the phase that `start` begins; nil unless one waits.
  public var waitingMode: Mode? { isWaiting ? followingMode : nil }

  /// The elapsed time of the next change by itself: the phase ends, or the pomodoro becomes stale.
  var nextChange: Int64 { state == .running ? deadline : deadline + Self.stalenessNanoseconds }

  /// Whether the next change by itself begins a focus phase.
  var nextChangeBeginsFocus: Bool { state == .running && mode != .focus && rules.autoStart.startsFocus }

  /// Returns the length of a phase in seconds.
  public func seconds(of mode: Mode) -> Int64 { length(of: mode) / Nanoseconds.perSecond }

  /// Returns the length of a phase in nanoseconds.
  func length(of mode: Mode) -> Int64 {
    switch mode {
    case .focus: Nanoseconds.of(seconds: rules.focusSeconds)
    case .shortBreak: Nanoseconds.of(seconds: rules.shortBreakSeconds)
    case .longBreak: Nanoseconds.of(seconds: rules.longBreakSeconds)
    }
  }

  private var followingMode: Mode { state == .completed ? modeAfterFocus(pastRounds) : .focus }

  private func modeAfterFocus(_ rounds: Int64) -> Mode { rounds % rules.rounds == 0 ? .longBreak : .shortBreak }
}

extension Pomodoro {
  /// Ends the running phase at its deadline. A phase that follows by itself begins there, unless that is over an hour
  /// ago.
  ///
  /// - Parameter elapsed: the elapsed time of the evaluation.
  mutating func endPhase(seenAt elapsed: Int64) {
    let isAttended = elapsed - deadline <= Self.stalenessNanoseconds
    let wasMissed = isMissed
    isMissed = false
    switch mode {
    case .focus:
      pastRounds += 1
      missedRounds += wasMissed ? 1 : 0
      guard isAttended, rules.autoStart.startsBreaks else {
        state = .completed
        return
      }
      mode = modeAfterFocus(pastRounds)
    case .shortBreak, .longBreak:
      mode = .focus
      guard isAttended, rules.autoStart.startsFocus else {
        state = .ready
        return
      }
    }
    deadline += length(of: mode)
    see(at: elapsed)
  }

  /// Notes at an evaluation that a phase has begun since the previous one. If it is over by now, it is missed.
  mutating func see(at elapsed: Int64) { isMissed = state == .running && deadline <= elapsed }

  /// Skips whole cycles of `rounds` missed focus phases, if a running phase follows each of them by itself. Leaves at
  /// least the last two cycles, and as many phases as a `Missed` lists. Returns the number of skipped focus phases.
  mutating func skipPastCycles(until elapsed: Int64) -> Int64 {
    guard isMissed, rules.autoStart == .both else { return 0 }
    let shortBreaks = (rules.rounds - 1) * length(of: .shortBreak)
    let cycle = rules.rounds * length(of: .focus) + shortBreaks + length(of: .longBreak)
    let kept = max(2, Int64(Missed.maximumListed) / rules.rounds + 1)
    let cycles = max(0, (elapsed - deadline) / cycle - kept)
    deadline += cycles * cycle
    pastRounds += cycles * rules.rounds
    missedRounds += cycles * rules.rounds
    return cycles * rules.rounds
  }

  /// Runs the phase that waits. Does nothing if none waits.
  mutating func startNext(at present: Present) {
    guard isWaiting else { return }
    mode = followingMode
    run(nanoseconds: length(of: mode), at: present)
  }

  /// Stops the clock of a running phase.
  mutating func pause(at present: Present) {
    guard state == .running else { return }
    remaining = max(0, deadline - present.elapsed)
    state = .paused
  }

  /// Continues a paused phase for the rest of its time.
  mutating func resume(at present: Present) {
    guard state == .paused, let remaining else { return }
    run(nanoseconds: remaining, at: present)
  }

  private mutating func run(nanoseconds: Int64, at present: Present) {
    deadline = present.elapsed(afterNanoseconds: nanoseconds)
    state = .running
    remaining = nil
  }
}

extension SessionBook {
  /// Changes the pomodoro of a profile's session. Does nothing if there is none. Focus phases are intervals.
  ///
  /// - Parameters:
  ///   - planned: the planned instant of the change.
  ///   - elapsed: the elapsed time of the change, in nanoseconds.
  mutating func changePomodoro(
    of profile: ProfileID, at planned: Instant, elapsed: Int64, _ change: (inout Pomodoro) -> Void
  ) {
    count(profile, until: elapsed)
    noting(of: profile, at: planned) { session in
      guard let position = session.holds.firstIndex(where: { $0.origin == .pomodoro }),
        case .pomodoro(var pomodoro) = session.holds[position].kind
      else { return }
      change(&pomodoro)
      session.holds[position].kind = .pomodoro(pomodoro)
    }
  }

  /// Ends the running phase of a pomodoro at its planned end. A missed focus phase is recorded as missed, and any other
  /// counts as a round.
  mutating func advancePomodoro(of profile: ProfileID, planned: Instant, at present: Present) {
    guard let reference = sessions[profile]?.profile, let ending = sessions[profile]?.pomodoro else { return }
    var further: Int64 = 0
    changePomodoro(of: profile, at: planned, elapsed: ending.deadline) { pomodoro in
      pomodoro.endPhase(seenAt: present.elapsed)
      further = pomodoro.skipPastCycles(until: present.elapsed)
    }
    log.miss(.strategy(profile), of: reference, count: further)
    guard ending.mode == .focus else { return }
    if ending.isMissed {
      let start = present.instant(of: .elapsed(ending.phaseStart))
      log.miss(.strategy(profile), of: reference, start: start, end: planned)
    } else {
      _ = change(profile) { $0.times.rounds += 1 }
    }
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
    mode = try archive.field("mode", of: value?.mode)
    state = try archive.field("state", of: value?.state)
    pastRounds = try archive.field("rounds", of: value?.pastRounds)
    missedRounds = try archive.field("missed", of: value?.missedRounds, default: 0)
    deadline = try archive.field("deadline", of: value?.deadline)
    remaining = try archive.optional("remaining", of: value?.remaining)
    rules = try archive.optional("rules", of: value?.rules) ?? PomodoroRules()
    unknown = archive.unknown(value?.unknown)
  }
}

extension Pomodoro.Mode: StoredScalar {}
extension Pomodoro.State: StoredScalar {}
