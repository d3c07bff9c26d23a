import SchedulerCivilTime

extension ProfileTimeline {
  /// Returns the occurrences that form an interval of this timeline, in order of their starts.
  ///
  /// Complexity: constant for an interval of one occurrence; otherwise O(w) for each date that it touches and eight
  /// more.
  public func occurrences(in interval: Interval) -> [Occurrence] {
    var clock = LocalClock(zone: zone)
    if let only = onlyOccurrence(in: interval, &clock) { return [only] }
    let first = zone.civil(at: interval.start).date.adding(days: -longestSpanDays - 2) ?? .min
    let end = zone.civil(at: interval.end).localSeconds + 86_400
    var found: [Occurrence] = []
    for index in interval.windows.sorted {
      var date = windows[index].nextStartDate(onOrAfter: first)
      while let day = date, Int64(day.epochDay) * 86_400 < end {
        if let occurrence = windows[index].occurrence(index: index, on: day, clock: &clock),
          occurrence.start < interval.end, interval.start < occurrence.end
        {
          found.append(occurrence)
        }
        date = day.adding(days: 1).flatMap { windows[index].nextStartDate(onOrAfter: $0) }
      }
    }
    return found.sorted { ($0.start, $0.window) < ($1.start, $1.window) }
  }

  /// Returns the occurrence that equals an interval, if there is one, which is nearly always the case: occurrences of
  /// one window overlap only where clocks change, and then the later one ends later.
  private func onlyOccurrence(in interval: Interval, _ clock: inout LocalClock) -> Occurrence? {
    guard let index = interval.windows.only else { return nil }
    let date = zone.civil(at: interval.start).date
    let occurrence = windows[index].occurrence(index: index, on: date, clock: &clock)
    return occurrence.flatMap { $0.start == interval.start && $0.end == interval.end ? $0 : nil }
  }

  /// Returns the remarks on an interval and on the time between `previous`, the last instant accounted for, and it.
  ///
  /// Complexity: O(w) for each date from `previous` to the end of the interval.
  public func remarks(on interval: Interval, since previous: Instant) -> [Remark] {
    var clock = LocalClock(zone: zone)
    return remarks(on: interval, since: previous, clock: &clock)
  }

  /// The remarks on an interval as it runs, followed by those on what other profiles do to it.
  func remarks(
    on element: MergedIntervals.Element, since previous: Instant, clock: inout LocalClock
  ) -> [Remark] {
    guard !element.remarks.isEmpty else { return remarks(on: element.interval, since: previous, clock: &clock) }
    return allRemarks(on: element.interval, since: previous, besides: element.remarks) + element.remarks
  }

  /// The remarks on an interval, with a clock that the caller keeps from interval to interval.
  ///
  /// Complexity: O(w) for an ordinary interval, else O(w) for each date from `previous` to the interval's end.
  func remarks(on interval: Interval, since previous: Instant, clock: inout LocalClock) -> [Remark] {
    isOrdinary(interval, since: previous, clock: &clock) ? [] : allRemarks(on: interval, since: previous)
  }

  /// Whether nothing is worth remarking on, as for nearly all intervals: the interval is one whole occurrence, no window
  /// skips a date from `previous` on, and the clocks do not change within days.
  private func isOrdinary(_ interval: Interval, since previous: Instant, clock: inout LocalClock) -> Bool {
    let first = min(previous, interval.start)
    let windows = windows.span
    guard let index = interval.windows.only, let offset = clock.steadyOffset(from: first, until: interval.end),
      let firstDate = CivilDateTime(localSeconds: first.epochSeconds &+ offset)?.date,
      let start = CivilDateTime(localSeconds: interval.start.epochSeconds &+ offset),
      let end = CivilDateTime(localSeconds: interval.end.epochSeconds &+ offset),
      windows[index].spans(from: start, to: end), end.date < Self.lastOrdinaryDate
    else { return false }
    for index in windows.indices where !windows[index].skip.isDisjoint(from: firstDate, through: end.date) {
      return false
    }
    return true
  }

  /// Occurrences that start after this date may end after the last date there is.
  private static let lastOrdinaryDate = CivilDate.max.adding(days: -8) ?? .max

  /// - Parameter others: what other profiles do to the interval: an end that they move is not one of its windows.
  private func allRemarks(on interval: Interval, since previous: Instant, besides others: [Remark] = []) -> [Remark] {
    let startsLate = others.contains { if case .waited = $0 { true } else { false } }
    let endsEarly = others.contains { if case .replaced = $0 { true } else { false } }
    var remarks = dayLengths(in: interval)
    let occurrences = occurrences(in: interval)
    remarks += occurrences.flatMap { moves(of: $0, in: interval) }.uniqued
    if interval.windows.count > 1 {
      remarks.append(.merged(windowNames: interval.windows.sorted.map { windows[$0].name }))
    }
    let isCut = occurrences.contains {
      !startsLate && $0.start < interval.start || !endsEarly && interval.end < $0.end
    }
    if isCut { remarks.append(.cutAtMonday) }
    let skipped = skippedDates(from: previous, until: interval.end)
    if !skipped.isEmpty { remarks.append(.skipped(skipped)) }
    return remarks
  }

  private func dayLengths(in interval: Interval) -> [Remark] {
    let startDate = zone.civil(at: interval.start).date
    let lastDate = zone.civil(at: interval.end.adding(seconds: -1)).date
    return (startDate.epochDay...max(startDate.epochDay, lastDate.epochDay)).compactMap { day in
      guard let date = CivilDate(epochDay: Int(day)), zone.dateExists(date) else { return nil }
      let midnight = zone.resolve(localSeconds: Int64(day) * 86_400).compatible
      let nextMidnight = zone.resolve(localSeconds: Int64(day + 1) * 86_400).compatible
      let seconds = nextMidnight.seconds(since: midnight)
      return seconds == 86_400 ? nil : .dayLength(date, seconds: seconds, isStartDate: date == startDate)
    }
  }

  /// Returns the start and end of an occurrence that a gap moved, if they are those of the interval.
  private func moves(of occurrence: Occurrence, in interval: Interval) -> [Remark] {
    windows[occurrence.window].gapMoves(on: occurrence.date, in: zone).filter { move in
      move.end == .start ? occurrence.start == interval.start : occurrence.end == interval.end
    }.map { .moved(end: $0.end, from: $0.planned, to: $0.actual) }
  }

  /// Returns the dates on which a window would have started at or after `from` and before `until` if it were not
  /// skipped or removed by a change of the clocks.
  private func skippedDates(from: Instant, until: Instant) -> [CivilDate] {
    var clock = LocalClock(zone: zone)
    let first = zone.civil(at: from)
    let last = zone.civil(at: until)
    var skipped: [CivilDate] = []
    for index in windows.indices {
      let window = windows[index]
      var unskipped = window
      unskipped.skip = .empty
      var date = unskipped.nextStartDate(onOrAfter: first.date)
      while let day = date, let start = CivilDateTime(date: day, time: window.start), start < last {
        let isMissing = window.skip.contains(day) || window.occurrence(index: index, on: day, clock: &clock) == nil
        if isMissing, start >= first { skipped.append(day) }
        date = day.adding(days: 1).flatMap { unskipped.nextStartDate(onOrAfter: $0) }
      }
    }
    return skipped.sorted().uniqued
  }
}

extension Array where Element: Equatable {
  /// The elements without repetitions of the preceding element.
  fileprivate var uniqued: [Element] { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
}
