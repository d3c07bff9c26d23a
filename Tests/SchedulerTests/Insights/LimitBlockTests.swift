import SchedulerCivilTime
import SchedulerJSON
import Testing

@testable import Scheduler

/// How long used-up limits blocked: what history has of them, and what it adds up to.
@Suite struct LimitBlockTests {
  private static func instant(_ time: String) throws -> Instant {
    try #require(Instant(rfc3339: time.count > 5 ? time : "2026-11-23T\(time):00Z"))
  }

  private static func record(
    _ number: Int64, _ time: String, until: String? = nil, user: String? = "kim", profile: String = "p",
    name: EventName = .eventDidReachThreshold
  ) throws -> HistoryRecord {
    var members: JSONObject = [
      "sequence": .integer(number), "event": .string(name.rawValue), "profile": .string(profile),
      "planned": .string(try instant(time).description),
    ]
    if let until { members["until"] = .string(try instant(until).description) }
    if let user { members["user"] = .string(user) }
    return HistoryRecord(members)
  }

  private static func minutes(
    _ records: [HistoryRecord], of user: String? = "kim", from start: String = "00:00",
    to end: String = "2026-11-24T00:00:00Z", now: String = "2026-12-24T00:00:00Z"
  ) throws -> Int64 {
    var sums: Set<Int64> = []
    for records in [records, records.reversed()] {
      var blocks = LimitBlocks(of: user)
      for record in records { blocks.add(record) }
      sums.insert(try blocks.seconds(from: instant(start), to: instant(end), now: instant(now)))
    }
    #expect(sums.count == 1, "entries may come in any order")
    return (sums.first ?? -1) / 60
  }

  @Test func `blocks that overlap count once`() throws {
    let records = try [
      Self.record(1, "10:00", until: "12:00"), Self.record(2, "10:30", until: "11:00", profile: "q"),
      Self.record(3, "11:30", until: "13:00"), Self.record(4, "15:00", until: "15:10"),
    ]
    #expect(try Self.minutes(records) == 190)
  }

  @Test func `a block counts inside of the period, and up to now`() throws {
    let records = try [Self.record(1, "2026-11-22T22:00:00Z", until: "01:00"), Self.record(2, "23:00", until: "23:50")]
    #expect(try Self.minutes(records) == 110)
    #expect(try Self.minutes(records, from: "00:30", to: "23:20") == 50)
    #expect(try Self.minutes(records, now: "00:20") == 20)
    #expect(try Self.minutes(records, now: "2026-11-22T23:00:00Z") == 0)
    #expect(try Self.minutes([Self.record(1, "10:00", until: "09:00")]) == 0)
  }

  @Test func `blocks of others, other events and open ends do not count`() throws {
    let records = try [
      Self.record(1, "10:00", until: "12:00", user: "lee"), Self.record(2, "10:00", until: "12:00", user: nil),
      Self.record(3, "10:00"), Self.record(4, "10:00", until: "12:00", name: .eventWillReachThresholdWarning),
    ]
    #expect(try Self.minutes(records) == 0)
    #expect(try Self.minutes(records, of: nil) == 0)
    #expect(try Self.minutes(records, of: "lee") == 120)
  }

  @Test func `an emergency ends the blocks of its profile, of its person or with a session`() throws {
    let block = try Self.record(2, "10:00", until: "12:00")
    for (user, profile, number, minutes) in [
      ("kim", "p", 3, 30), (nil, "p", 3, 30), ("lee", "p", 3, 120), ("kim", "q", 3, 120), ("kim", "p", 1, 120),
    ] as [(String?, String, Int64, Int64)] {
      let emergency = try Self.record(number, "10:30", user: user, profile: profile, name: .emergencyDidUse)
      #expect(try Self.minutes([block, emergency]) == minutes, "\(user ?? "") \(profile) \(number)")
    }
  }

  /// What history has of a limit that is reached.
  private static func reached(_ limit: String, more: String = "") throws -> [HistoryRecord] {
    var machine = try LimitTests.machine("apps = [\"steam\"]\nuse = \"30m\"\nwarn = \"5m\"\n" + limit, more: more)
    if !more.isEmpty { machine.command(.start(try #require(ProfileKey("p")), StartOptions(lengthSeconds: 7_200))) }
    machine.use("steam")
    try machine.run(to: "10:55")
    return machine.events.filter { $0.user == "kim" }.map { HistoryRecord($0.json) }
  }

  @Test(
    arguments: [
      ("", "", "2026-11-23T23:00:00Z"), ("day-start = \"04:00\"", "", "2026-11-24T03:00:00Z"),
      ("then = \"lock\"", "", nil), ("then = \"logout\"", "", nil),
      ("per = \"session\"", "block = { domains = [\"a.org\"] }", "2026-11-23T11:00:00Z"),
    ] as [(String, String, String?)])
  func `the event of a limit that blocks has the planned end, and its warning has none`(
    limit: String, more: String, until: String?
  ) throws {
    let records = try Self.reached(limit, more: more)
    #expect(records.map { $0.blockEnd?.description } == [nil, until], "\(records)")
    #expect(records.map { $0.object["until"]?.stringValue } == [nil, until])
  }
}
