import SchedulerCivilTime
import Testing

@testable import Scheduler

/// How dates are told.
@Suite struct DatePatternTests {
  private static let range = CivilDate(year: 2026, month: 11, day: 23)!...CivilDate(year: 2027, month: 12, day: 28)!

  /// The dates of the range that `belongs` picks.
  private static func dates(_ belongs: (CivilDate) -> Bool) -> [CivilDate] {
    (range.lowerBound.epochDay...range.upperBound.epochDay).compactMap { CivilDate(epochDay: Int($0)) }.filter(belongs)
  }

  private static func date(_ text: String) -> CivilDate { CivilDate(parsing: text) ?? .min }

  private func words(_ dates: [CivilDate]) -> [String] {
    DatePattern.patterns(of: dates, within: Self.range).map { "\($0.pattern)" }
  }

  @Test(arguments: [
    (["2026-11-26"], "Thu 2026-11-26"), (["2026-11-26", "2026-12-04"], "Thu 2026-11-26 and Fri 2026-12-04"),
    (["2026-11-26", "2026-12-03", "2026-12-11"], "Thu 2026-11-26, Thu 2026-12-03 and Fri 2026-12-11"),
    (["2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27"], "thu-sun from 2026-12-24 to 2026-12-27"),
    (["2026-12-01", "2027-01-06", "2027-02-27", "2027-08-09"], "4 dates from 2026-12-01 to 2027-08-09"),
    (["2026-12-01", "2027-01-05", "2027-02-23", "2027-08-10"], "4 Tuesdays from 2026-12-01 to 2027-08-10"),
  ])
  func `dates without a pattern are listed or counted`(dates: [String], words: String) {
    #expect(self.words(dates.map(Self.date)) == [words])
  }

  @Test(
    arguments: [
      (0x7F, "daily"), (0x1F, "mon-fri"), (0x60, "sat, sun"), (0x08, "every Thursday"), (0x15, "mon, wed, fri"),
      (0x71, "fri-mon"), (0x41, "sun, mon"), (0x3B, "mon, tue, thu-sat"),
    ] as [(UInt8, String)])
  func `the dates of a set of weekdays are described by those weekdays`(bits: UInt8, words: String) {
    let weekdays = WeekdaySet(rawValue: bits)
    #expect(self.words(Self.dates { weekdays.contains($0.weekday) }) == [words])
  }

  @Test func `dates of a rule that begins late or ends early are shown as the rule with its first or last date`() {
    let monday = Self.dates { $0.weekday == .monday }
    #expect(words(Array(monday.dropFirst(2))) == ["every Monday from 2026-12-07"])
    #expect(words(Array(monday.dropLast(2))) == ["every Monday until 2027-12-13"])
    #expect(words(Array(monday.prefix(5))) == ["every Monday until 2026-12-21"])
    #expect(words(Array(monday[3...9])) == ["every Monday from 2026-12-14 to 2027-01-25"])
    // The first and the last date of the range were looked at in part.
    #expect(words(Array(monday.dropFirst())) == ["every Monday"])
  }

  @Test func `dates of a rule with exceptions are shown as the rule and the exceptions`() {
    let days = Self.dates { $0.weekday <= .friday }
    let holidays = ["2026-12-25", "2027-01-01"].map(Self.date)
    #expect(words(days.filter { !holidays.contains($0) }) == ["mon-fri, not 2026-12-25 and 2027-01-01"])
    let leave = Self.date("2027-08-02")...Self.date("2027-08-13")
    #expect(words(days.filter { !leave.contains($0) }) == ["mon-fri, not 2027-08-02 to 2027-08-13"])
    #expect(
      words(days.filter { $0.components.day != 1 })
        == ["mon-fri, not 2026-12-01, 2027-01-01, 2027-02-01 and 8 more"])
  }

  @Test func `a date pattern describes dates that repeat every few weeks`() {
    let monday = Self.date("2026-11-23").epochDay
    let every = { (weeks: Int32, date: CivilDate) in ((date.epochDay - monday) / 7).isMultiple(of: weeks) }
    #expect(words(Self.dates { $0.weekday == .saturday && every(2, $0) }) == ["every 2nd Saturday"])
    #expect(words(Self.dates { $0.weekday == .saturday && every(5, $0) }) == ["every 5th Saturday"])
    #expect(words(Self.dates { $0.weekday >= .saturday && every(3, $0) }) == ["sat, sun of every 3rd week"])
  }

  @Test(arguments: [
    (2, "2nd"), (3, "3rd"), (4, "4th"), (10, "10th"), (11, "11th"), (12, "12th"), (13, "13th"), (14, "14th"),
    (21, "21st"), (22, "22nd"), (23, "23rd"), (24, "24th"), (31, "31st"), (101, "101st"), (111, "111th"),
    (112, "112th"), (121, "121st"),
  ])
  func `a pattern of every few weeks is written with an ordinal`(weeks: Int, ordinal: String) throws {
    let first = Self.range.lowerBound
    let dates = try (0..<4).map { try #require(first.adding(days: 7 * weeks * $0)) }
    let last = try #require(first.adding(days: 28 * weeks))
    let patterns = DatePattern.patterns(of: dates, within: first...last)
    #expect(patterns.map { "\($0.pattern)" } == ["every \(ordinal) Monday"])
  }

  @Test func `dates of a rule in two ranges are shown as the rule with each range`() {
    let spring = Self.date("2027-03-15")...Self.date("2027-03-26")
    let autumn = Self.date("2027-11-01")...Self.date("2027-11-05")
    let dates = Self.dates { $0.weekday <= .friday && (spring.contains($0) || autumn.contains($0)) }
    #expect(words(dates) == ["mon-fri from 2027-03-15 to 2027-03-26", "mon-fri from 2027-11-01 to 2027-11-05"])
    #expect(words(dates + [Self.date("2027-12-25")]).last == "Sat 2027-12-25")
  }

  @Test func `dates that follow a rule, and one other date, are shown as the rule and the date`() {
    let extra = Self.date("2026-12-09")
    let dates = Self.dates { $0.weekday == .monday || $0 == extra }
    #expect(words(dates) == ["every Monday", "Wed 2026-12-09"])
  }
}
