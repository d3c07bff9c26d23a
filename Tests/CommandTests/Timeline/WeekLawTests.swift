import Scheduler
import SchedulerCivilTime
import TestSupport
import Testing

@testable import schedctl

/// Random configurations in weeks with and without changes of the clocks: all that holds is drawn, once and in its place.
@Suite struct WeekLawTests {
  static let places = [
    ("Europe/Berlin", "2026-03-27"), ("Europe/Berlin", "2026-10-22"), ("Europe/Berlin", "2026-06-10"),
    ("Australia/Lord_Howe", "2026-10-02"), ("Australia/Lord_Howe", "2026-04-03"), ("Pacific/Apia", "2011-12-29"),
    ("America/Santiago", "2026-04-02"), ("America/Nuuk", "2026-03-27"), ("America/St_Johns", "2009-10-30"),
    ("America/St_Johns", "2009-11-03"), ("Asia/Kathmandu", "2026-02-11"),
  ]

  private static func configuration(_ zone: ZoneRules, using random: inout SeededGenerator) throws -> Configuration {
    let others = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Tokyo"]
    let profiles = try (0..<Int.random(in: 1...4, using: &random)).map { number in
      let windows = (0..<Int.random(in: 1...4, using: &random)).map { _ in window(using: &random) }
      var profile = Profile(ProfileReference(key: try #require(ProfileKey("p\(number)"))), windows: windows)
      if Bool.random(using: &random) {
        let identifier = try #require(others.randomElement(using: &random))
        profile.zone = ConfiguredZone(.identifier(identifier), rules: try ExampleWeek.zone(identifier))
      }
      return profile
    }
    let own = ConfiguredZone(.identifier(zone.identifier), rules: zone)
    return Configuration(zone: own, profiles: profiles)
  }

  private static func window(using random: inout SeededGenerator) -> Window {
    func time(_ last: Int) -> TimeOfDay {
      TimeOfDay(secondsSinceMidnight: 60 * Int.random(in: 0...last, using: &random)) ?? .midnight
    }
    let days = WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &random))
    return Window(days: .weekdays(days), start: time(1439), end: time(1440))
  }

  @Test(arguments: 0..<places.count, Laws.cases(1...8 as ClosedRange<UInt64>, few: 1))
  func `the bars of a profile are as long as its intervals within the dates of the week`(place: Int, seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed &* 100 + UInt64(place))
    let zone = try ExampleWeek.zone(Self.places[place].0)
    let configuration = try Self.configuration(zone, using: &random)
    let layout = try ExampleWeek.layout(configuration, Self.places[place].1)
    let dates = Set(layout.week.days.map(\.date))
    let what: Comment = "seed \(seed), place \(place)"
    let first = layout.week.span.lowerBound.adding(seconds: -2 * 86_400)
    let last = layout.week.span.upperBound.adding(seconds: 2 * 86_400)
    for (row, profile) in zip(layout.rows, configuration.profiles) {
      var expected: Int64 = 0
      for interval in configuration.timeline(of: profile).intervals(endingAfter: first) {
        guard interval.start < last else { break }
        for minute in stride(from: interval.start.epochSeconds, to: interval.end.epochSeconds, by: 60)
        where dates.contains(zone.civil(at: Instant(epochSeconds: minute)).date) { expected += 60 }
      }
      #expect(row.lengthSeconds == expected, what)
      let drawn = row.days.joined().flatMap(\.bars).reduce(0) { $0 + $1.count }
      #expect(Int64(drawn) == expected, what)
      for day in row.days { checkOrder(day, axis: layout.week.axis.length, what) }
    }
  }

  /// The segments of a day lie on the axis, and nowhere twice.
  private func checkOrder(_ day: [WeekLayout.Segment], axis: Int, _ what: Comment) {
    let bars = day.flatMap(\.bars).sorted { $0.lowerBound < $1.lowerBound }
    #expect(bars.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= axis && !$0.isEmpty }, what)
    #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, what)
    #expect(zip(day, day.dropFirst()).allSatisfy { $0.end <= $1.start }, what)
  }

  @Test(arguments: places)
  func `each minute of a week has its own place on the time axis, at the time that the clocks show`(
    zone: String, date: String
  )
    throws
  {
    let zone = try ExampleWeek.zone(zone)
    let noon = try TimeExpression.instant(date + " 12:00", now: Instant(epochSeconds: 0), zone: zone)
    let week = CivilWeek(containing: noon, zone: zone)
    var places: Set<[Int]> = []
    for epoch in stride(from: week.span.lowerBound.epochSeconds, to: week.span.upperBound.epochSeconds, by: 60) {
      let instant = Instant(epochSeconds: epoch)
      let civil = zone.civil(at: instant)
      guard let place = week.place(of: instant) else {
        #expect(!week.days.map(\.date).contains(civil.date), "\(epoch)")
        continue
      }
      #expect(week.days[place.day].date == civil.date)
      let clock = Int(civil.time.secondsSinceMidnight)
      let isFirst = place.place == week.axis.place(ofClock: clock)
      #expect(isFirst || week.days[place.day].repeated.contains { $0.contains(clock) }, "\(epoch)")
      #expect(places.insert([place.day, place.place]).inserted, "\(epoch)")
    }
    #expect(places.count * 60 == week.pieces.joined().reduce(0) { $0 + $1.place.count })
  }

  @Test(arguments: Laws.cases(31...36 as ClosedRange<UInt64>, few: 2))
  func `segments that overlap never share a lane, and lanes lie side by side`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let configuration = try Self.configuration(.utc, using: &random)
    let layout = try ExampleWeek.layout(configuration, "2026-11-11")
    for day in 0..<7 {
      let slots = DayLanes(layout, day: day).slots
      #expect(slots.count == layout.rows.reduce(0) { $0 + $1.days[day].count })
      for (position, a) in slots.enumerated() {
        #expect(a.lane >= 0 && a.span >= 1 && a.lane + a.span <= a.laneCount, "seed \(seed)")
        for b in slots[(position + 1)...] where a.segment.start < b.segment.end && b.segment.start < a.segment.end {
          #expect(a.laneCount == b.laneCount, "seed \(seed)")
          #expect(a.lane + a.span <= b.lane || b.lane + b.span <= a.lane, "seed \(seed)")
        }
      }
    }
  }
}
