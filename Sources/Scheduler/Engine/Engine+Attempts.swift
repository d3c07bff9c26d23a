extension Engine {
  /// Records an event for each element, at this moment by the clock of its profile, and counts the attempts for their
  /// sessions.
  mutating func record(_ attempts: [ShieldAttempt], at present: Present) {
    for attempt in attempts {
      if attempt.outcome != .closing { book.count(attempt) }
      book.log.entries.append(
        SessionLog.Entry(
          name: .shieldDidBlock, profile: attempt.profile, session: attempt.session,
          planned: present.shown(by: clock(of: attempt.profile.id)).wall, message: attempt.application,
          attempt: attempt))
    }
  }
}
