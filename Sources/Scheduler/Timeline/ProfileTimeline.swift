import SchedulerCivilTime

/// The intervals of one profile: its windows in one zone. It depends on nothing else, in particular not on the present.
public struct ProfileTimeline: Sendable {
  /// The windows, which an `Interval` identifies by position.
  public let windows: [Window]
  /// The zone in which the times of the windows are interpreted.
  public let zone: ZoneRules
  /// Maximum number of dates from the start to the end of an occurrence.
  let longestSpanDays: Int
  /// Maximum time from a warning to the start of its interval, in seconds.
  let longestWarningSeconds: Int64

  /// Creates the timeline of `windows` in `zone`.
  public init(windows: [Window], zone: ZoneRules) {
    self.windows = windows
    self.zone = zone
    // Accessed by position, because iterating over the windows would copy each of them.
    longestSpanDays = windows.indices.reduce(0) { max($0, windows[$1].endDayOffset) }
    longestWarningSeconds = windows.indices.reduce(0) { max($0, windows[$1].warningSeconds.first ?? 0) }
  }

  /// Returns the intervals that end after `instant`, the running one first, in order.
  ///
  /// An occurrence that starts before the few dates examined ends a day or more before `instant`, so a running interval
  /// that started within that day is complete. For an interval that started earlier, a week is examined. That suffices
  /// to determine whether it is cut at Mondays and which part contains `instant`.
  ///
  /// Complexity: to start, O(w) for each of about two dates, two more if the clocks change nearby, and eleven more if
  /// an interval has run for over a day.
  public func intervals(endingAfter instant: Instant) -> Intervals {
    let near = Intervals(
      of: self, daysBefore: longestSpanDays + (changesClocks(before: instant) ? 3 : 1), after: instant)
    guard let first = near.upcoming, instant.seconds(since: first.start) >= 86_400 else { return near }
    return Intervals(of: self, daysBefore: longestSpanDays + 12, after: instant)
  }

  /// Whether a change of the clocks may move the end of an occurrence closer to an instant. Otherwise an occurrence
  /// that starts two dates before the longest span has ended when yesterday begins.
  private func changesClocks(before instant: Instant) -> Bool {
    var clock = LocalClock(zone: zone)
    let local = zone.civil(at: instant).localSeconds
    return clock.endOfPlainStretch(local - Int64(longestSpanDays + 3) * 86_400).map { $0 <= local } ?? true
  }

  /// Returns the interval that contains `instant`, or nil if there is none.
  public func interval(containing instant: Instant) -> Interval? {
    intervals(endingAfter: instant).upcoming.flatMap { $0.start <= instant ? $0 : nil }
  }

  /// Returns the first interval that starts after `instant`, or nil if there are no more.
  public func next(after instant: Instant) -> Interval? {
    intervals(endingAfter: instant).first { $0.start > instant }
  }

  /// Whether a window is active at `instant`.
  public func isActive(at instant: Instant) -> Bool { interval(containing: instant) != nil }

  /// Returns the first start or end of an interval after `instant`; nil if there is none within 28 years of the
  /// windows' next dates.
  public func nextChange(after instant: Instant) -> Instant? {
    intervals(endingAfter: instant).upcoming.map { $0.start > instant ? $0.start : $0.end }
  }

  /// The intervals that end after an instant, in order.
  public struct Intervals: Sequence, IteratorProtocol, Sendable {
    private var sequence: IntervalSequence
    /// The already computed result of `next`.
    private(set) var upcoming: Interval?

    fileprivate init(of timeline: ProfileTimeline, daysBefore days: Int, after instant: Instant) {
      let date = timeline.zone.civil(at: instant).date.adding(days: -days) ?? .min
      sequence = IntervalSequence(windows: timeline.windows, zone: timeline.zone, from: date)
      repeat { upcoming = sequence.next() } while upcoming.map { $0.end <= instant } ?? false
    }

    /// Returns the next interval, or nil if there are no more.
    public mutating func next() -> Interval? {
      guard let interval = upcoming else { return nil }
      upcoming = sequence.next()
      return interval
    }
  }
}
