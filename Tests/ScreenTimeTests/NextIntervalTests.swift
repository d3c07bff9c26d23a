import Foundation
import SchedulerCivilTime
import ScreenTimeTesting
import TestSupport
import Testing

@testable import DeviceActivity

/// `nextInterval`: the rule of the running interval, against the table of cases and against Foundation's calendar.
@Suite struct NextIntervalTests {
  static let losAngeles = ScheduleZone(identifier: "America/Los_Angeles")

  /// Components in text: `09:00`, `wd2 09:00`, `2026-08-13 13:30`.
  static func components(_ text: String) -> DateComponents {
    var components = DateComponents()
    for word in text.split(separator: " ") {
      if word.hasPrefix("wd") {
        components.weekday = Int(word.dropFirst(2))
      } else if word.hasPrefix("day") {
        components.day = Int(word.dropFirst(3))
      } else if word.hasPrefix("month") {
        components.month = Int(word.dropFirst(5))
      } else if word.contains("-") {
        let parts = word.split(separator: "-").map { Int($0) }
        (components.year, components.month, components.day) = (parts[0], parts[1], parts[2])
      } else {
        let parts = word.split(separator: ":").map { Int($0) }
        components.hour = parts[0]
        if parts.count > 1 { components.minute = parts[1] }
        if parts.count > 2 { components.second = parts[2] }
      }
    }
    return components
  }

  static func instant(_ text: String, in zone: ScheduleZone) throws -> Instant {
    zone.rules.resolve(try #require(CivilDateTime(parsing: text))).compatible
  }

  /// The interval as `start end minutes`, in the zone's local time.
  static func next(_ start: String, _ end: String, at now: String, zone: ScheduleZone) throws -> String? {
    let schedule = DeviceActivitySchedule(
      intervalStart: components(start), intervalEnd: components(end), repeats: true)
    let intervals = ScheduleIntervals(schedule, in: zone)
    let now = try instant(now, in: zone)
    return intervals.interval(at: now).map { interval in
      let minutes = (interval.end.epochSeconds - interval.start.epochSeconds) / 60
      let state = interval.start <= now ? "running" : "coming"
      return "\(zone.rules.civil(at: interval.start)) \(zone.rules.civil(at: interval.end)) \(minutes) \(state)"
    }
  }

  @Test(
    arguments: [
      ("22:00", "06:00", "2026-08-13T22:00 2026-08-14T06:00 480 coming"),
      ("wd2 09:00", "wd6 17:00", "2026-08-10T09:00 2026-08-14T17:00 6240 running"),
      ("2026-08-13 00:00", "2026-08-13 13:31", "2026-08-13T00:00 2026-08-13T13:31 811 running"),
      ("2026-08-12 09:00", "2026-08-12 10:00", nil),
      ("2026-08-15 10:00", "2026-08-15 09:00", nil),
      ("13:30", "2026-08-13 13:45", "2026-08-12T13:30 2026-08-13T13:45 1455 running"),
      ("2026-08-13 13:30", "13:45", "2026-08-13T13:30 2026-08-13T13:45 15 coming"),
      ("wd2 09:00", "17:00", "2026-08-17T09:00 2026-08-17T17:00 480 coming"),
      ("09:00", "wd6 17:00", "2026-08-13T09:00 2026-08-14T17:00 1920 running"),
      ("day1", "day15", "2026-08-01T00:00 2026-08-15T00:00 20160 running"),
      ("24:00", "06:00", nil), ("25:00", "06:00", nil), ("09:75", "17:00", nil), ("wd9 09:00", "17:00", nil),
      ("", "17:00", nil), ("2026-08-14 wd2 09:00", "2026-08-14 17:00", nil),
      ("month2 day30", "month3 day5", "2027-03-01T00:00 2027-03-05T00:00 5760 coming"),
      ("06:00", "05:59", "2026-08-13T06:00 2026-08-14T05:59 1439 running"),
      ("00:00", "23:59", "2026-08-13T00:00 2026-08-13T23:59 1439 running"),
      ("00:00", "00:00", "2026-08-14T00:00 2026-08-15T00:00 1440 coming"),
      ("wd5 09:00", "wd5 17:00", "2026-08-13T09:00 2026-08-13T17:00 480 running"),
      ("wd1 09:00", "wd1 17:00", "2026-08-16T09:00 2026-08-16T17:00 480 coming"),
      ("wd2 09:00", "wd2 17:00", "2026-08-17T09:00 2026-08-17T17:00 480 coming"),
      ("wd3 09:00", "wd3 17:00", "2026-08-18T09:00 2026-08-18T17:00 480 coming"),
      ("wd4 09:00", "wd4 17:00", "2026-08-19T09:00 2026-08-19T17:00 480 coming"),
      ("wd6 09:00", "wd6 17:00", "2026-08-14T09:00 2026-08-14T17:00 480 coming"),
      ("wd7 09:00", "wd7 17:00", "2026-08-15T09:00 2026-08-15T17:00 480 coming"),
    ] as [(String, String, String?)])
  func `AT1: each row of the table of intervals resolves on Thursday at 13:26`(
    start: String, end: String, expected: String?
  ) throws {
    let zone = try #require(Self.losAngeles)
    #expect(try Self.next(start, end, at: "2026-08-13T13:26", zone: zone) == expected)
  }

  @Test(
    arguments: [
      ("22:00", "06:00", "2026-03-07T23:00", "2026-03-07T22:00 2026-03-08T06:00 420 running"),
      ("22:00", "06:00", "2026-10-31T23:00", "2026-10-31T22:00 2026-11-01T06:00 540 running"),
      ("02:30", "04:00", "2026-03-07T12:00", "2026-03-08T03:30 2026-03-08T04:00 30 coming"),
      ("02:30", "04:00", "2026-03-08T03:10", "2026-03-08T03:30 2026-03-08T04:00 30 coming"),
      ("02:30", "04:00", "2026-03-08T03:40", "2026-03-08T03:30 2026-03-08T04:00 30 running"),
      ("01:30", "03:00", "2026-10-31T12:00", "2026-11-01T01:30 2026-11-01T03:00 150 coming"),
      ("02:00", "03:00", "2026-03-07T12:00", "2026-03-08T03:00 2026-03-09T03:00 1440 coming"),
      ("02:30", "03:30", "2026-03-07T12:00", "2026-03-08T03:30 2026-03-09T03:30 1440 coming"),
    ])
  func `AT20: intervals around a change of the clocks resolve as documented`(
    start: String, end: String, now: String, expected: String
  ) throws {
    let zone = try #require(Self.losAngeles)
    #expect(try Self.next(start, end, at: now, zone: zone) == expected)
  }

  /// The matches of components within two weeks, by Foundation, in a search that starts before them.
  private static func oracle(_ components: DateComponents, in zone: ScheduleZone, around date: Date) -> [Date] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone.timeZone
    var matches: [Date] = []
    var last = date.addingTimeInterval(-10 * 86_400)
    while let match = calendar.nextDate(
      after: last, matching: components, matchingPolicy: .nextTimePreservingSmallerComponents),
      match < date.addingTimeInterval(10 * 86_400)
    {
      matches.append(match)
      last = match
    }
    return matches
  }

