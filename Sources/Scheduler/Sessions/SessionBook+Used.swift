import SchedulerCivilTime

extension SessionBook {
  /// Uses the occurrences of an interval from an instant on.
  ///
  /// - Parameter first: the first start in it that is used.
  mutating func use(
    _ keys: [OccurrenceKey], of plan: ProfilePlan, at instant: Instant, first: Instant, _ present: Present
  ) {
    let elapsed = present.elapsed(of: .wall(instant))
    let isAhead = !present.isWallTrusted && present.trusted.instant < first
    if isAhead { usedAhead.insert(plan.id) }
    remember(plan.id) { record in
      record.used.use(keys, elapsed: elapsed, ahead: isAhead ? present.wallOrigin : nil)
      record.used.prune(today: plan.zone.civil(at: present.wall).date, in: plan.zone, at: present)
    }
  }

  /// Uses what started on the present civil date up to now, as a stop does, and as a whole the interval that contains
  /// now, also where its start is forgotten. Of a strict profile both clocks have to have come there; of what only one
  /// of them is inside, that interval is used. Of others the wall clock counts, until the profile becomes strict.
  mutating func useStarted(of plan: ProfilePlan, at present: Present) {
    let byBoth = min(present.wall, present.isWallTrusted ? present.wall : present.trusted.instant)
    let civil = plan.zone.reached(at: byBoth)
    remember(plan.id) { record in
      record.used.useStarted(until: civil, elapsed: present.elapsed)
      if byBoth < present.wall, !plan.isStrict {
        record.used.useStarted(
          until: plan.zone.reached(at: present.wall), elapsed: present.elapsed, ahead: present.wallOrigin)
      }
      record.used.prune(today: civil.date, in: plan.zone, at: present)
    }
    if byBoth < present.wall, !plan.isStrict { usedAhead.insert(plan.id) }
    for instant in plan.isStrict && !present.isWallTrusted ? [present.wall, present.trusted.instant] : [present.wall] {
      guard let interval = plan.timeline.interval(containing: instant) else { continue }
      use(plan.timeline.starts(in: interval).map(\.key), of: plan, at: present.wall, first: interval.start, present)
    }
  }

  /// Notes what ends the interval that a profile's session has, before it does; nothing when it has none.
  mutating func noteEnding(_ ending: UsedOccurrences.Ending, of profile: ProfileID) {
    guard let keys = sessions[profile]?[.schedule]?.occurrences else { return }
    remember(profile) { $0.used.end(keys, by: ending) }
  }
}

extension ZoneRules {
  /// The latest civil time of the present date up to which everything has begun. In the second pass of a repeated hour that
  /// is the end of the first, since a repeated time is its first occurrence.
  fileprivate func reached(at instant: Instant) -> CivilDateTime {
    let civil = civil(at: instant)
    guard case .repeated(_, instant) = resolve(civil) else { return civil }
    let last = self.civil(at: Instant(epochSeconds: segment(at: instant).start - 1)).localSeconds
    let endOfDate = Int64(civil.date.epochDay) * 86_400 + 86_400
    return CivilDateTime(localSeconds: min(last, endOfDate - 1)) ?? civil
  }
}
