import SchedulerCivilTime

extension Session {
  /// Returns the planned end of the open lift: its own, or the session's if an edit or a clock that was set has brought
  /// that forward. Nil if no lift is open.
  public func liftEnd(at present: Present) -> Instant? { lift.map { end(of: $0.deadline, at: present) } }

  /// Returns the planned end of a part of the session that ends at an elapsed time, or earlier with the session.
  func end(of deadline: Int64, at present: Present) -> Instant {
    let end = present.instant(of: .elapsed(deadline))
    return plannedEnd(at: present).map { min(end, present.instant(of: $0)) } ?? end
  }

  /// Whether the session is planned to continue after an instant.
  func goesOn(beyond instant: Instant, at present: Present) -> Bool {
    plannedEnd(at: present).map { instant < present.instant(of: $0) } ?? true
  }

  /// Returns an instant if the session is planned to continue after it; otherwise nil.
  func instantWithin(_ instant: Instant?, at present: Present) -> Instant? {
    instant.flatMap { goesOn(beyond: $0, at: present) ? $0 : nil }
  }

  /// Whether a session has used up its breaks, with all that an open break may take.
  func hasSpentBreaks(of rules: BreakRules) -> Bool {
    let open = lift?.kind == .break ? lift?.allowance ?? 0 : 0
    return breaks.remaining(of: rules) <= open || rules.count.map { breaks.taken >= $0 } ?? false
  }

  /// Returns the time of the next break: the end of a running focus phase, or the time from which a break may be started,
  /// whichever is earlier. The start of the session stands for any time. Nil if there is no further break.
  func nextBreak(at present: Present) -> Instant? {
    let phase = self[.pomodoro]?.pomodoro.flatMap { pomodoro in
      pomodoro.mode == .focus && pomodoro.state == .running ? present.instant(of: .elapsed(pomodoro.deadline)) : nil
    }
    return [phase, nextOwnBreak(at: present)].compactMap(\.self).min()
  }

  private func nextOwnBreak(at present: Present) -> Instant? {
    guard let breakRules = rules.breaks, rules.permissions?.contains(.break) ?? true, !hasPausedPhase else {
      return nil
    }
    let ready = hasSpentBreaks(of: breakRules) ? breaks.renewal?.instant(at: present) : start
    return instantWithin(ready.map { max($0, liftEnd(at: present) ?? $0) }, at: present)
  }

  /// Returns the planned end of a grant: its own, or the session's if that comes first.
  public func grantEnd(_ grant: Grant, at present: Present) -> Instant { end(of: grant.deadline, at: present) }

  /// Returns how long the session has really run, including breaks, in seconds of elapsed time.
  public func seconds(at present: Present) -> Int64 {
    max(0, present.elapsed - realStartElapsed) / Nanoseconds.perSecond
  }

  /// Returns the seconds of breaks that are left, without those that an open break has taken so far, rounded down. Nil
  /// if the session may take no breaks.
  public func breakSecondsLeft(at present: Present) -> Int64? {
    guard let rules = rules.breaks else { return nil }
    var open = lift?.kind == .break ? lift : nil
    let taken = open?.charge(until: present.elapsed) ?? 0
    return max(0, breaks.remaining(of: rules) - taken) / Nanoseconds.perSecond
  }
}
