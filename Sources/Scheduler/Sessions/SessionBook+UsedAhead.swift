import SchedulerCivilTime

/// Uses by a wall clock that somebody set ahead of the trusted one: they keep an interval of a strict profile from
/// starting a second time under that clock, and not from starting in its own time. For other profiles they count as all
/// uses do, and are told apart in case the profile becomes strict.
extension SessionBook {
  /// Looks how the uses ahead of the trusted clock stand.
  ///
  /// Where the trusted clock has come to one, it counts for good if its interval was open then, or if the wall clock that
  /// showed it turned out to be right; else a strict profile forgets it, and the interval starts. It forgets it also
  /// when the wall clock is set back before it, and its interval is over.
  ///
  /// Complexity: O(uses remembered).
  mutating func settleUsesAhead(of plan: ProfilePlan, at present: Present) {
    guard let record = records[plan.id], record.used.isAnyAhead else { return }
    let ahead = record.used.aheadKeys
    let takeover = takeover(of: plan, at: present)
    let used = record.used.settled { entry in
      let start = plan.start(ofAhead: entry.key, among: ahead)
      let prospect = entry.prospect(
        startingAt: start, previous, present, open: sessions[plan.id]?[.schedule], until: takeover)
      return prospect == .forgotten && !plan.isStrict ? .undecided : prospect
    }
    guard used != record.used else { return }
    remember(plan.id) { $0.used = used }
    if !used.isAnyAhead { usedAhead.remove(plan.id) }
  }

  /// The elapsed time at which the open interval of a strict profile is taken into another one in this evaluation, which
  /// comes late; `Int64.max` when it is not.
  private func takeover(of plan: ProfilePlan, at present: Present) -> Int64 {
    guard plan.isStrict, sessions[plan.id]?[.schedule] != nil, let previous, present.moment.continues(previous.moment),
      let interval = plan.timeline.interval(containing: present.wall),
      let start = used(of: plan.id).firstUnused(of: plan.timeline.starts(in: interval))?.instant,
      previous.wall < start, start <= present.wall, !outlasts(interval, of: plan, at: present)
    else { return .max }
    return present.elapsed(of: .wall(start))
  }
}

extension UsedOccurrences {
  /// What becomes of a use ahead of the trusted clock.
  enum Prospect {
    /// It counts from now on, whatever the clocks show.
    case forGood
    /// The occurrence was never there.
    case forgotten
    /// Nothing new.
    case undecided
  }

  /// Whether any is ahead of the trusted clock.
  var isAnyAhead: Bool { entries.contains(where: \.isAhead) }

  /// The uses that count also for the trusted clock.
  var withoutAhead: UsedOccurrences { isAnyAhead ? settled { _ in .forgotten } : self }

  fileprivate var aheadKeys: Set<OccurrenceKey> { Set(entries.lazy.filter(\.isAhead).map(\.key)) }

  fileprivate func settled(_ prospect: (Entry) -> Prospect) -> UsedOccurrences {
    UsedOccurrences(
      entries: entries.compactMap { entry in
        guard entry.isAhead else { return entry }
        switch prospect(entry) {
        case .undecided: return entry
        case .forgotten: return nil
        case .forGood:
          var entry = entry
          (entry.isAhead, entry.wallOrigin) = (false, nil)
          return entry
        }
      })
  }
}

extension ProfilePlan {
  /// When that starts which was used ahead together with an occurrence: the first of its interval that was.
  fileprivate func start(ofAhead key: OccurrenceKey, among ahead: Set<OccurrenceKey>) -> Instant {
    let first = timeline.interval(of: key).flatMap { interval in
      timeline.starts(in: interval).first { ahead.contains($0.key) }
    }
    return first?.instant ?? zone.resolve(localSeconds: key.localSeconds).compatible
  }
}

extension UsedOccurrences.Entry {
  fileprivate func prospect(
    startingAt start: Instant, _ previous: Present?, _ present: Present, open: Hold?, until takeover: Int64
  ) -> UsedOccurrences.Prospect {
    let open = open.flatMap { $0.occurrences.contains(key) && !reachesBack ? $0 : nil }
    guard start <= present.trusted.instant else {
      return open == nil && (reachesBack || present.wall < start) ? .forgotten : .undecided
    }
    if let open {
      // One that was over when the trusted clock came, or was taken into another one, ends in this evaluation.
      let came = present.elapsed(atTrusted: start)
      let isOver = open.end.map { present.elapsed(of: $0) <= came } ?? false
      return isOver || takeover < came ? .undecided : .forGood
    }
    // The trusted clock was set, to a wall clock that had come there and that nobody has set back since it used this: that
    // was right.
    if let previous, start <= previous.wall, present.isTrustedClockSet(since: previous),
      (wallOrigin ?? previous.wallOrigin).seconds(since: present.wallOrigin) <= Hold.lockSlack / Nanoseconds.perSecond
    {
      return .forGood
    }
    return .forgotten
  }
}

extension Present {
  /// Whether the trusted clock was set since an earlier present: it shows over a second more or less than has passed.
  fileprivate func isTrustedClockSet(since earlier: Present) -> Bool {
    let shown = Nanoseconds.from(
      (earlier.trusted.instant, earlier.trusted.nanosecond), to: (trusted.instant, trusted.nanosecond))
    return (shown - (elapsed - earlier.elapsed)).magnitude > UInt64(Nanoseconds.perSecond)
  }
}
