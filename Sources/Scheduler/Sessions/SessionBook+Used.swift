import SchedulerCivilTime

extension SessionBook {
  /// Uses the occurrences of an interval from an instant on.
  mutating func use(_ keys: [OccurrenceKey], of plan: ProfilePlan, from instant: Instant, at present: Present) {
    let elapsed = present.elapsed(at: instant)
    remember(plan.id) { record in
      record.used.use(keys, elapsed: elapsed)
      record.used.prune(in: plan.zone, at: present)
    }
  }

  /// Uses everything that started on the present civil date up to now, as a stop does. It also uses the whole interval
  /// that contains the present, even if the start of that interval is forgotten.
  mutating func useStarted(of plan: ProfilePlan, at present: Present) {
    let civil = plan.zone.reached(at: present.wall)
    remember(plan.id) { record in
      record.used.useStarted(until: civil, elapsed: present.elapsed)
      record.used.prune(in: plan.zone, at: present)
    }
    guard let interval = plan.timeline.interval(containing: present.wall) else { return }
    use(plan.timeline.starts(in: interval).map(\.key), of: plan, from: present.wall, at: present)
  }

  /// Records what is about to end the interval of a profile's session. Does nothing if there is none.
  mutating func noteEnding(_ ending: UsedOccurrences.Ending, of profile: ProfileID) {
    guard let keys = sessions[profile]?[.schedule]?.interval?.occurrences else { return }
    remember(profile) { $0.used.end(keys, by: ending) }
  }
}

extension ZoneRules {
  /// Returns the latest civil time of the present date up to which everything has begun. In the second pass of a
  /// repeated hour, that is the end of the first pass, because a repeated time is its first occurrence.
  fileprivate func reached(at instant: Instant) -> CivilDateTime {
    let civil = civil(at: instant)
    guard case .repeated(_, instant) = resolve(civil) else { return civil }
    let last = self.civil(at: Instant(epochSeconds: segment(at: instant).start - 1)).localSeconds
    let endOfDate = Int64(civil.date.epochDay) * 86_400 + 86_400
    return CivilDateTime(localSeconds: min(last, endOfDate - 1)) ?? civil
  }
}
