import SchedulerCivilTime
import Testing

@testable import schedctl

/// Weeks in which the clocks change, and others.
@Suite struct CivilWeekTests {
  /// What the clocks of a zone do on a day: what they leave out and what they show again.
  struct Case: CustomTestStringConvertible {
    let zone: String
    let date: String
    let missing: [String]
    let repeated: [String]
    let axisSeconds: Int
    var testDescription: String { "\(zone) \(date)" }

    init(_ zone: String, _ date: String, missing: [String] = [], repeated: [String] = [], axis: Int = 86_400) {
      self.zone = zone
      self.date = date
      self.missing = missing
      self.repeated = repeated
      axisSeconds = axis
    }
  }

  @Test(arguments: [
    Case("Europe/Berlin", "2026-06-10"),
    Case("Europe/Berlin", "2026-03-29", missing: ["02:00–03:00"]),
    Case("Europe/Berlin", "2026-10-25", repeated: ["02:00–03:00"], axis: 90_000),
    Case("Europe/Berlin", "2026-10-24", axis: 90_000),
    Case("Australia/Lord_Howe", "2026-10-04", missing: ["02:00–02:30"]),
    Case("Australia/Lord_Howe", "2026-04-05", repeated: ["01:30–02:00"], axis: 88_200),
    Case("America/Sao_Paulo", "2018-11-04", missing: ["00:00–01:00"]),
    Case("America/Santiago", "2026-04-04", repeated: ["23:00–24:00"], axis: 90_000),
    Case("America/Nuuk", "2026-03-28", missing: ["23:00–24:00"]),
    Case("Pacific/Apia", "2011-12-30", missing: ["00:00–24:00"]),
    // The clocks go back from Sunday 00:01 to Saturday 23:01, so that both days show a part again.
    Case("America/St_Johns", "2009-10-31", repeated: ["23:01–24:00"], axis: 90_000),
    Case("America/St_Johns", "2009-11-01", repeated: ["00:00–00:01"], axis: 90_000),
  ])
  func `a civil day has the missing and repeated times that its clocks show`(this: Case) throws {
    let zone = try ExampleWeek.zone(this.zone)
    let date = try #require(CivilDate(parsing: this.date))
    let day = CivilDay(date, in: zone)
    #expect(day.missing.map { $0.clockText("–") } == this.missing)
    #expect(day.repeated.map { $0.clockText("–") } == this.repeated)
    #expect(day.exists == zone.dateExists(date))
    let noon = zone.resolve(localSeconds: Int64(date.epochDay) * 86_400 + 43_200).compatible
    let week = CivilWeek(containing: noon, zone: zone)
    #expect(week.axis.length == this.axisSeconds)
    #expect(week.days.first?.date.weekday == .monday)
  }

  @Test(arguments: [
    ("2026-01-01", 1), ("2026-11-23", 48), ("2027-01-01", 53), ("2024-12-30", 1), ("2023-01-01", 52), ("2024-02-29", 9),
  ])
  func `weeks are numbered as ISO 8601 does`(date: String, number: Int) throws {
    let date = try #require(CivilDate(parsing: date))
    let week = CivilWeek(containing: Instant(epochSeconds: Int64(date.epochDay) * 86_400), zone: .utc)
    #expect(week.number == number)
    #expect(week.days.count == 7)
  }

  @Test func `the last week of the calendar has five days, and the first week has seven`() {
    let last = CivilWeek(containing: Instant(epochSeconds: Int64(CivilDate.max.epochDay) * 86_400), zone: .utc)
    #expect(last.days.map(\.date.weekday) == [.monday, .tuesday, .wednesday, .thursday, .friday])
    let first = CivilWeek(containing: Instant(epochSeconds: Int64(CivilDate.min.epochDay) * 86_400), zone: .utc)
    #expect(first.days.count == 7 && first.days[0].date == .min)
  }

  @Test func `the axis of a week with a longer day lists its hours in order, the repeated hour twice`() throws {
    let berlin = try ExampleWeek.zone("Europe/Berlin")
    let week = CivilWeek(containing: try #require(Instant(rfc3339: "2026-10-25T12:00:00Z")), zone: berlin)
    let hours = week.axis.hours
    #expect(hours.map(\.hour) == [0, 1, 2, 2] + Array(3...23))
    #expect(hours.map(\.place) == (0..<25).map { $0 * 3600 })
    #expect(hours.map(\.isRepeat) == [false, false, false, true] + Array(repeating: false, count: 21))
  }
}
