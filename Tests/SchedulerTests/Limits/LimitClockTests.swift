import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Limits beside restarts, reboots, suspensions, clocks that are set, and edits of the configuration.
@Suite struct LimitClockTests {
  private static let steam = "apps = [\"steam\"]\nuse = \"30m\""

  private func machine(_ limit: String = steam, more: String = "", at time: String = "2026-11-23 10:00") throws
    -> VirtualMachine
  { try LimitTests.machine(limit, at: time, more: more) }

  @Test func `a restart keeps what was counted, counts nothing twice, and waits for a new report`() throws {
    var machine = try machine()
    machine.use("steam")
    try machine.run(to: "10:20")
    machine.handle(.useEnds)
    machine.restart()
    machine.handle(.time)
    #expect(machine.counted() == [1200])
    try machine.run(to: "10:25")
    #expect(machine.counted() == [1200], "without a report nothing is known to be in use")
    machine.use("steam")
    try machine.run(to: "10:35")
    #expect(machine.blocks(app: "steam"))
    machine.restart()
    #expect(machine.blocks(app: "steam"), "the shield is there before the first evaluation")
  }

  @Test func `a crash loses at most a minute of use`() throws {
    var machine = try machine()
    machine.use("steam")
    var stored: [String: [UInt8]] = [:]
    for second in 1...600 {
      machine.run(seconds: 1)
      for change in machine.transition.changes where change.key.hasPrefix("limit:") {
        stored[change.key] = change.payload
      }
      guard let payload = stored.values.first else {
        #expect(second <= 61)
        continue
      }
      let text = String(decoding: payload, as: UTF8.self)
      let used = try #require(text.split(separator: "\"used\":").last.flatMap { Int64($0.prefix { $0.isNumber }) })
      #expect(Int64(second) - used / Nanoseconds.perSecond <= 60, "\(second)")
    }
  }

  @Test func `whether pages are known is stored every ten seconds at most, and in the end as it is`() throws {
    var machine = try machine("domains = [\"a.example\"]\nuse = \"1h\"")
    func report(_ knowsPages: Bool) -> Input {
      .use(UseReport(of: UserIdentity(name: "kim"), targets: [], source: "test", knowsPages: knowsPages))
    }
    var count = 0
    for second in 0..<100 {
      machine.handle(report(second % 2 == 0))
      count += machine.transition.changes.count { $0.key == LimitBook.sourceKey }
      machine.run(seconds: 1)
      count += machine.transition.changes.count { $0.key == LimitBook.sourceKey }
    }
    #expect((5...11).contains(count), "\(count)")
    machine.handle(report(true))
    machine.run(seconds: 10)
    machine.restart()
    #expect(machine.engine.limits.sources["kim"]?.knowsPages == true)
    machine.handle(report(false))
    machine.run(seconds: 10)
    machine.restart()
    #expect(machine.engine.limits.sources["kim"]?.knowsPages == false)
  }

  @Test func `time in suspension is no use`() throws {
    var machine = try machine()
    machine.use("steam")
    try machine.run(to: "10:10")
    machine.pass(7200)
    machine.handle(.suspension(7200 * Nanoseconds.perSecond))
    #expect(machine.counted() == [600])
    #expect(!machine.blocks(app: "steam"))
    try machine.run(to: "12:29:59")
    #expect(!machine.blocks(app: "steam"))
    try machine.run(to: "12:30")
    #expect(machine.blocks(app: "steam"))
  }

  @Test func `use before a suspension over midnight belongs to the day before`() throws {
    var machine = try machine(at: "2026-11-23 23:00")
    machine.use("steam")
    try machine.run(to: "23:20")
    machine.pass(3600)
    machine.handle(.suspension(3600 * Nanoseconds.perSecond))
    #expect(machine.counted() == [0], "it is 00:20, and nothing was used yet")
    machine.run(seconds: 60)
    #expect(machine.counted() == [60])
  }

  @Test func `a clock that is set forward over midnight renews nothing before the day is really over`() throws {
    for lock in ["none", "strict"] {
      var machine = try machine(more: "lock = \"\(lock)\"")
      machine.use("steam")
      try machine.run(to: "10:31")
      #expect(machine.blocks(app: "steam"))
      try machine.setClock(to: "2026-11-24 10:31")
      #expect(machine.blocks(app: "steam"), "\(lock)")
      try machine.setClock(to: "2026-11-22 10:31")
      #expect(machine.blocks(app: "steam"), "\(lock)")
      try machine.setClock(to: "2026-11-23 10:31")
      machine.use(nil)
      try machine.run(to: "2026-11-24 00:01")
      #expect(!machine.blocks(app: "steam"), "\(lock)")
    }
  }

  @Test(arguments: ["none", "strict"]) func `when a limit will be used up is shown by the clock of the machine`(
    lock: String
  ) throws {
    var machine = try machine(more: "lock = \"\(lock)\"")
    machine.use("steam")
    try machine.run(to: "10:10")
    try machine.setClock(to: "12:10")
    let standing = try #require(machine.engine.limitStandings(at: machine.moment).first)
    #expect(standing.expected == machine.moment.wall.adding(seconds: 1_200))
  }

