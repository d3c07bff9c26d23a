import SchedulerCivilTime

/// The intervals of one profile: its windows in one zone. A pure function of both; it holds no present.
public struct ProfileTimeline: Sendable {
  /// The windows; an `Interval` names them by position.
  public let windows: [Window]
  /// The zone in which the windows' times are read.
  public let zone: ZoneRules
  /// The most dates from an occurrence's start to its end.
  let longestSpanDays: Int
  /// The longest time before an interval's start at which a warning of it can come, in seconds.
  let longestWarningSeconds: Int64

  /// The timeline of `windows` read in `zone`.
  public init(windows: [Window], zone: ZoneRules) {
    self.windows = windows
    self.zone = zone
    // By position: a window that a loop hands out is a copy of all that it refers to.
    longestSpanDays = windows.indices.reduce(0) { max($0, windows[$1].endDayOffset) }
    longestWarningSeconds = windows.indices.reduce(0) { max($0, windows[$1].warningSeconds.first ?? 0) }
  }

  /// The intervals that end after `instant`, the running one first, in order.
  ///
  /// An occurrence that starts before the few dates looked back at ends a day or more before `instant`. So a running
  /// interval that started within that day is whole; for one that started earlier we look back over a week, which is
  /// enough to know whether it is cut at Mondays, and with that its part at `instant`.
  ///
  /// Complexity: to start, O(w) for each of about two dates, two more where the clocks change nearby, and eleven more when
  /// an interval has run for over a day.
  public func intervals(endingAfter instant: Instant) -> Intervals {
    let near = Intervals(
      of: self, daysBefore: longestSpanDays + (changesClocks(before: instant) ? 3 : 1), after: instant)
    guard let first = near.upcoming, instant.seconds(since: first.start) >= 86_400 else { return near }
    return Intervals(of: self, daysBefore: longestSpanDays + 12, after: instant)
  }

  /// Whether a clock that changes may bring the end of an occurrence nearer to an instant. Where none does, one that starts
  /// two dates before the longest span is over when yesterday begins.
  private func changesClocks(before instant: Instant) -> Bool {
    var clock = LocalClock(zone: zone)
    let local = zone.civil(at: instant).localSeconds
    return clock.endOfPlainStretch(local - Int64(longestSpanDays + 3) * 86_400).map { $0 <= local } ?? true
  }

  /// The interval that contains `instant`.
  public func interval(containing instant: Instant) -> Interval? {
    intervals(endingAfter: instant).upcoming.flatMap { $0.start <= instant ? $0 : nil }
  }

  /// The first interval that starts after `instant`.
  public func next(after instant: Instant) -> Interval? {
    intervals(endingAfter: instant).first { $0.start > instant }
  }

  /// Whether some window holds at `instant`.
  public func isActive(at instant: Instant) -> Bool { interval(containing: instant) != nil }

  /// The first start or end of an interval after `instant`; nil when there is none within 28 years of the windows'
  /// next dates.
  public func nextChange(after instant: Instant) -> Instant? {
    intervals(endingAfter: instant).upcoming.map { $0.start > instant ? $0.start : $0.end }
  }

  /// Intervals that end after an instant, in order.
  public struct Intervals: Sequence, IteratorProtocol, Sendable {
    private var sequence: IntervalSequence
    /// What `next` returns, already made.
    private(set) var upcoming: Interval?

    fileprivate init(of timeline: ProfileTimeline, daysBefore days: Int, after instant: Instant) {
      let date = timeline.zone.civil(at: instant).date.adding(days: -days) ?? .min
      sequence = IntervalSequence(windows: timeline.windows, zone: timeline.zone, from: date)
      repeat { upcoming = sequence.next() } while upcoming.map { $0.end <= instant } ?? false
    }

    /// The next interval, or nil when there are no more.
    public mutating func next() -> Interval? {
      guard let interval = upcoming else { return nil }
      upcoming = sequence.next()
      return interval
    }
  }
}
