import SchedulerCivilTime

extension SessionBook {
  /// Opens a break or a pause of a session from now on. It lasts at most the given nanoseconds, and never beyond the
  /// session's planned end.
  mutating func openLift(_ kind: Lift.Kind, of profile: ProfileID, nanoseconds: Int64, at present: Present) {
    let isOpened = change(profile) { session in
      let end = session.plannedEnd(at: present).map(present.elapsed(of:)) ?? .max
      let deadline = min(present.elapsed(afterNanoseconds: nanoseconds), end)
      session.count(until: present.elapsed)
      session.lift = Lift(
        kind: kind, start: present.wall, deadline: deadline, chargedUntil: present.elapsed, allowance: nanoseconds)
      switch kind {
      case .break: session.breaks.taken += 1
      case .pause: session.pausesTaken += 1
      }
      return true
    }
    guard isOpened == true else { return }
    note(.intervalDidStart, activity: kind.activity(of: profile), of: profile, at: present.wall)
    note(kind.didStart, of: profile, at: present.wall)
  }

  /// Ends the lift of a session at a planned instant, and charges a break for the time that it was open until then.
  mutating func closeLift(of profile: ProfileID, planned: Instant, at present: Present) {
    guard let lift = sessions[profile]?.lift else { return }
    let isOver = present.instant(of: .elapsed(lift.deadline)) <= planned
    let elapsed = isOver ? lift.deadline : present.elapsed(at: planned)
    closeLift(of: profile, at: planned, chargingUntil: min(elapsed, present.elapsed))
  }

  /// Ends the lift of a session now. The rest of a break is not charged.
  mutating func closeLift(of profile: ProfileID, now present: Present) {
    closeLift(of: profile, at: present.wall, chargingUntil: present.elapsed)
  }

  private mutating func closeLift(of profile: ProfileID, at planned: Instant, chargingUntil elapsed: Int64) {
    guard let kind = sessions[profile]?.lift?.kind else { return }
    _ = change(profile) { session in
      session.count(until: elapsed)
      if kind == .break { session.breaks.usedNanoseconds += session.lift?.charge(until: elapsed) ?? 0 }
      session.lift = nil
    }
    note(.intervalDidEnd, activity: kind.activity(of: profile), of: profile, at: planned)
    note(kind.didEnd, of: profile, at: planned)
  }

  /// Renews the breaks of a session. An open break is charged to the old budget up to the renewal, and to the new one
  /// from then on.
  mutating func renewBreaks(of profile: ProfileID, in zone: ZoneRules, at present: Present) {
    guard let instant = sessions[profile]?.breaks.renewal?.instant(at: present) else { return }
    // A clock that was set past the renewal reached it when it was set.
    let reached = min(elapsed(whenClockShows: instant, at: present), present.elapsed)
    _ = change(profile) { session in
      guard let time = session.rules.breaks?.reset else { return }
      _ = session.lift?.charge(until: reached)
      session.breaks.usedNanoseconds = 0
      session.breaks.taken = 0
      session.breaks.renewal = BreakBudget.Renewal(after: instant, at: time, in: zone, present)
    }
  }
}

extension Lift.Kind {
  /// Returns the activity of the lift.
  func activity(of profile: ProfileID) -> ActivityName {
    switch self {
    case .break: .break(profile)
    case .pause: .pause(profile)
    }
  }

  fileprivate var didStart: EventName { self == .break ? .breakDidStart : .pauseDidStart }
  fileprivate var didEnd: EventName { self == .break ? .breakDidEnd : .pauseDidEnd }
}
