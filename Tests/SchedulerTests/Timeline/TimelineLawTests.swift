import CivilTime
import Testing

@testable import Scheduler

/// Random windows in zones whose clocks change around the dates looked at, against a naive second implementation.
@Suite struct TimelineLawTests {
  /// Zones, and a date near a change of their clocks.
  static let places: [(zone: String, date: CivilDate?)] = [
    ("Europe/Berlin", CivilDate(year: 2026, month: 3, day: 29)),
    ("Europe/Berlin", CivilDate(year: 2026, month: 10, day: 25)),
    ("America/New_York", CivilDate(year: 2026, month: 11, day: 1)),
    ("Australia/Lord_Howe", CivilDate(year: 2026, month: 10, day: 4)),
    ("Pacific/Apia", CivilDate(year: 2011, month: 12, day: 30)),
    ("America/Nuuk", CivilDate(year: 2026, month: 3, day: 28)),
    ("Africa/Cairo", CivilDate(year: 2026, month: 4, day: 24)),
    ("America/Santiago", CivilDate(year: 2026, month: 9, day: 6)),
    ("Asia/Kathmandu", CivilDate(year: 2026, month: 6, day: 1)),
  ]

  @Test(arguments: 0..<places.count, [1, 2, 3, 4, 5, 6] as [UInt64])
  func `intervals are those of a naive implementation, whenever they are asked for`(place: Int, seed: UInt64) throws {
    let zone = try zone(Self.places[place].zone)
    let center = try #require(Self.places[place].date)
    let dates = try #require(center.adding(days: -45))...(try #require(center.adding(days: 45)))
    let clock = MinuteClock(zone: zone, dates: dates)
    var random = SeededGenerator(seed: seed &* 1000 + UInt64(place))
    for _ in 0..<6 {
      let windows = RandomWindows.make(around: center, using: &random)
      let timeline = ProfileTimeline(windows: windows, zone: zone)
      let naive = NaiveTimeline(windows: windows, clock: clock)
      for _ in 0..<8 {
        let asked = Instant(
          epochSeconds: Int64(center.epochDay + Int32.random(in: -14...14, using: &random)) * 86_400 + 60
            * Int64.random(in: 0..<1440, using: &random))
        compare(
          timeline, naive, from: asked, until: asked.adding(seconds: 15 * 86_400),
          "seed \(seed) place \(place) \(windows)")
      }
    }
  }

  private func compare(
    _ timeline: ProfileTimeline, _ naive: NaiveTimeline, from: Instant, until: Instant, _ what: String
  ) {
    let found = timeline.intervals(endingAfter: from).prefix { $0.start < until }.map { interval in
      NaiveTimeline.Part(
        start: interval.start.epochSeconds, end: interval.end.epochSeconds, windows: Set(interval.windows.sorted))
    }
    let expected = naive.parts.filter { $0.end > from.epochSeconds && $0.start < until.epochSeconds }
    #expect(found == expected, "from \(from.epochSeconds): \(what)")
    #expect(timeline.isActive(at: from) == naive.isActive(at: from), "\(what)")
    let changes = naive.parts.flatMap { [$0.start, $0.end] }.filter { $0 > from.epochSeconds }
    if let next = changes.min(), next < until.epochSeconds {
      #expect(timeline.nextChange(after: from)?.epochSeconds == next, "\(what)")
    }
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `minute by minute, isActive is the bitmap of a naive implementation`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone = try zone("Europe/Berlin")
    let center = try #require(CivilDate(year: 2026, month: 3, day: 29))
    let windows = RandomWindows.make(around: center, using: &random)
    let timeline = ProfileTimeline(windows: windows, zone: zone)
    let dates = try #require(center.adding(days: -20))...(try #require(center.adding(days: 20)))
    let naive = NaiveTimeline(windows: windows, clock: MinuteClock(zone: zone, dates: dates))
    let start = Int64(center.epochDay - 2) * 86_400
    for minute in 0..<Int64(4 * 1440) {
      let now = Instant(epochSeconds: start + minute * 60)
      #expect(timeline.isActive(at: now) == naive.isActive(at: now), "seed \(seed) minute \(minute)")
    }
  }

  @Test(arguments: [21, 22, 23, 24] as [UInt64])
  func `the next change is later than now, and nothing changes before it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone = try zone("America/New_York")
    let center = try #require(CivilDate(year: 2026, month: 11, day: 1))
    let timeline = ProfileTimeline(windows: RandomWindows.make(around: center, using: &random), zone: zone)
    var now = Instant(epochSeconds: Int64(center.epochDay - 10) * 86_400)
    for _ in 0..<40 {
      guard let next = timeline.nextChange(after: now) else { return }
      #expect(next > now, "seed \(seed)")
      let between = now.adding(seconds: Int64.random(in: 0..<next.seconds(since: now), using: &random))
      #expect(timeline.isActive(at: between) == timeline.isActive(at: now), "seed \(seed) at \(between.epochSeconds)")
      #expect(timeline.nextChange(after: between) == next, "seed \(seed)")
      now = next
    }
  }
}

/// Windows as people might write them, and as they would not.
enum RandomWindows {
  static func make(around date: CivilDate, using random: inout SeededGenerator) -> [Window] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in window(around: date, using: &random) }
  }

  private static func window(around date: CivilDate, using random: inout SeededGenerator) -> Window {
    let start = time(0...1439, using: &random)
    let end = time(0...1440, using: &random)
    var window: Window
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let days = Weekday.allCases
      window = Window(
        from: days.randomElement(using: &random) ?? .monday, start, to: days.randomElement(using: &random) ?? .friday,
        end)
    case 1:
      let listed = (0..<12).compactMap { _ in date.adding(days: Int.random(in: -12...12, using: &random)) }
      window = Window(days: .dates(DateSet(listed.map { $0...$0 })), start: start, end: end)
      return window
    default:
      let days = WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &random))
      window = Window(days: .weekdays(Bool.random(using: &random) ? .daily : days), start: start, end: end)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      window.from = date.adding(days: Int.random(in: -12...3, using: &random))
      window.everyWeeks = Int.random(in: 1...3, using: &random)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      window.until = date.adding(days: Int.random(in: 4...12, using: &random))
    }
    if Int.random(in: 0..<3, using: &random) == 0, let first = date.adding(days: Int.random(in: -5...5, using: &random))
    {
      window.skip = DateSet([first...first])
    }
    return window
  }

  private static func time(_ minutes: ClosedRange<Int>, using random: inout SeededGenerator) -> TimeOfDay {
    // Half of the times lie where clocks change.
    let minute =
      Bool.random(using: &random)
      ? Int.random(in: minutes, using: &random)
      : [0, 30, 60, 90, 120, 125, 150, 180, 1380, 1410].randomElement(using: &random) ?? 0
    return TimeOfDay(secondsSinceMidnight: minute * 60) ?? .midnight
  }
}
