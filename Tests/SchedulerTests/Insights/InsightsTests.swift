import SchedulerCivilTime
import SchedulerJSON
import TestSupport
import Testing

@testable import Scheduler

/// What sessions and attempts add up to, by day, profile, target and hour.
@Suite struct InsightsTests {
  private static func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

  private static func session(
    _ profile: String = "p", from start: Instant, seconds: Int64, breaks: Int64 = 0, rounds: Int64? = nil,
    length: Int64? = nil
  ) throws -> SessionEntry {
    var members: JSONObject = [
      "event": .string("sessionDidFinish"), "profile": .string(profile), "session": .string("s"),
      "start": .string(start.description), "end": .string(start.adding(seconds: length ?? seconds).description),
      "seconds": .integer(seconds), "breakSeconds": .integer(breaks), "pauseSeconds": .integer(0),
      "waitingSeconds": .integer(0), "attempts": .integer(0),
    ]
    if let rounds { (members["focusSeconds"], members["rounds"]) = (.integer(rounds), .integer(rounds)) }
    return try #require(SessionEntry(HistoryRecord(members)))
  }

  private static func event(
    _ name: EventName, at instant: Instant, target: String = "steam", count: Int64 = 1, outcome: String = "denied",
    user: String = ""
  ) -> HistoryRecord {
    HistoryRecord([
      "event": .string(name.rawValue), "profile": .string("p"), "planned": .string(instant.description),
      "delivered": .string(instant.description), "message": .string(target), "outcome": .string(outcome),
      "count": .integer(count), "user": .string(user),
    ])
  }

  @Test(arguments: [
    (Insights.Period.day, "2026-03-29", "2026-03-29", 1, 23), (.day, "2026-10-25", "2026-10-25", 1, 25),
    (.week, "2026-11-23", "2026-11-29", 7, 168), (.week, "2026-03-23", "2026-03-29", 7, 167),
    (.month, "2028-02-01", "2028-02-29", 29, 696), (.month, "2026-10-01", "2026-10-31", 31, 745),
  ])
  func `a period is made of whole dates of the zone`(
    period: Insights.Period, first: String, last: String, count: Int, hours: Int64
  ) throws {
    let noon = try Self.instant(last + "T12:00:00Z")
    let insights = Insights(of: period, containing: noon, in: try zone("Europe/Berlin"))
    #expect(insights.dates.first.map { "\($0)" } == first && insights.dates.last.map { "\($0)" } == last)
    #expect(insights.dates.count == count && insights.end.seconds(since: insights.start) == hours * 3_600)
  }

  @Test func `a date that the zone leaves out has no day, and ends no streak`() throws {
    // Samoa crossed the date line at the end of 2011-12-29.
    let zone = try zone("Pacific/Apia")
    let now = try Self.instant("2012-01-01T12:00:00+14:00")
    var insights = Insights(of: .week, containing: now, in: zone)
    let start = try Self.instant("2011-12-28T12:00:00-10:00")
    for day in 0..<4 {
      insights.add(try Self.session(from: start.adding(seconds: Int64(day) * 86_400), seconds: 3_600), now: now)
    }
    #expect(insights.dates.map { "\($0)".suffix(2) } == ["26", "27", "28", "29", "31", "01"])
    #expect(insights.days.map(\.sessionCount) == [0, 0, 1, 1, 1, 1])
    #expect(insights.streak(now: now) == 4)
  }

  @Test func `a session over midnight is divided, and counts where it ended`() throws {
    let now = try Self.instant("2026-11-29T12:00:00Z")
    var insights = Insights(of: .week, containing: now, in: .utc)
    // Three hours, of these one after midnight; an hour of breaks is not focus.
    insights.add(
      try Self.session(from: Self.instant("2026-11-24T22:00:00Z"), seconds: 10_800, breaks: 3_600, rounds: 2), now: now)
    #expect(insights.days.map(\.enforcingSeconds) == [0, 4_800, 2_400, 0, 0, 0, 0])
    #expect(insights.days.map(\.sessionCount) == [0, 0, 1, 0, 0, 0, 0])
    #expect(insights.total.breakSeconds == 3_600 && insights.total.roundCount == 2)
    #expect(insights.profiles["p"] == insights.total)
  }

  @Test func `a session that ends at midnight has ended on the day before`() throws {
    let now = try Self.instant("2026-11-30T12:00:00Z")
    for period in Insights.Period.allCases {
      var insights = Insights(of: period, containing: try Self.instant("2026-11-29T12:00:00Z"), in: .utc)
      insights.add(try Self.session(from: Self.instant("2026-11-29T20:00:00Z"), seconds: 14_400), now: now)
      #expect(insights.total.sessionCount == 1 && insights.total.enforcingSeconds == 14_400, "\(period)")
    }
  }

