import SchedulerCivilTime

extension SessionBook {
  /// Changes the pomodoro of a profile's session. Does nothing if there is none. Focus phases are intervals.
  mutating func changePomodoro(of profile: ProfileID, at planned: Instant, _ change: (inout Pomodoro) -> Void) {
    noting(of: profile, at: planned) { session in
      guard let position = session.holds.firstIndex(where: { $0.origin == .pomodoro }),
        var pomodoro = session.holds[position].pomodoro
      else { return }
      change(&pomodoro)
      session.holds[position].pomodoro = pomodoro
    }
  }

  /// Ends the running phase of a pomodoro at its planned end. A focus phase that follows by itself and is already past
  /// is recorded as missed.
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
