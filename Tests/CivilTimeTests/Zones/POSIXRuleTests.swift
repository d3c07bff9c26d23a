import TestSupport
import Testing

@testable import SchedulerCivilTime

@Suite struct POSIXRuleTests {
  // glibc 2.36 looks for the year in UTC before it looks for the rule: at 2027-01-01T00:00:00Z it has `XXX3EDT4,0/0,J365/23`
  // at 21:00 -03:00, after 19:59:59 -04:00 the second before, and shows 23:00 to 24:00 twice.
  @Test(
    "daylight saving time that never ends is one offset for ever",
    arguments: [
      ("XXX3EDT4,0/0,J365/23", -14_400),  // RFC 9636, section 3.3.1
      ("EST5EDT,0/0,J365/25", -14_400),  // tzfile(5)
      ("AAA0BBB-2,J1/0,J365/26", 7200),
    ])
  func endlessDaylight(_ rule: String, _ offset: Int32) throws {
    let zone = try ZoneRules(identifier: rule, posixRule: rule)
    #expect(zone.segment(at: .year(2026)) == ZoneSegment(start: .min, end: .max, offset: UTCOffset(seconds: offset)))
  }

  @Test("daylight saving time lasts until the next end if hours push an end out of its year")
  func endInAnotherYear() throws {
    let zone = try ZoneRules(identifier: "Test/Far", posixRule: "AAA24:59:59BBB-24:59:59,364/167,0/-167")
    let first = try #require(zone.nextTransition(after: .year(2026)))
    let second = try #require(zone.nextTransition(after: first.instant))
    #expect(first.instant.description == "2026-01-07T23:59:59Z")  // 2025-12-31 and 167 hours, 24:59:59 west
    #expect(second.instant.description == "2026-12-24T00:00:01Z")  // 2027-01-01 less 167 hours, 24:59:59 east
    #expect((first.after.seconds, second.after.seconds) == (89_999, -89_999))
  }

  @Test(
    "a day of the year is counted as POSIX counts it",
    arguments: [
      (YearlyDay.withoutLeapDay(1), 2028, "2028-01-01"), (.withoutLeapDay(59), 2028, "2028-02-28"),
      (.withoutLeapDay(60), 2028, "2028-03-01"), (.withoutLeapDay(60), 2026, "2026-03-01"),
      (.withoutLeapDay(365), 2028, "2028-12-31"), (.withLeapDay(0), 2026, "2026-01-01"),
      (.withLeapDay(59), 2028, "2028-02-29"), (.withLeapDay(59), 2026, "2026-03-01"),
      (.withLeapDay(365), 2028, "2028-12-31"), (.withLeapDay(365), 2026, "2027-01-01"),
      (.weekday(month: 2, week: 5, weekday: 6), 2025, "2025-02-22"),
      (.weekday(month: 2, week: 5, weekday: 0), 2032, "2032-02-29"),
      (.weekday(month: 3, week: 1, weekday: 0), 2026, "2026-03-01"),
      (.weekday(month: 3, week: 5, weekday: 0), 2026, "2026-03-29"),
      (.weekday(month: 11, week: 4, weekday: 4), 2026, "2026-11-26"),
      (.weekday(month: 1, week: 5, weekday: 1), 2, "0002-01-28"),
    ])
  func yearlyDay(_ day: YearlyDay, _ year: Int, _ date: String) {
    #expect(CivilDate(epochDay: day.epochDay(inYear: year))?.description == date)
  }

  @Test("daylight saving time that ends when it begins has no effect")
  func emptyDaylight() throws {
    let zone = try ZoneRules(identifier: "Test/Empty", posixRule: "AAA0BBB,J60/2,J60/3")
    #expect(zone.segment(at: .year(2026)) == ZoneSegment(start: .min, end: .max, offset: .zero))
  }