  @Test func `a clock that is set ahead meanwhile makes no session of days`() throws {
    let now = try Self.instant("2026-11-29T12:00:00Z")
    var insights = Insights(of: .week, containing: now, in: .utc)
    insights.add(
      try Self.session(from: Self.instant("2026-11-23T08:00:00Z"), seconds: 3_600, length: 432_000), now: now)
    #expect(insights.days.map(\.enforcingSeconds) == [0, 0, 0, 0, 0, 3_600, 0])
    #expect(insights.streak(now: now) == 1)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a second of several sessions is focus once, and once more for each profile`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let now = try Self.instant("2026-12-24T12:00:00Z")
    var insights = Insights(
      of: .week, containing: try Self.instant("2026-11-25T12:00:00Z"), in: .utc,
      withoutFocusOf: Set((0..<30).filter { $0 % 5 == 4 }.map { "p\($0)" }))
    var seconds = [Bool](repeating: false, count: 7 * 86_400)
    for number in 0..<Int.random(in: 1...30, using: &random) {
      let start = Int.random(in: -90_000..<seconds.count, using: &random)
      let length = Int.random(in: 1...30_000, using: &random)
      let from = insights.start.adding(seconds: Int64(start))
      let hasFocus = number % 5 != 4
      insights.add(try Self.session("p\(number)", from: from, seconds: Int64(length)), now: now)
      for second in max(0, start)..<max(0, min(start + length, seconds.count)) where hasFocus { seconds[second] = true }
      let inside = max(0, min(start + length, seconds.count) - max(0, start))
      #expect(insights.profiles["p\(number)"]?.enforcingSeconds ?? 0 == (hasFocus ? Int64(inside) : 0), "seed \(seed)")
    }
    let days = (0..<7).map { day in Int64(seconds[(day * 86_400)..<(day + 1) * 86_400].count { $0 }) }
    #expect(insights.days.map(\.enforcingSeconds) == days, "seed \(seed)")
  }

  @Test func `where sessions with breaks overlap, the one with the smaller share of breaks counts`() throws {
    let now = try Self.instant("2026-11-29T12:00:00Z")
    var insights = Insights(of: .day, containing: now, in: .utc)
    let start = try Self.instant("2026-11-29T08:00:00Z")
    insights.add(try Self.session(from: start, seconds: 3_600, breaks: 1_800), now: now)
    #expect(insights.total.enforcingSeconds == 1_800)
    insights.add(try Self.session("q", from: start.adding(seconds: 1_800), seconds: 3_600, breaks: 900), now: now)
    #expect(insights.total.enforcingSeconds == 900 + 2_700 && insights.profiles["q"]?.enforcingSeconds == 2_700)
  }

  @Test func `a period that is over has the streak of its last day`() throws {
    let now = try Self.instant("2026-12-24T12:00:00Z")
    var insights = Insights(of: .week, containing: try Self.instant("2026-11-29T12:00:00Z"), in: .utc)
    for day in ["27", "28"] {
      insights.add(try Self.session(from: Self.instant("2026-11-\(day)T08:00:00Z"), seconds: 3_600), now: now)
    }
    #expect(insights.streak(now: now) == 0)
    insights.add(try Self.session(from: Self.instant("2026-11-29T08:00:00Z"), seconds: 3_600), now: now)
    #expect(insights.streak(now: now) == 3)
  }

  @Test func `damaged numbers end at the largest one`() throws {
    let now = try Self.instant("2026-11-29T12:00:00Z")
    var insights = Insights(of: .day, containing: now, in: .utc)
    for _ in 0..<2 {
      insights.add(Self.event(.shieldDidBlock, at: now, count: .max))
      insights.add(
        try Self.session(from: now, seconds: .max, breaks: .min, rounds: .max, length: 60), now: now)
      insights.add(try Self.session(from: now, seconds: .min, breaks: .max, length: 60), now: now)
    }
    #expect(insights.total.attemptCount == .max && insights.attemptsByHour[12] == .max)
    #expect(insights.attemptsByTarget == ["steam": .max] && insights.total.roundCount == 1 << 54)
    #expect(insights.total.sessionCount == 4)
  }

  @Test(arguments: [("kim", 3), ("lee", 6), (nil, 7)] as [(String?, Int64)])
  func `attempts of another user are left out, and those of an unknown user count`(
    user: String?, expected: Int64
  ) throws {
    let now = try Self.instant("2026-11-29T12:00:00Z")
    var insights = Insights(of: .day, containing: now, in: .utc, attemptsOf: user)
    insights.add(Self.event(.shieldDidBlock, at: now, count: 1, user: "kim"))
    insights.add(Self.event(.shieldDidBlock, at: now, count: 4, user: "lee"))
    insights.add(Self.event(.shieldDidBlock, at: now, count: 2))
    #expect(insights.total.attemptCount == expected && insights.attemptsByTarget == ["steam": expected])
    #expect(insights.attemptsByHour[12] == expected)
  }

