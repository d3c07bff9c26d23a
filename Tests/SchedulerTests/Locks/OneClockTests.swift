import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// Each profile lives by one clock: what is strict by the trusted clock, all else by the wall clock.
@Suite struct OneClockTests {
  private static let strict = profiles(("exam", "window = [\"10:00-12:00\"]\nlock = \"strict\""))

  private static func machine(_ toml: String = strict, at time: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: "2026-11-23 \(time)")
    machine.handle(.time)
    return machine
  }

  // MARK: the trusted clock

  @Test func `a clock that is set by hand is trusted only after 24 hours have elapsed`() throws {
    var machine = try Self.machine(at: "09:30")
    try machine.setClock(to: "11:30")
    #expect(machine.active == [])
    machine.run(seconds: 1_800)
    #expect(machine.active == ["exam"])
    machine.run(seconds: 86_400 - 1_800 - 1)
    #expect(machine.active == [])
    machine.forget()
    machine.run(seconds: 1)
    #expect(machine.holds("exam") == ["schedule until 12:00"])
    #expect(machine.seen.contains("11:30 trustedClockDidChange"), "\(machine.seen)")
    #expect(machine.present.isWallTrusted)
  }

  @Test func `the trusted clock takes over a step after 24 hours, even unevaluated then and across a restart`() throws {
    var machine = try Self.machine(profiles(("s", "lock = \"strict\"")), at: "13:00")
    machine.pass(600)
    try machine.setClock(to: "13:40")
    let takeover = NextDeadline(wall: nil, boot: machine.moment.boot + 86_400 * Nanoseconds.perSecond)
    #expect(machine.engine.nextDeadline == takeover)
    machine.replaceEngine { $0.readBack() }
    // A restart evaluates at once.
    #expect(machine.engine.nextDeadline.nanoseconds(after: machine.moment) == 0)
    machine.handle(.time)
    #expect(machine.engine.nextDeadline == takeover)
    machine.pass(86_400 + 600)
    machine.handle(.time)
    #expect(machine.present.isWallTrusted)
    #expect(machine.engine.nextDeadline == NextDeadline(wall: nil, boot: nil))
  }

  @Test func `the trusted clock takes over each clock step separately`() throws {
    var machine = try Self.machine(at: "13:00")
    func hoursApart() -> Int64 { machine.present.wall.seconds(since: machine.present.trusted.instant) / 3_600 }
    try machine.setClock(to: "14:00")
    machine.run(seconds: 6 * 3_600)
    try machine.setClock(to: "22:00")
    #expect(hoursApart() == 3)
    machine.run(seconds: 18 * 3_600 - 1)
    #expect(hoursApart() == 3)
    machine.run(seconds: 1)
    #expect(hoursApart() == 2)
    machine.run(seconds: 6 * 3_600)
    #expect(hoursApart() == 0)
  }

  @Test func `a clock that is set and then set back causes no step of the trusted clock`() throws {
    var machine = try Self.machine(at: "13:00")
    try machine.setClock(to: "16:00")
    machine.run(seconds: 600)
    try machine.setClock(to: "13:10")
    machine.run(seconds: 2 * 86_400)
    #expect(machine.events.allSatisfy { $0.name != .trustedClockDidChange })
  }

  @Test(arguments: [true, false])
  func `clock differences of at most a second in total are no step, and small ones that exceed it are a step`(
    addsUp: Bool
  ) throws {
    var machine = try Self.machine(at: "13:00")
    for _ in 0..<(addsUp ? 2 : 1) {
      machine.leap(nanoseconds: 900_000_000)
      machine.handle(.time)
    }
    #expect(machine.engine.state.clock?.steps.isEmpty == !addsUp)
    #expect(machine.present.isWallTrusted == !addsUp)
    machine.run(seconds: 86_400)
    #expect(machine.present.isWallTrusted)
  }

  // MARK: strict profiles live by the trusted clock

  @Test func `setting the clock past a strict interval's start does not skip the interval`() throws {
    var machine = try Self.machine(at: "09:59")
    try machine.setClock(to: "13:00")
    machine.run(seconds: 59)
    #expect(machine.active == [])
    machine.run(seconds: 1)
    #expect(machine.holds("exam") == ["schedule until 15:01"])
    machine.run(seconds: 7_199)
    #expect(machine.active == ["exam"])
    machine.run(seconds: 1)
    #expect(machine.active == [])
  }

  @Test func `a clock set into a strict interval of another day neither starts nor uses up that interval`() throws {
    var machine = try Self.machine(at: "20:00")
    try machine.setClock(to: "2026-11-24 10:30")
    machine.run(seconds: 3_600)
    #expect(machine.active == [])
    try machine.setClock(to: "2026-11-23 21:00")
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.holds("exam") == ["schedule until 12:00"])
  }

  @Test func `published times are those that the wall clock will show, and records keep the planned times`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.setClock(to: "12:00")
    #expect(
      try machine.engine.nextInterval(of: ProfileID(derivedFrom: "exam".profileKey))?.start == machine.at("13:00"))
    machine.run(seconds: 3_600)
    #expect(try machine.session("exam")?.start == machine.at("10:00"))
    #expect(machine.seen.contains("10:00 intervalDidStart schedule exam"), "\(machine.seen)")
    #expect(try ShieldSet(of: machine.engine)?.validUntil == machine.at("15:00"))
    let live = LiveState(of: machine.engine, at: machine.moment).sessions.first
    #expect(try live?.timerEndDate == machine.at("15:00") && live?.staleDate == machine.at("15:00"))
    machine.run(seconds: 7_200)
    #expect(try machine.finished.map(\.end) == [machine.at("12:00")])
    #expect(machine.finished.map(\.seconds) == [7_200])
  }

  @Test(arguments: [1_800, 5_400, 3 * 3_600] as [Int64])
  func `after a suspend over a strict edge under a wrong clock, the trusted clock decides what runs`(
    seconds: Int64
  ) throws {
    var machine = try Self.machine(at: "09:00")
    try machine.setClock(to: "05:00")
    machine.forget()
    machine.pass(seconds)
    machine.handle(.time)
    #expect(machine.active == (seconds == 5_400 ? ["exam"] : []))
    #expect(machine.seen.contains("missed 10:00 – 12:00") == (seconds > 7_200))
  }

  @Test func `the trusted clock accepts a false wall clock after a reboot`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.setClock(to: "08:00")
    try machine.reboot(at: "10:30")
    #expect(machine.holds("exam") == ["schedule until 12:00"])
    #expect(machine.engine.state.clock?.steps == [])
    try machine.reboot(at: "2026-11-22 10:30")
    #expect(machine.holds("exam") == ["schedule until 12:00"])
    machine.run(seconds: 5_399)
    #expect(machine.active == ["exam"])
  }

  @Test func `a planned start follows the trusted clock for a strict profile and the wall clock for others`() throws {
    var machine = try Self.machine(profiles(("s", "lock = \"strict\""), ("w", "")), at: "09:00")
    try machine.setClock(to: "12:00")
    try machine.plan("w", at: "10:00", for: 600)
    #expect(machine.reply == "refused alreadyPast")
    try machine.plan("s", at: "10:00", for: 600)
    #expect(machine.reply == "planned for 13:00 until 13:10")
    #expect(try machine.engine.plannedStarts.map(\.start.instant) == [machine.at("13:00")])
    machine.run(seconds: 3_599)
    #expect(machine.active == [])
    machine.run(seconds: 1)
    #expect(machine.holds("s") == ["manual until 13:10"])
  }

  @Test func `the breaks of a strict session are renewed by the trusted clock`() throws {
    let rules = "window = [\"08:00-18:00\"]\nlock = \"strict\""
    let body = "\(rules)\nbreak = { length = \"5m\", budget = \"5m\", reset = \"12:00\" }"
    var machine = try Self.machine(profiles(("p", body)), at: "11:00")
    machine.command(.break())
    machine.run(seconds: 300)
    try machine.setClock(to: "13:05")
    machine.command(.break())
    #expect(machine.reply == "refused budgetSpent until 14:00")
    machine.run(seconds: 55 * 60 - 1)
    machine.command(.break())
    #expect(machine.reply.hasPrefix("refused budgetSpent"))
    machine.run(seconds: 1)
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 14:05")
  }

  @Test func `a strict profile warns by the trusted clock`() throws {
    let body = "window = [{ start = \"10:00\", end = \"12:00\", warn = [\"15m\"] }]\nlock = \"strict\""
    var machine = try Self.machine(profiles(("p", body)), at: "09:00")
    try machine.setClock(to: "11:50")
    machine.run(seconds: 2_699)
    #expect(!machine.seen.contains { $0.contains("Warning") })
    machine.run(seconds: 1)
    #expect(machine.seen.last == "09:45 intervalWillStartWarning schedule p")
    machine.run(seconds: 900 + 6_300)
    #expect(machine.seen.last == "11:45 intervalWillEndWarning schedule p")
  }
}

