import SchedulerCivilTime
import Testing

@Suite struct CivilDateTests {
  @Test("all 3,652,059 dates match a calendar that counts day by day")
  func everyDate() {
    var calendar = HandCountedCalendar()
    var epochDay = Int(CivilDate.min.epochDay)
    while calendar.year <= 9999 {
      guard let date = CivilDate(epochDay: epochDay) else { break }
      let (year, month, day) = date.components
      let same = (year, month, day) == (calendar.year, calendar.month, calendar.day)
      let back = CivilDate(year: calendar.year, month: calendar.month, day: calendar.day)
      guard same, back == date, date.weekday == calendar.weekday else {
        Issue.record("day \(epochDay): \(date) \(date.weekday), expected \(calendar)")
        return
      }
      calendar.advance()
      epochDay += 1
    }
    #expect(epochDay == Int(CivilDate.max.epochDay) + 1)
  }

  @Test(
    "a date that the calendar does not have is none",
    arguments: [
      (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 2, 29), (2100, 2, 29),
      (2000, 2, 30), (2026, 4, 31), (.min, 1, 1), (.max, 1, 1), (2026, .max, 1), (2026, 1, .max),
    ])
  func impossibleDate(_ year: Int, _ month: Int, _ day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test("adding days stops at the first and last date, however many they are")
  func adding() {
    #expect(CivilDate.max.adding(days: 1) == nil)
    #expect(CivilDate.min.adding(days: -1) == nil)
    #expect(CivilDate.max.adding(days: .max) == nil)
    #expect(CivilDate.min.adding(days: .min) == nil)
    #expect(CivilDate.min.adding(days: 3_652_058) == .max)
  }

  @Test("civil seconds in range convert to a date and time and back, and others give nil")
  func localSeconds() {
    for seconds in [CivilDateTime.min.localSeconds, -86_401, -86_400, -1, 0, 1, 86_399, CivilDateTime.max.localSeconds]
    {
      #expect(CivilDateTime(localSeconds: seconds)?.localSeconds == seconds)
    }
    for seconds in [CivilDateTime.min.localSeconds - 1, CivilDateTime.max.localSeconds + 1, .min, .max] {
      #expect(CivilDateTime(localSeconds: seconds) == nil)
    }
    let endOfYear = CivilDateTime(date: CivilDate(parsing: "2026-12-31")!, time: .endOfDay)
    #expect(endOfYear == CivilDateTime(parsing: "2027-01-01T00:00"))
    #expect(CivilDateTime(date: .max, time: .endOfDay) == nil)
  }
}

/// A calendar that can only advance by one day.
private struct HandCountedCalendar {
  var year = 1
  var month = 1
  var day = 1
  var weekday = Weekday.monday

  mutating func advance() {
    weekday = weekday == .sunday ? .monday : Weekday(rawValue: weekday.rawValue + 1)!
    day += 1
    guard day > daysInMonth else { return }
    day = 1
    month += 1
    guard month > 12 else { return }
    month = 1
    year += 1
  }

  private var daysInMonth: Int {
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
