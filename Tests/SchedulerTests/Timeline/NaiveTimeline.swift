import CivilTime

@testable import Scheduler

/// A second implementation of the rules of windows, slow and plain: every minute is looked at, every date tried, all
/// occurrences of the range are made before they are merged.
struct NaiveTimeline {
  struct Part: Equatable {
    var start: Int64
    var end: Int64
    var windows: Set<Int>
  }

  let parts: [Part]

  /// The timeline for the dates given; windows start and end on whole minutes.
  init(windows: [Window], clock: MinuteClock) {
    let dates = clock.dates
    var occurrences: [(start: Int64, end: Int64, window: Int)] = []
    for day in dates.lowerBound.epochDay...dates.upperBound.epochDay {
      guard let date = CivilDate(epochDay: Int(day)), clock.exists(date) else { continue }
      for (index, window) in windows.enumerated() where Self.starts(window, on: date) {
        let start = clock.instant(Int64(day) * 1440 + Int64(window.start.secondsSinceMidnight) / 60)
        let endDay = Int64(day) + Int64(Self.dates(window, from: date))
        let end = clock.instant(endDay * 1440 + Int64(window.end.secondsSinceMidnight) / 60)
        if start < end { occurrences.append((start, end, index)) }
      }
    }
    parts = Self.merge(occurrences.sorted { ($0.start, $0.end) < ($1.start, $1.end) }, clock)
  }

  func isActive(at instant: Instant) -> Bool {
    parts.contains { $0.start <= instant.epochSeconds && instant.epochSeconds < $0.end }
  }

  private static func starts(_ window: Window, on date: CivilDate) -> Bool {
    if window.skip.ranges.contains(where: { $0.contains(date) }) { return false }
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

  /// Dates from start to end: told from the ends, not from what the window says of itself, where there are no weekdays.
  private static func dates(_ window: Window, from date: CivilDate) -> Int {
    window.endDayOffset > 1
      ? window.endDayOffset : window.end > window.start && window.endDayOffset == 0 ? 0 : window.endDayOffset
  }

  private static func merge(
    _ occurrences: [(start: Int64, end: Int64, window: Int)], _ clock: MinuteClock
  ) -> [Part] {
    var groups: [[(start: Int64, end: Int64, window: Int)]] = []
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
        Part(start: from, end: to, windows: Set(group.filter { $0.start < to && from < $0.end }.map(\.window)))
      }
    }
  }
}

/// Civil minutes to instants by looking at every minute of a range once.
struct MinuteClock {
  let dates: ClosedRange<CivilDate>
  private(set) var mondays: [Int64] = []
  private let zone: ZoneRules
  private var first: [Int64: Int64] = [:]
  private var existingDays: Set<Int64> = []

  init(zone: ZoneRules, dates: ClosedRange<CivilDate>) {
    self.zone = zone
    self.dates = dates
    let from = (Int64(dates.lowerBound.epochDay) - 3) * 86_400
    let until = (Int64(dates.upperBound.epochDay) + 12) * 86_400
    for second in stride(from: from, to: until, by: 60) {
      let local = localMinute(second)
      if first[local] == nil { first[local] = second }
      existingDays.insert(local / 1440)
    }
    for day in (from / 86_400 + 3)...(until / 86_400 - 3) {
      if CivilDate(epochDay: Int(day))?.weekday == .monday { mondays.append(instant(day * 1440)) }
    }
  }

  func localMinute(_ second: Int64) -> Int64 {
    (second + Int64(zone.offset(at: Instant(epochSeconds: second)).seconds)) / 60
  }

  func exists(_ date: CivilDate) -> Bool { existingDays.contains(Int64(date.epochDay)) }

  /// The first instant of a civil minute; in a gap, the minute read with the offset before it.
  func instant(_ local: Int64) -> Int64 {
    if let found = first[local] { return found }
    var before = local
    while first[before] == nil { before -= 1 }
    var last = first[before] ?? 0
    while localMinute(last + 60) <= before { last += 60 }
    return local * 60 - (localMinute(last) * 60 - last)
  }
}