/// Profiles that live by different clocks beside each other, and profiles that come to live by another.
@Suite struct ChangedClockTests {
  private static let soft = profiles(("p", "window = [\"10:00-12:00\"]"))
  private static let strict = profiles(("p", "window = [\"10:00-12:00\"]\nlock = \"strict\""))

  @Test func `after a lock change, the interval of a profile follows the other clock, as after a reload`() throws {
    var machine = try VirtualMachine(Self.soft, at: "2026-11-23 09:30")
    try machine.run(to: "10:30")
    try machine.setClock(to: "11:30")
    #expect(machine.holds("p") == ["schedule until 12:00"])
    try machine.reload(Self.strict)
    #expect(machine.holds("p") == ["schedule until 13:00"])
    try machine.reload(Self.soft)
    #expect(machine.holds("p") == ["schedule until 12:00"])
    machine.run(seconds: 1_800)
    #expect(machine.active == [])
    #expect(machine.events.filter { $0.name == .sessionDidStart }.count == 1)
  }

  @Test func `after a lock change, the interval ends if no interval of the other clock contains the present`() throws {
    var machine = try VirtualMachine(Self.soft, at: "2026-11-23 08:30")
    machine.handle(.time)
    try machine.setClock(to: "10:30")
    #expect(machine.active == ["p"])
    try machine.reload(Self.strict)
    #expect(machine.active == [])
  }

