import SchedulerJSON

/// How a session has spent its time since its real start, in elapsed time.
///
/// At each moment a session is on a break, paused, enforcing or waiting, and only one of them. Breaks and pauses count
/// while that lift is open. Without a lift the session enforces while one of its holds does, whether or not consent or
/// targets make the shield felt, and otherwise waits: a pomodoro has a break, is paused, ready or completed. Everything
/// that is not counted here is time in which the session enforced.
public struct SessionTimes: Hashable, Sendable {
  /// The nanoseconds on breaks, over all renewals of their budget.
  public internal(set) var breakNanoseconds: Int64 = 0
  /// The nanoseconds in pauses.
  public internal(set) var pauseNanoseconds: Int64 = 0
  /// The nanoseconds in which no lift was open and no hold enforced.
  public internal(set) var waitingNanoseconds: Int64 = 0
  /// The nanoseconds of running focus phases, with the breaks that lifted the shield meanwhile.
  public internal(set) var focusNanoseconds: Int64 = 0
  /// The number of focus phases that ran to their end.
  public internal(set) var rounds: Int64 = 0
  /// The elapsed time up to which the session is counted, in nanoseconds.
  var countedUntil: Int64
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Creates empty totals that start at an elapsed time.
  init(from elapsed: Int64) { countedUntil = elapsed }
}

extension Session {
  /// Adds the time since the last count to what the session has been doing: enforcing, a break, a pause or waiting. It is called before a lift, a hold or a
  /// phase changes.
  mutating func count(until elapsed: Int64) {
    let (length, isTooLong) = elapsed.subtractingReportingOverflow(times.countedUntil)
    guard length > 0, !isTooLong else { return }
    times.countedUntil = elapsed
    if pomodoro?.isEnforcing == true { times.focusNanoseconds += length }
    switch lift?.kind {
    case .break: times.breakNanoseconds += length
    case .pause: times.pauseNanoseconds += length
    case nil: if !holds.contains(where: \.isEnforcing) { times.waitingNanoseconds += length }
    }
  }

  /// Returns how the session has spent its time so far, in whole seconds, with its open lift.
  public func spent(at present: Present) -> SessionSeconds {
    var session = self
    session.count(until: present.elapsed)
    return SessionSeconds(session.times, total: seconds(at: present), of: origins)
  }

  /// Returns the times of a session that an earlier version stored without them: the breaks since they were last
  /// renewed and the rounds of the pomodoro, counted up to the start of the current break, pause or phase.
  func estimatedTimes() -> SessionTimes {
    var times = SessionTimes(from: realStartElapsed)
    times.breakNanoseconds = breaks.usedNanoseconds
    let begin = lift?.chargedUntil ?? pomodoro?.phaseStart ?? realStartElapsed
    times.countedUntil = max(realStartElapsed, begin)
    guard let pomodoro else { return times }
    times.rounds = pomodoro.completedRounds
    // A state may contain any numbers, but no focus phases that are longer than the session.
    let (total, isTooLong) = times.countedUntil.subtractingReportingOverflow(realStartElapsed)
    let (focus, isTooMuch) = times.rounds.multipliedReportingOverflow(by: pomodoro.length(of: .focus))
    guard !isTooLong else { return times }
    times.focusNanoseconds = isTooMuch ? total : max(0, min(focus, total))
    guard origins == [.pomodoro] else { return times }
    times.waitingNanoseconds = max(0, total - times.focusNanoseconds - times.breakNanoseconds)
    return times
  }
}

extension SessionBook {
  /// Counts the time of a profile's session up to an elapsed time. Does nothing if there is no session.
  mutating func count(_ profile: ProfileID, until elapsed: Int64) {
    _ = change(profile) { $0.count(until: elapsed) }
  }
}

/// The time of a session in whole seconds. The parts add up to the total.
public struct SessionSeconds: Hashable, Sendable {
  /// The whole length.
  public let total: Int64
  /// The time on breaks, rounded down.
  public let onBreak: Int64
  /// The time in pauses, rounded down.
  public let paused: Int64
  /// The time in which no lift was open and no hold enforced, rounded down.
  public let waiting: Int64
  /// The time of running focus phases, rounded down; nil for a session that never had a pomodoro. It is no part of the
  /// sum.
  public let focus: Int64?
  /// The number of focus phases that ran to their end; nil for a session that never had a pomodoro.
  public let rounds: Int64?

  /// Creates seconds that were read.
  init(total: Int64, onBreak: Int64, paused: Int64, waiting: Int64, focus: Int64?, rounds: Int64?) {
    (self.total, self.onBreak, self.paused, self.waiting) = (total, onBreak, paused, waiting)
    (self.focus, self.rounds) = (focus, rounds)
  }

  /// Creates the seconds of times.
  ///
  /// - Parameters:
  ///   - total: the whole length in seconds, not less than the nanoseconds of all parts.
  ///   - origins: the origins of all holds of the session.
  init(_ times: SessionTimes, total: Int64, of origins: Set<Hold.Origin>) {
    self.total = total
    onBreak = times.breakNanoseconds / Nanoseconds.perSecond
    paused = times.pauseNanoseconds / Nanoseconds.perSecond
    waiting = times.waitingNanoseconds / Nanoseconds.perSecond
    let isPomodoro = origins.contains(.pomodoro)
    focus = isPomodoro ? times.focusNanoseconds / Nanoseconds.perSecond : nil
    rounds = isPomodoro ? times.rounds : nil
  }

  /// The rest of the length, in which no lift was open and a hold enforced.
  public var enforcing: Int64 { total - onBreak - paused - waiting }

  /// Returns the parts besides `enforcing` that are not zero, then the focus phases, in words such as `breaks 15 min`.
  ///
  /// - Parameter length: returns a number of seconds in words.
  public func words(_ length: (Int64) -> String = { LengthWords.text(seconds: $0) }) -> [String] {
    let parts = [("breaks", onBreak), ("paused", paused), ("waiting", waiting)].filter { $0.1 != 0 }
    let phases = rounds.map { "focus \(length(focus ?? 0)) in \($0) \($0 == 1 ? "round" : "rounds")" }
    return parts.map { "\($0.0) \(length($0.1))" } + (phases.map { [$0] } ?? [])
  }
}

extension SessionTimes: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    countedUntil = try archive.field("until", of: value?.countedUntil)
    breakNanoseconds = try archive.field("break", of: value?.breakNanoseconds, default: 0)
    pauseNanoseconds = try archive.field("pause", of: value?.pauseNanoseconds, default: 0)
    waitingNanoseconds = try archive.field("waiting", of: value?.waitingNanoseconds, default: 0)
    focusNanoseconds = try archive.field("focus", of: value?.focusNanoseconds, default: 0)
    rounds = try archive.field("rounds", of: value?.rounds, default: 0)
    unknown = archive.unknown(value?.unknown)
  }
}
