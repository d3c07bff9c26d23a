import SchedulerCivilTime

@testable import Scheduler

/// A second implementation of the rules of windows, slow and plain: every minute is looked at, every date tried, all
/// occurrences of the range are made before they are merged.
struct NaiveTimeline {
  /// An interval; the windows by position.
  struct Part: Equatable {
    let start: Int64
    let end: Int64
    let windows: Set<Int>
    let opening: Set<Int>
    let closing: Set<Int>
    var touchesPrevious = false
    var touchesNext = false
  }

  /// A window on one date.
  struct DatedWindow: Hashable {
    let start: Int64
    let end: Int64
    let window: Int
  }

  let parts: [Part]
  /// All that the parts are made of.
  let occurrences: [DatedWindow]

  /// The timeline for the dates given; windows start and end on whole minutes.
  init(windows: [WrittenWindow], clock: MinuteClock) {
    let dates = clock.dates
    var occurrences: [DatedWindow] = []
    for day in dates.lowerBound.epochDay...dates.upperBound.epochDay {
      guard let date = CivilDate(epochDay: Int(day)), clock.exists(date) else { continue }
      for (index, window) in windows.enumerated() where Self.starts(window, on: date) {
        let start = clock.instant(Int64(day) * 1440 + Int64(window.start.time.secondsSinceMidnight) / 60)
        let endDay = Int64(day) + Int64(Self.dates(from: window.start, to: window.end))
        let end = clock.instant(endDay * 1440 + Int64(window.end.time.secondsSinceMidnight) / 60)
        if start < end { occurrences.append(DatedWindow(start: start, end: end, window: index)) }
      }
    }
    var parts = Self.merge(occurrences.sorted { ($0.start, $0.end) < ($1.start, $1.end) }, clock)
    for (index, next) in parts.indices.dropFirst().enumerated() where parts[index].end == parts[next].start {
      parts[index].touchesNext = true
      parts[next].touchesPrevious = true
    }
    self.parts = parts
    self.occurrences = occurrences
  }

  /// What a part is made of.
  func occurrences(in part: Part) -> Set<DatedWindow> {
    Set(occurrences.filter { $0.start < part.end && part.start < $0.end })
  }

  func isActive(at instant: Instant) -> Bool {
    parts.contains { $0.start <= instant.epochSeconds && instant.epochSeconds < $0.end }
  }

  private static func starts(_ written: WrittenWindow, on date: CivilDate) -> Bool {
    if written.skips.contains(where: { $0.contains(date) }) { return false }
    let window = written.window
    switch window.days {
    case .dates(let dates): return dates.ranges.contains { $0.contains(date) }
    case .weekdays(let days):
      if !days.contains(WeekdaySet(date.weekday)) { return false }
      if let from = window.from, date < from { return false }
      if let until = window.until, date > until { return false }
      guard window.everyWeeks > 1, let from = window.from else { return true }
      func week(_ date: CivilDate) -> Int { (Int(date.epochDay) - Int(date.weekday.rawValue) + 1 + 70_000_003) / 7 }
      return (week(date) - week(from)) % window.everyWeeks == 0
    }
  }

  /// Dates from start to end: none where the weekday is the same, or not said, and the end is later; else those to the
  /// next date, or to the next with the end's weekday.
  private static func dates(from start: WrittenWindow.End, to end: WrittenWindow.End) -> Int {
    let isLater = end.time.secondsSinceMidnight > start.time.secondsSinceMidnight
    if start.weekday == end.weekday, isLater { return 0 }
    guard let first = start.weekday, let last = end.weekday else { return 1 }
    let week = Weekday.allCases + Weekday.allCases
    guard let position = week.firstIndex(of: first) else { return 0 }
    return week[(position + 1)...].prefix { $0 != last }.count + 1
  }

  private static func merge(_ occurrences: [DatedWindow], _ clock: MinuteClock) -> [Part] {
    var groups: [[DatedWindow]] = []
    var end = Int64.min
    for occurrence in occurrences {
      if occurrence.start < end { groups[groups.count - 1].append(occurrence) } else { groups.append([occurrence]) }
      end = max(end, occurrence.end)
    }
    return groups.flatMap { group in
      let start = group.map(\.start).min() ?? 0
      let end = group.map(\.end).max() ?? 0
      let isLong = group.count > 1 && end > clock.instant(clock.localMinute(start) + 7 * 1440)
      let cuts = isLong ? clock.mondays.filter { start < $0 && $0 < end } : []
      return zip([start] + cuts, cuts + [end]).map { from, to in
        func windows(_ isMeant: (DatedWindow) -> Bool) -> Set<Int> { Set(group.filter(isMeant).map(\.window)) }
        return Part(
          start: from, end: to, windows: windows { $0.start < to && from < $0.end },
          opening: windows { $0.start == from }, closing: windows { $0.end == to })
      }
    }
  }
}

extension NaiveTimeline.DatedWindow {
  /// What an occurrence says, in the terms of the naive implementation.
  init(_ occurrence: Occurrence) {
    self.init(
      start: occurrence.start.epochSeconds, end: occurrence.end.epochSeconds, window: occurrence.window)
  }
}

extension NaiveTimeline.Part {
  /// What an interval says, in the terms of the naive implementation.
  init(_ interval: Interval) {
    self.init(
      start: interval.start.epochSeconds, end: interval.end.epochSeconds, windows: Set(interval.windows.sorted),
      opening: Set(interval.openingWindows.sorted), closing: Set(interval.closingWindows.sorted),
      touchesPrevious: interval.touchesPrevious, touchesNext: interval.touchesNext)
  }
}