  @Test func `edges of both clocks come in the order of the elapsed time at which they fall`() throws {
    let toml = profiles(
      ("a", "window = [\"10:00-11:00\"]\nlock = \"strict\""), ("b", "window = [\"10:30-12:30\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.handle(.time)
    try machine.setClock(to: "09:45")
    machine.forget()
    machine.pass(3 * 3_600)
    machine.handle(.time)
    #expect(machine.seen.filter { $0.hasPrefix("missed") } == ["missed 10:30 – 12:30", "missed 10:00 – 11:00"])
  }

  @Test func `a late evaluation orders the starts of both clocks by elapsed time`() throws {
    let toml = profiles(
      ("a", "window = [\"10:00-11:00\"]\nlock = \"strict\""), ("b", "window = [\"10:30-12:30\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.handle(.time)
    try machine.setClock(to: "09:45")
    machine.pass(90 * 60)
    machine.handle(.time)
    let starts = machine.events.filter { $0.name == .sessionDidStart }
    #expect(starts.map(\.profile?.key.text) == ["b", "a"])
  }

  @Test func `an edge that a clock setting passes over is due at the moment of that setting`() throws {
    let toml = profiles(
      ("a", "window = [\"10:00-13:00\"]\nlock = \"strict\""), ("b", "window = [\"10:30-16:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:30")
    machine.handle(.time)
    machine.pass(3_600)
    try machine.setClock(to: "14:00")
    let starts = machine.events.filter { $0.name == .sessionDidStart }
    #expect(starts.map(\.profile?.key.text) == ["a", "b"])
  }

  @Test func `a strict interval that replaces ends the sessions that began by its start in elapsed time`() throws {
    let toml = profiles(
      ("a", "window = [\"10:00-14:00\"]"), ("b", "window = [\"10:30-11:30\"]\nlock = \"strict\"\noverlap = \"replace\"")
    )
    for (time, active) in [("09:20", ["b"]), ("09:40", ["b"]), ("08:00", ["b"])] {
      var machine = try VirtualMachine(toml, at: "2026-11-23 09:30")
      machine.handle(.time)
      try machine.setClock(to: time)
      machine.pass(3_600)
      machine.handle(.time)
      #expect(machine.active == active, "set to \(time)")
      let begins = time != "08:00"
      #expect(machine.events.contains { $0.name == .sessionDidStart && $0.profile?.key.text == "a" } == begins)
    }
  }

  @Test func `the engine reads old records of intervals with two clocks, and provisional uses count as used`() throws {
    var machine = try VirtualMachine(Self.strict, at: "2026-11-23 09:30")
    try machine.run(to: "10:30")
    let end = try machine.at("12:00").epochSeconds
    let records = machine.engine.records.map { record in
      let text = String(decoding: record.payload, as: UTF8.self)
        .replacing("{\"trusted\":\(end)}", with: "{\"wall\":\(end),\"elapsed\":9000000000000}")
        .replacing("\"second\":36000},", with: "\"second\":36000},\"isAhead\":true,\"wallOrigin\":1,")
      return StateChange(key: record.key, payload: Array(text.utf8))
    }
    #expect(records != machine.engine.records)
    var problems: [StateProblem] = []
    let engine = Engine(ConfigurationVersions(machine.engine.configuration), records: records, problems: &problems)
    #expect(problems == [])
    #expect(engine.records == machine.engine.records)
  }
}

extension VirtualMachine {
  /// The instant of a civil time on 2026-11-23.
  fileprivate func at(_ time: String) throws -> Instant { try SchedulerTests.instant("2026-11-23 \(time)", zone) }
}
