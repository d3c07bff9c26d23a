import SchedulerCivilTime

extension Engine {
  /// Returns the intervals of a profile; nil if the configuration does not have the profile.
  public func timeline(of profile: ProfileID) -> ProfileTimeline? { plan(of: profile)?.timeline }

  /// Returns the next interval of a profile that will start by itself: one that is not over, and was neither started,
  /// stopped nor skipped. Its ends are readings of the wall clock. Returns nil if there is none, if the configuration
  /// does not have the profile, and before the first evaluation.
  public func nextInterval(of profile: ProfileID) -> Interval? {
    guard let present, let plan = plan(of: profile) else { return nil }
    let own = present.shown(by: plan.clock)
    let used = book.used(of: profile)
    let timeline = plan.timeline
    return timeline.intervals(endingAfter: own.wall).first { used.firstUnused(of: timeline.starts(in: $0)) != nil }
      .map { present.interval(at: $0, shownBy: own) }
  }

  /// Returns the interval of a profile that contains the present and holds no session; `unheldReason` returns why. Its
  /// ends are readings of the wall clock.
  public func unheldInterval(of profile: ProfileID) -> Interval? {
    guard let present, let interval = ownUnheldInterval(of: profile) else { return nil }
    return present.interval(at: interval, shownBy: present.shown(by: clock(of: profile)))
  }

  private func ownUnheldInterval(of profile: ProfileID) -> Interval? {
    guard let present, book[profile]?[.schedule] == nil, let plan = plan(of: profile) else { return nil }
    return plan.timeline.interval(containing: present.shown(by: plan.clock).wall)
  }

  /// Returns what the wall clock shows when the clock of a profile shows `instant`, if no clock is set meanwhile.
  /// Before the first evaluation it returns `instant`.
  public func wallInstant(at instant: Instant, of profile: ProfileID) -> Instant {
    present.map { $0.instant(at: instant, shownBy: $0.shown(by: clock(of: profile))) } ?? instant
  }

  /// Returns why the interval of a profile that contains the present holds no session; nil if it holds one, and if
  /// there is no such interval.
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

  /// Returns the instant at which a value derived from the state first changes if no further input arrives. It
  /// evaluates a copy at each deadline. Returns nil if the value never changes or not within `limit` evaluations, and
  /// before the first evaluation.
  ///
  /// - Complexity: O(`limit`) evaluations.
  public func firstChange(within limit: Int = 1_000, of value: (Engine) -> Bool) -> Instant? {
    var search = ChangeSearch(from: self, of: value)
    search.advance(by: limit, of: value)
    return search.change
  }
}

/// A search for the instant at which a value derived from an engine's state first changes, in steps. Other work may be
/// done between two steps.
public struct ChangeSearch: Sendable {
  /// The instant of the change; nil as long as none was found.
  public private(set) var change: Instant?
  /// Whether the change was found, or the value never changes.
  public private(set) var isOver = false
  private var future: Engine
  private var moment: Moment?
  private let first: Bool

  /// Begins a search from the present of an engine.
  public init(from engine: Engine, of value: (Engine) -> Bool) {
    future = engine
    moment = engine.present?.moment
    first = value(engine)
  }

  /// Evaluates up to `count` further deadlines, until the value changes or the evaluations have more than `entryLimit`
  /// entries of history.
  ///
  /// - Returns: the number of evaluations.
  /// - Complexity: O(`count`) evaluations.
  @discardableResult
  public mutating func advance(by count: Int, entryLimit: Int = .max, of value: (Engine) -> Bool) -> Int {
    var entryCount = 0
    var evaluationCount = 0
    while !isOver, evaluationCount < count, entryCount < entryLimit {
      guard let last = moment, let next = future.nextDeadline.moment(after: last) else {
        isOver = true
        break
      }
      moment = next
      entryCount += future.handle(.time, at: next).entries.count
      evaluationCount += 1
      guard value(future) != first else { continue }
      change = next.nearestSecond
      isOver = true
    }
    return evaluationCount
  }
}

extension Present {
  /// Returns an interval whose ends are readings of the clock of `other`, with the readings of this clock instead.
  fileprivate func interval(at interval: Interval, shownBy other: Present) -> Interval {
    var shown = interval
    shown.start = instant(at: interval.start, shownBy: other)
    shown.end = instant(at: interval.end, shownBy: other)
    return shown
  }
}

/// The reason why an interval that contains the present holds no session.
public enum UnheldReason: String, CaseIterable, Sendable {
  /// Its session was stopped, or the interval began earlier on the date of a stop.
  case stopped
  /// It was skipped.
  case skipped
  /// An interval of another profile replaced it.
  case replaced
  /// Its profile was removed while the interval ran, and was added again.
  case removed
  /// It waits for a locked session to end.
  case waiting
  /// It ended for another reason, for example an edit, another zone or a clock that was set.
  case ended
}

extension NextDeadline {
  /// Returns the moment at which the first of the two readings is reached if no clock is set; nil for never.
  fileprivate func moment(after moment: Moment) -> Moment? {
    guard let spent = nanoseconds(after: moment) else { return nil }
    let (seconds, nanosecond) = (moment.nanosecond + spent).quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
    return Moment(
      wall: moment.wall.adding(seconds: seconds), nanosecond: nanosecond, boot: moment.boot + spent,
      bootID: moment.bootID)
  }
}

extension Moment {
  fileprivate var nearestSecond: Instant { nanosecond < Nanoseconds.perSecond / 2 ? wall : wall.adding(seconds: 1) }
}
