import SchedulerCivilTime
import TestSupport
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
    ("Asia/Tehran", CivilDate(year: 2021, month: 3, day: 22)),
    ("Asia/Kathmandu", CivilDate(year: 2026, month: 6, day: 1)),
  ]

  @Test(arguments: 0..<places.count, Laws.cases(1...6 as ClosedRange<UInt64>, few: 1))
  func `intervals are those of a naive implementation, whenever they are asked for`(place: Int, seed: UInt64) throws {
    let zone = try zone(Self.places[place].zone)
    let center = try #require(Self.places[place].date)
    let dates = try #require(center.adding(days: -45))...(try #require(center.adding(days: 45)))
    let clock = MinuteClock(zone: zone, dates: dates)
    var random = SeededGenerator(seed: seed &* 1000 + UInt64(place))
    for _ in 0..<6 {
      let windows = RandomWindows.make(around: center, using: &random)
      let timeline = ProfileTimeline(windows: windows.map(\.window), zone: zone)
      let naive = NaiveTimeline(windows: windows, clock: clock)
      let what = "seed \(seed) place \(place) \(windows)"
      for _ in 0..<8 {
        let asked = Instant(
          epochSeconds: Int64(center.epochDay + Int32.random(in: -14...14, using: &random)) * 86_400 + 60
            * Int64.random(in: 0..<1440, using: &random))
        compare(timeline, naive, from: asked, until: asked.adding(seconds: 15 * 86_400), what)
      }
    }
  }

  private func compare(
    _ timeline: ProfileTimeline, _ naive: NaiveTimeline, from: Instant, until: Instant, _ what: String
  ) {
    let intervals = timeline.intervals(endingAfter: from).prefix { $0.start < until }
    for interval in intervals {
      let occurrences = timeline.occurrences(in: interval).map(NaiveTimeline.DatedWindow.init)
      #expect(Set(occurrences) == naive.occurrences(in: NaiveTimeline.Part(interval)), "\(interval.start): \(what)")
      #expect(Set(occurrences).count == occurrences.count, "\(interval.start): \(what)")
    }
    let found = intervals.map(NaiveTimeline.Part.init)
    let expected = naive.parts.filter { $0.end > from.epochSeconds && $0.start < until.epochSeconds }
    #expect(found == expected, "from \(from.epochSeconds): \(what)")
    #expect(timeline.isActive(at: from) == naive.isActive(at: from), "\(what)")
    let changes = naive.parts.flatMap { [$0.start, $0.end] }.filter { $0 > from.epochSeconds }
    if let next = changes.min(), next < until.epochSeconds {
      #expect(timeline.nextChange(after: from)?.epochSeconds == next, "\(what)")
    }
  }

  @Test(arguments: Laws.cases([11, 12, 13] as [UInt64], few: 1))
  func `isActive equals a naive implementation in every minute`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone = try zone("Europe/Berlin")
    let center = try #require(CivilDate(year: 2026, month: 3, day: 29))
    let windows = RandomWindows.make(around: center, using: &random)
    let timeline = ProfileTimeline(windows: windows.map(\.window), zone: zone)
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
    let windows = RandomWindows.make(around: center, using: &random).map(\.window)
    let timeline = ProfileTimeline(windows: windows, zone: zone)
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