  @Test func `attempts count by hour and target, and interruptions by day; what was closed is no attempt`() throws {
    let now = try Self.instant("2026-11-29T12:00:00Z")
    var insights = Insights(of: .week, containing: now, in: try zone("Europe/Berlin"))
    let at = try Self.instant("2026-11-24T23:30:00Z")
    insights.add(Self.event(.shieldDidBlock, at: at, count: 3))
    insights.add(Self.event(.shieldDidBlock, at: at, target: "a.example"))
    insights.add(Self.event(.shieldDidBlock, at: at, outcome: "closing"))
    insights.add(Self.event(.shieldDidBlock, at: insights.start.adding(seconds: -1)))
    insights.add(Self.event(.shieldDidBlock, at: insights.end))
    for name in [EventName.breakDidStart, .pauseDidStart, .accessDidStart, .emergencyDidUse, .breakDidEnd] {
      insights.add(Self.event(name, at: at))
    }
    #expect(insights.attemptsByTarget == ["steam": 3, "a.example": 1])
    #expect(insights.attemptsByHour[0] == 4 && insights.total.attemptCount == 4)
    #expect(insights.days.map(\.interruptionCount) == [0, 0, 4, 0, 0, 0, 0], "Wednesday in Berlin")
  }

  @Test(arguments: [
    ([], 0), ([0], 1), ([1], 1), ([0, 1, 2], 3), ([1, 2, 3], 3), ([0, 2], 1), ([2, 3], 0),
  ])
  func `a streak is made of dates in a row, and today does not break it`(daysAgo: [Int64], streak: Int) throws {
    let now = try Self.instant("2026-11-29T12:00:00Z")
    var insights = Insights(of: .day, containing: now, in: .utc)
    for days in daysAgo {
      insights.add(try Self.session(from: now.adding(seconds: -days * 86_400 - 7_200), seconds: 3_600), now: now)
    }
    #expect(insights.streak(now: now) == streak)
    let oldest = insights.start.adding(seconds: Int64(-streak - 2) * 86_400)
    let isConcernedByOldest = insights.isConcerned(byEntriesBefore: oldest, now: now)
    #expect(!isConcernedByOldest)
    if streak > 0 {
      let dayBefore = now.adding(seconds: -(daysAgo.first ?? 0) * 86_400 - Int64(streak) * 86_400)
      let isConcerned = insights.isConcerned(byEntriesBefore: dayBefore, now: now)
      #expect(isConcerned, "the streak may be longer")
    }
  }

  @Test(arguments: Laws.cases(0..<40 as Range<UInt64>, few: 10))
  func `the days, the profiles and what lies outside add up to what was added`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone = try zone(["Europe/Berlin", "UTC", "Australia/Lord_Howe", "Pacific/Apia"].randomElement(using: &random)!)
    let now = Instant(epochSeconds: 1_780_000_000 + .random(in: 0..<40_000_000, using: &random))
    var insights = Insights(of: Insights.Period.allCases.randomElement(using: &random)!, containing: now, in: zone)
    var naive = [Int64](repeating: 0, count: insights.dates.count)
    var end = now.adding(seconds: -3_000_000)
    for _ in 0..<20 {
      let start = end.adding(seconds: .random(in: 0..<200_000, using: &random))
      let seconds = Int64.random(in: 0..<200_000, using: &random)
      end = start.adding(seconds: seconds)
      let session = try Self.session(from: start, seconds: seconds, breaks: seconds / 4)
      insights.add(session, now: now)
      let focus = seconds - seconds / 4
      // Second by second: each day has its share, up to a second for each of its two edges.
      var inside = [Int64](repeating: 0, count: naive.count)
      for second in stride(from: Int64(0), to: seconds, by: 60) {
        let date = zone.civil(at: start.adding(seconds: second)).date
        guard let day = insights.dates.firstIndex(of: date) else { continue }
        inside[day] += min(60, seconds - second)
      }
      for day in naive.indices where seconds > 0 { naive[day] += inside[day] * focus / seconds }
    }
    for (day, sums) in insights.days.enumerated() {
      // A step of the naive sum is a minute; a session has two edges on a day at the most.
      #expect(abs(sums.enforcingSeconds - naive[day]) <= 20 * 122, "seed \(seed), day \(day)")
    }
    // Each session rounds its seconds of a day for its profile, and none does for all together.
    let difference = (insights.profiles["p"]?.enforcingSeconds ?? 0) - insights.total.enforcingSeconds
    #expect(abs(difference) <= 1, "seed \(seed)")
    #expect(insights.profiles["p"]?.sessionCount ?? 0 == insights.total.sessionCount, "seed \(seed)")
  }
}