  @Test(arguments: [0, 30] as [Int64])
  func `a clock that a synchronised source sets forward adds no use`(seconds: Int64) throws {
    var machine = try machine()
    machine.use("steam")
    try machine.run(to: "10:10")
    machine.pass(seconds)
    try machine.setClock(to: "15:00", isSynchronised: true)
    #expect(machine.counted() == [600 + seconds] && !machine.blocks(app: "steam"))
    machine.run(seconds: 1200 - seconds - 1)
    #expect(!machine.blocks(app: "steam"))
    machine.run(seconds: 1)
    #expect(machine.blocks(app: "steam"))
  }

  @Test func `a day that ends because the clock is set forward leaves no use to the next`() throws {
    var machine = try machine(at: "2026-11-23 22:00")
    machine.use("steam")
    try machine.run(to: "22:10")
    try machine.setClock(to: "20:00")
    try machine.run(to: "22:20:30")
    #expect(machine.counted() == [9030], "the time of midnight has elapsed, but no clock shows it yet")
    try machine.setClock(to: "2026-11-24 00:30")
    #expect(machine.counted() == [0])
    machine.run(seconds: 10)
    #expect(machine.counted() == [10])
  }

  @Test(arguments: ["session", "window"])
  func `a session counts from the evaluation in which it follows another`(period: String) throws {
    var machine = try VirtualMachine(
      "timezone = \"system\"\n[profile.p]\nwindow = [\"09:00-12:00\", \"12:00-15:00\"]\n[profile.p.limit]\n\(Self.steam)\nper = \"\(period)\"\n",
      at: "2026-11-23 10:00")
    try machine.travel(to: "Europe/Berlin")
    machine.use("steam")
    machine.run(seconds: 300)
    #expect(machine.counted() == [300])
    try machine.travel(to: "Asia/Dubai")
    machine.run(seconds: 30)
    #expect(machine.counted() == [30])
  }

  @Test func `a day with a change of the clocks has 23 or 25 hours`() throws {
    for (date, next, hours) in [("2026-03-29", "2026-03-30", 23), ("2026-10-25", "2026-10-26", 25)] {
      var machine = try machine("apps = [\"steam\"]\nuse = \"1d\"", at: "\(date) 00:00")
      let start = machine.moment.wall
      machine.use("steam")
      try machine.run(to: "\(date) 23:59:59")
      #expect(machine.counted() == [Int64(hours) * 3600 - 1])
      try machine.run(to: "\(next) 00:00:01")
      #expect(machine.counted() == [1])
      #expect(machine.moment.wall.seconds(since: start) == Int64(hours) * 3600 + 1)
    }
  }

  @Test(arguments: [("thu", [600]), ("fri", []), ("sat", [])])
  func `no day of a limit begins on a date that the zone skips`(days: String, counted: [Int64]) throws {
    var machine = try VirtualMachine(
      "timezone = \"Pacific/Apia\"\n[profile.p.limit]\n\(Self.steam)\nday-start = \"04:00\"\ndays = \"\(days)\"\n",
      at: "2011-12-31 01:00")
    machine.handle(.time)
    machine.use("steam")
    machine.run(seconds: 600)
    #expect(machine.counted() == counted, "it is the Thursday before the Friday that Apia did not have")
  }

  @Test func `an edit that raises the use of a strict profile waits, and one that lowers it acts at once`() throws {
    var machine = try machine(more: "lock = \"strict\"")
    machine.use("steam")
    try machine.run(to: "10:20")
    func toml(_ use: String) -> String {
      "timezone = \"Europe/Berlin\"\n[daemon]\ncooldown = \"1h\"\n[profile.p]\nlock = \"strict\"\n[profile.p.limit]\napps = [\"steam\"]\nuse = \"\(use)\"\n"
    }
    try machine.reload(toml("15m"))
    #expect(machine.blocks(app: "steam"))
    machine.use(nil)
    try machine.reload(toml("40m"))
    #expect(machine.blocks(app: "steam"), "it loosens, and has to wait")
    try machine.run(to: "11:25")
    #expect(machine.blocks(app: "steam"), "its cooldown is over, and the limit that was used up still locks it")
    try machine.run(to: "2026-11-24 00:00")
    machine.use("steam")
    try machine.run(to: "2026-11-24 00:39")
    #expect(!machine.blocks(app: "steam"))
  }

  @Test func `an event is never planned later than it is delivered`() throws {
    var machine = try machine()
    machine.pass(0, nanoseconds: 700_000_000)
    machine.use("steam")
    machine.pass(1800)
    machine.handle(.time)
    let event = try #require(machine.events.first { $0.name == .eventDidReachThreshold })
    #expect(event.planned == machine.moment.wall && !event.isLate)
  }

  @Test func `a damaged record is reported, and only its limit begins anew`() throws {
    var machine = try machine()
    machine.use("steam")
    try machine.run(to: "10:20")
    machine.handle(.useEnds)
    let records = machine.engine.records.map { record in
      record.key.hasPrefix("limit:") ? StateChange(key: record.key, payload: Array("{\"start\":1}".utf8)) : record
    }
    var problems: [StateProblem] = []
    machine.replaceEngine {
      Engine(ConfigurationVersions($0.configuration), router: $0.router, records: records, problems: &problems)
    }
    #expect(problems.count == 1)
    machine.handle(.time)
    #expect(machine.transition.changes.contains { $0.key.hasPrefix("limit:") && $0.payload.isEmpty })
    #expect(machine.counted() == [])
  }
}
