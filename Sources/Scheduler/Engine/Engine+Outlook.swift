import SchedulerCivilTime

extension Engine {
  /// The intervals of a profile; nil for one that the configuration has not.
  public func timeline(of profile: ProfileID) -> ProfileTimeline? { plan(of: profile)?.timeline }

  /// The next interval of a profile that will start by itself: not over, and neither started, stopped nor skipped. Nil when
  /// none is coming, for a profile that the configuration has not, and before the first evaluation. Its ends are what the
  /// wall clock will show then.
  public func nextInterval(of profile: ProfileID) -> Interval? {
    guard let present, let plan = plan(of: profile) else { return nil }
    let own = present.shown(by: plan.clock)
    let used = book.used(of: profile)
    let timeline = plan.timeline
    return timeline.intervals(endingAfter: own.wall).first { used.firstUnused(of: timeline.starts(in: $0)) != nil }
      .map { present.interval(at: $0, shownBy: own) }
  }

  /// The interval of a profile that contains the present and keeps no session; `unheldReason` tells why. Its ends are what
  /// the wall clock shows then.
  public func unheldInterval(of profile: ProfileID) -> Interval? {
    guard let present, let interval = ownUnheldInterval(of: profile) else { return nil }
    return present.interval(at: interval, shownBy: present.shown(by: clock(of: profile)))
  }

  private func ownUnheldInterval(of profile: ProfileID) -> Interval? {
    guard let present, book[profile]?[.schedule] == nil, let plan = plan(of: profile) else { return nil }
    return plan.timeline.interval(containing: present.shown(by: plan.clock).wall)
  }

  /// What the wall clock shows when the clock of a profile shows an instant, if nobody sets it meanwhile; before the first
  /// evaluation the same instant.
  public func wallInstant(at instant: Instant, of profile: ProfileID) -> Instant {
    present.map { $0.instant(at: instant, shownBy: $0.shown(by: clock(of: profile))) } ?? instant
  }

  /// Why the interval of a profile that contains the present keeps no session; nil when it keeps one, and without one.
  public func unheldReason(of profile: ProfileID) -> UnheldReason? {
    guard let interval = ownUnheldInterval(of: profile), let timeline = plan(of: profile)?.timeline else { return nil }
    if !book.sessionsAwaited(by: profile).isEmpty { return .waiting }
    let starts = timeline.starts(in: interval)
    if book.used(of: profile).isSkipped(starts) { return .skipped }
    switch book.used(of: profile).ending(of: starts) {
    case .stopped: return .stopped
    case .replaced: return .replaced
    case .removed: return .removed
    case nil: return .ended
    }
  }

  /// When something that follows from the state changes first if nobody does anything: by letting time pass in a copy. Nil
  /// when that never happens, or not within so many evaluations, and before the first one.
  ///
  /// - Complexity: O(`limit`) evaluations.
  public func firstChange(within limit: Int = 1_000, of value: (Engine) -> Bool) -> Instant? {
    guard var moment = present?.moment else { return nil }
    var future = self
    let first = value(self)
    for _ in 0..<limit {
      guard let next = future.nextDeadline.moment(after: moment) else { return nil }
      moment = next
      _ = future.handle(.time, at: moment)
      if value(future) != first { return moment.nearestSecond }
    }
    return nil
  }
}

extension Present {
  /// The interval between what the clock shows at the ends of an interval by the clock of another present.
  fileprivate func interval(at interval: Interval, shownBy other: Present) -> Interval {
    Interval(
      start: instant(at: interval.start, shownBy: other), end: instant(at: interval.end, shownBy: other),
      windows: interval.windows, openingWindows: interval.openingWindows, closingWindows: interval.closingWindows,
      touchesPrevious: interval.touchesPrevious, touchesNext: interval.touchesNext)
  }
}

/// Why an interval keeps no session although it contains the present.
public enum UnheldReason: String, CaseIterable, Sendable {
  /// Its session was stopped, or it began earlier on the date of a stop.
  case stopped
  /// It was skipped.
  case skipped
  /// An interval of another profile replaced it.
  case replaced
  /// Its profile was removed while it ran, and has come back.
  case removed
  /// It waits for a strict session to end.
  case waiting
  /// It ended for another reason, such as an edit, another zone or a clock that was set.
  case ended
}

extension NextDeadline {
  /// The moment at which the first of the two readings is there if nobody sets a clock; nil for never.
  fileprivate func moment(after moment: Moment) -> Moment? {
    let byWall = wall.map { Nanoseconds.from((moment.wall, moment.nanosecond), to: ($0, 0)) }
    let byBoot = boot.map { $0 - moment.boot }
    guard let distance = [byWall, byBoot].compactMap({ $0 }).min() else { return nil }
    let spent = max(0, distance)
    let (seconds, nanosecond) = (moment.nanosecond + spent).quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
    return Moment(
      wall: moment.wall.adding(seconds: seconds), nanosecond: nanosecond, boot: moment.boot + spent,
      bootID: moment.bootID)
  }
}

extension Moment {
  fileprivate var nearestSecond: Instant { nanosecond < Nanoseconds.perSecond / 2 ? wall : wall.adding(seconds: 1) }
}
