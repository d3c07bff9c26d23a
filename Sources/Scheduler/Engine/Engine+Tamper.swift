import SchedulerCivilTime

extension Engine {
  /// Records that the wall clock or the zone was changed by hand, for each strict profile that this concerns: one whose
  /// session runs, or that has an interval ahead.
  ///
  /// - Parameter zone: the zone that was set. It concerns the profiles that follow the machine's zone and had another
  ///   one. Nil for the clock.
  mutating func noteTamper(withZone zone: ZoneRules? = nil, at present: Present) {
    for position in due.profiles.indices where isStrict(at: position) || isLocked(at: position) {
      let plan = plan(at: position)
      if let zone, configuration.zone(of: plan.profile).choice != .system || plan.zone.identifier == zone.identifier {
        continue
      }
      let session = book[plan.id]
      let now = present.shown(by: plan.clock).wall
      guard session?.rules.lock == .strict || plan.timeline.intervals(endingAfter: now).upcoming != nil else {
        continue
      }
      book.log.entries.append(
        SessionLog.Entry(
          name: .clockTamper, profile: plan.reference, session: session?.id, planned: now))
    }
  }

  private func isLocked(at position: Int) -> Bool { book[due.profiles[position]]?.rules.lock == .strict }
}
