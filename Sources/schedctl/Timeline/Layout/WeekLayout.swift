import Scheduler
import SchedulerCivilTime

/// A week of intervals, cut to the days in which they are drawn. A pure value that holds no present but the one handed in.
struct WeekLayout {
  /// The part of an interval that lies on one day, without a break in time.
  struct Segment {
    let interval: Interval
    let start: Instant
    let end: Instant
    /// Where it lies on the axis, in seconds; in several bars where the axis has a stretch that is not on that day.
    private(set) var bars: [Range<Int>]

    /// Whether the interval starts here, not on a day before.
    var hasStart: Bool { start == interval.start }
    /// Whether the interval ends here, not on a day after.
    var hasEnd: Bool { end == interval.end }
    /// Real seconds.
    var lengthSeconds: Int64 { end.seconds(since: start) }
  }

  /// What is drawn of one profile.
  struct Row {
    let profile: Profile
    /// The zone of its windows, where that is not the one it is drawn in.
    let otherZone: String?
    let color: RGBColor
    /// Its segments, for each day in the order of time.
    let days: [[Segment]]

    /// Real seconds of the week.
    var lengthSeconds: Int64 { days.joined().reduce(0) { $0 + $1.lengthSeconds } }
    /// Whether it has no interval in the week.
    var isEmpty: Bool { days.allSatisfy(\.isEmpty) }
  }

  let week: CivilWeek
  /// The profiles, in key order.
  let rows: [Row]
  /// The day and the place on the axis of the present; nil when that is in another week.
  let present: (day: Int, place: Int)?

  /// The week that contains `instant`, in the configuration's zone.
  ///
  /// - Parameter isShown: which profiles to show.
  /// - Complexity: that of the intervals of the week.
  init(
    of configuration: Configuration, weekOf instant: Instant, now: Instant, isShown: (Profile) -> Bool = { _ in true }
  ) {
    let week = CivilWeek(containing: instant, zone: configuration.zone.rules)
    self.week = week
    present = week.place(of: now)
    rows = configuration.profiles.enumerated().filter { isShown($0.element) }.map { position, profile in
      let zone = configuration.zone(of: profile).rules.identifier
      let timeline = profile.isEnabled ? configuration.timeline(of: profile) : nil
      return Row(
        profile: profile, otherZone: zone == week.zone.identifier ? nil : zone,
        color: profile.color.flatMap(RGBColor.init(hexadecimal:)) ?? .usual(position),
        days: timeline.map { Self.days(of: $0, in: week) } ?? week.days.map { _ in [] })
    }
  }

  private static func days(of timeline: ProfileTimeline, in week: CivilWeek) -> [[Segment]] {
    let span = week.span
    var days: [[Segment]] = week.days.map { _ in [] }
    for interval in timeline.intervals(endingAfter: span.lowerBound) {
      guard interval.start < span.upperBound else { break }
      for day in days.indices {
        for piece in week.pieces[day] { days[day].draw(interval, on: piece) }
      }
    }
    return days
  }
}

extension [WeekLayout.Segment] {
  /// Adds the part of an interval that lies on a piece of a day: to the last segment, if it goes on from there.
  fileprivate mutating func draw(_ interval: Interval, on piece: DayAxis.Piece) {
    let start = Swift.max(interval.start, piece.start)
    let end = Swift.min(interval.end, piece.end)
    guard start < end else { return }
    let first = piece.place.lowerBound + Int(start.seconds(since: piece.start))
    let bar = first..<first + Int(end.seconds(since: start))
    if let last, last.end == start, last.interval.start == interval.start {
      self[count - 1] = last.extended(to: end, along: bar)
    } else {
      append(WeekLayout.Segment(interval: interval, start: start, end: end, bars: [bar]))
    }
  }
}

extension WeekLayout.Segment {
  fileprivate func extended(to end: Instant, along bar: Range<Int>) -> Self {
    var bars = bars
    if let last = bars.last, last.upperBound == bar.lowerBound {
      bars[bars.count - 1] = last.lowerBound..<bar.upperBound
    } else {
      bars.append(bar)
    }
    return Self(interval: interval, start: start, end: end, bars: bars)
  }
}