  @Test(
    arguments: [
      "America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo",
      "Pacific/Apia", "Africa/Casablanca", "UTC",
    ])
  func `patterns match what Foundation's calendar matches`(identifier: String) throws {
    let zone = try #require(ScheduleZone(identifier: identifier))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<150 {
      var components = DateComponents(hour: Int.random(in: 0...23, using: &random))
      if Bool.random(using: &random) { components.minute = Int.random(in: 0...59, using: &random) }
      if components.minute != nil, Bool.random(using: &random) {
        components.second = Int.random(in: 0...59, using: &random)
      }
      if Bool.random(using: &random) { components.weekday = Int.random(in: 1...7, using: &random) }
      // Two days around a change of the clocks, or any time.
      let base = Instant(epochSeconds: Int64.random(in: 1_500_000_000...1_800_000_000, using: &random))
      let near = zone.rules.nextTransition(after: base)?.instant.adding(seconds: -86_400) ?? base
      let instant = (Bool.random(using: &random) ? near : base)
        .adding(seconds: Int64.random(in: 0...172_800, using: &random))
      let matches = Self.oracle(components, in: zone, around: Date(instant))
      let pattern = ComponentPattern(components, in: zone)
      let now = Date(instant)
      #expect(
        pattern.latest(notAfter: instant).map { Date($0) } == matches.last { $0 <= now },
        "\(components) at \(instant)")
      #expect(
        pattern.first(notBefore: instant).map { Date($0) } == matches.first { $0 >= now },
        "\(components) at \(instant)")
    }
  }
}