  @Test(
    "a rule is refused where it stops being one",
    arguments: [
      ("", POSIXRuleError.Reason.badName, 0), ("EU1", .badName, 0), ("<+>1", .badName, 0), ("<+03-3", .unclosedName, 6),
      ("<+0 3>-3", .unclosedName, 3), ("CET", .badTime, 3), ("CET+", .badTime, 4), ("CET25", .badTime, 3),
      ("CET1:60", .badTime, 5), ("CET1:", .badTime, 5), ("CET-1CEST,", .badDay, 10),
      ("CET-1CEST,M3.5.0", .expectedDay, 16), ("CET-1CEST,M13.5.0,M10.5.0", .badDay, 11),
      ("CET-1CEST,M3.6.0,M10.5.0", .badDay, 13), ("CET-1CEST,M3.5.7,M10.5.0", .badDay, 15),
      ("CET-1CEST,J0,J300", .badDay, 11), ("CET-1CEST,J366,J300", .badDay, 11), ("CET-1CEST,366,300", .badDay, 10),
      ("CET-1CEST,M3.5.0/168,M10.5.0", .badTime, 17), ("CET-1CEST,M3.5.0/-168,M10.5.0", .badTime, 18),
      ("CET-1CEST,M3.5.0,M10.5.0/3x", .trailingText, 26), ("CET-1CEST,M3.5.0,M10.5.0,M1.1.0", .trailingText, 24),
      ("CET-1:CEST", .badTime, 6), ("CET99999999999999999999", .badTime, 3), ("Europe/Berlin", .badTime, 6),
      ("CET-1CEST\n", .badTime, 9), ("CÉT-1", .badName, 0),
    ])
  func refused(_ rule: String, _ reason: POSIXRuleError.Reason, _ position: Int) {
    #expect(throws: POSIXRuleError(reason: reason, position: position)) {
      try ZoneRules(identifier: "Test/Refused", posixRule: rule)
    }
  }

  @Test(
    "the table says of every instant what the rule says of it, also for rules that no state ever had",
    arguments: [
      "CET-1CEST,M3.5.0,M10.5.0/3", "NZST-12NZDT,M9.5.0,M4.1.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1",
      "AAA0BBB,M2.4.0/0,M2.5.0/1", "AAA0BBB,365/0,0/0", "AAA0BBB,M1.1.0/-167,M12.5.0/167",
      "AAA-24:59:59BBB24:59:59,10,200",
      "AAA0BBB,J59/24,59/24", "AAA24:59:59BBB-24:59:59,364/167,0/-167", "AAA0BBB,M12.5.6/100,M1.1.1/-100",
      "AAA0BBB0,59,200",
    ])
  func definition(_ text: String) throws {
    let zone = try ZoneRules(identifier: text, posixRule: text)
    let rule = try POSIXRule(parsing: Array(text.utf8))
    let seed: UInt64 = 0x905
    var random = SeededGenerator(seed: seed)
    var instants = (0..<500).map { _ in Int64.random(in: -1 << 61...1 << 61, using: &random) }
    for transition in zone.transitions(from: .year(1850), to: .year(2500))
      + zone.transitions(from: .year(1), to: .year(20))
    {
      instants += [transition.instant.epochSeconds - 1, transition.instant.epochSeconds]
      ResolutionLaw(zone).check(around: transition)
    }
    for seconds in instants {
      let (found, expected) = (zone.offset(at: Instant(epochSeconds: seconds)), rule.type(at: seconds).offset)
      if found != expected { Issue.record("\(text) at \(seconds): \(found), expected \(expected), seed \(seed)") }
    }
  }

  @Test(
    "the zone table gives the same offsets as the file of each zone",
    arguments: Laws.cases(MachineZones.distinct, few: 12))
  func fileDefinition(_ zone: ZoneRules) {
    let history = zone.table.history
    var instants = history.transitions.flatMap { [$0.time - 1, $0.time, $0.time + 1] }
    instants += stride(from: Instant.year(2025).epochSeconds, to: Instant.year(2045).epochSeconds, by: 86_400 * 3)
    for seconds in instants {
      let (found, expected) = (zone.offset(at: Instant(epochSeconds: seconds)), history.type(at: seconds).offset)
      if found != expected { Issue.record("\(zone.identifier) at \(seconds): \(found), expected \(expected)") }
    }
  }

  @Test(
    "segments follow one another without holes and always change the offset",
    arguments: Laws.cases(MachineZones.distinct, few: 12))
  func segments(_ zone: ZoneRules) {
    var segment = zone.segment(at: .distantPast)
    while segment.end != .max, segment.end < Instant.year(2900).epochSeconds {
      let next = zone.segment(at: Instant(epochSeconds: segment.end))
      let last = zone.segment(at: Instant(epochSeconds: segment.end - 1))
      if last != segment || next.start != segment.end || next.offset == segment.offset {
        Issue.record("\(zone.identifier): \(segment), \(next)")
        return
      }
      segment = next
    }
  }
}
