import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// Clocks that are wrong after a reboot, and clocks that are set and set right again.
@Suite struct WrongClockTests {
  private static let toml = """
    timezone = "UTC"
    [profile.w]
    window = ["09:00-17:00"]
    block.domains = ["w.example"]
    [profile.t]
    block.domains = ["t.example"]
    """

  @Test func `elapsed time counts the boots with a wrong clock that the network then sets right`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 08:59")
    try machine.run(to: "09:05")
    machine.start("t", for: 10_800)
    for hour in 10...12 {
      try machine.run(to: "\(hour - 1):40")
      machine.reboot(at: Instant(epochSeconds: 10))
      machine.run(seconds: 60)
      try machine.setClock(to: "2026-11-23 \(hour - 1):50", isSynchronised: true)
      #expect(machine.holds("t") == ["manual until 12:05"])
      #expect(machine.holds("w") == ["schedule until 17:00"])
    }
    try machine.run(to: "12:06")
    #expect(machine.session("t") == nil)
    try machine.run(to: "17:00")
    #expect(machine.active == [])
    #expect(machine.finished.map(\.profile.key.text) == ["t", "w"])
  }

  @Test func `a window regains its planned end when a clock that was set back is synchronised`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 08:59")
    try machine.run(to: "10:00")
    try machine.setClock(to: "08:00")
    try machine.run(to: "08:30")
    try machine.setClock(to: "10:30", isSynchronised: true)
    #expect(machine.holds("w") == ["schedule until 17:00"])
  }

  @Test func `a clock five weeks ahead for a minute does not skip the window of that later date`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 08:00")
    try machine.run(to: "10:30")
    try machine.setClock(to: "2026-12-28 10:30")
    try machine.setClock(to: "2026-11-23 10:31")
    try machine.run(to: "2026-12-28 08:00")
    machine.forget()
    try machine.run(to: "2026-12-28 09:30")
    #expect(machine.seen.contains("09:00 intervalDidStart schedule w"))
  }

  @Test func `an interval begun by a clock set ahead starts again by the trusted clock once its profile is strict`()
    throws
  {
    let soft = profiles((key: "p", body: "window = [\"10:00-12:00\"]"))
    var machine = try VirtualMachine(soft, at: "2026-11-23 08:30")
    machine.handle(.time)
    try machine.setClock(to: "10:30")
    #expect(machine.active == ["p"])
    try machine.reload(profiles((key: "p", body: "window = [\"10:00-12:00\"]\nlock = \"strict\"")))
    #expect(machine.active == [])
    machine.run(seconds: 90 * 60 - 1)
    #expect(machine.active == [])
    machine.run(seconds: 1)
    #expect(machine.holds("p") == ["schedule until 14:00"])
    #expect(machine.events.filter { $0.name == .sessionDidStart }.count == 2)
  }

  @Test(arguments: [(45 * 60, []), (2 * 3_600, ["manual until 09:00"])] as [(Int64, [String])])
  func `a planned start is late by the trusted clock once its profile becomes strict`(seconds: Int64, holds: [String])
    throws
  {
    var machine = try VirtualMachine(profiles((key: "p", body: "")), at: "2026-11-23 09:30")
    machine.handle(.time)
    try machine.setClock(to: "08:00")
    try machine.plan("p", at: "08:30", for: seconds)
    try machine.reload(profiles((key: "p", body: "lock = \"strict\"")))
    #expect(machine.holds("p") == holds)
    machine.run(seconds: 2 * 3_600)
    #expect(machine.active == [])
  }
}

/// What else happens when the trusted clock takes over a step, or a profile comes to live by it.
@Suite struct TakeoverTests {
  @Test func `a warning is given although the trusted clock jumps past another interval's end at that second`() throws {
    func toml(end: String) -> String {
      let warned = "window = [{ start = \"10:00\", end = \"12:00\", warn = [\"15m\"] }]\nlock = \"strict\""
      let body = "window = [\"10:00-\(end)\"]\nlock = \"strict\"\ncooldown = \"0s\""
      return profiles((key: "p", body: body), (key: "q", body: warned))
    }
    var machine = try VirtualMachine(toml(end: "11:30"), at: "2026-11-23 11:20")
    machine.handle(.time)
    try machine.setClock(to: "11:50")
    try machine.run(to: "2026-11-24 11:30")
    try machine.reload(toml(end: "11:00"))
    machine.forget()
    try machine.run(to: "2026-11-24 12:30")
    #expect(machine.seen.filter { $0.contains("WillEndWarning") }.count == 1, "\(machine.seen)")
  }

  @Test func `an interval that was stopped at its very start stays stopped when its profile becomes strict`() throws {
    let body = "window = [\"10:00-12:00\"]"
    var machine = try VirtualMachine(profiles((key: "p", body: body)), at: "2026-11-23 08:30")
    machine.handle(.time)
    try machine.setClock(to: "10:00")
    #expect(machine.active == ["p"])
    machine.stop("p")
    try machine.reload(profiles((key: "p", body: "\(body)\nlock = \"strict\"")))
    machine.run(seconds: 4 * 3_600)
    #expect(machine.finished.count == 1)
    #expect(machine.active == [])
  }

  @Test(arguments: ["09:30", "11:15"])
  func `a session that a strict interval replaces when the trusted clock steps back ends at that step`(edit: String)
    throws
  {
    let soft = (key: "s", body: "")
    var machine = try VirtualMachine(profiles(soft), at: "2026-11-23 14:30")
    machine.handle(.time)
    try machine.setClock(to: "11:30")
    try machine.run(to: "2026-11-24 09:00")
    machine.start("s")
    try machine.run(to: edit)
    let body = "window = [\"10:00-12:00\"]\noverlap = \"replace\"\nlock = \"strict\""
    try machine.reload(profiles(soft, (key: "r", body: body)))
    #expect(machine.active == ["s"])
    try machine.run(to: "11:30")
    #expect(machine.active == ["r"])
    #expect(machine.finished.map(\.seconds) == [9_000])
  }

  @Test func `a warning due when the trusted clock steps back comes when that clock reaches its minute again`()
    throws
  {
    let body = "window = [{ start = \"10:00\", end = \"12:00\", warn = [\"15m\"] }]\nlock = \"strict\""
    var machine = try VirtualMachine(profiles((key: "p", body: body)), at: "2026-11-23 09:45")
    machine.handle(.time)
    try machine.setClock(to: "08:45")
    try machine.run(to: "2026-11-24 08:45")
    #expect(machine.present.isWallTrusted)
    machine.forget()
    try machine.run(to: "09:45")
    #expect(machine.seen == ["09:45 intervalWillStartWarning schedule p"])
  }

  @Test func `a hold that ends at a trusted clock step ends before an interval that starts at that step`() throws {
    let body = "window = [\"10:00-12:00\"]\nlock = \"strict\""
    var machine = try VirtualMachine(profiles((key: "p", body: body)), at: "2026-11-23 09:00")
    machine.handle(.time)
    try machine.setClock(to: "11:00")
    try machine.run(to: "2026-11-24 10:00")
    machine.start("p", for: 3_600)
    try machine.run(to: "11:00")
    #expect(machine.holds("p") == ["schedule until 12:00"])
    #expect(machine.session("p")?.origins == [.schedule])
  }

  @Test func `a phase begins when the trusted clock jumps over its planned start`() throws {
    let body = "lock = \"strict\"\nstrategy = { type = \"pomodoro\", auto-start = \"none\" }"
    var machine = try VirtualMachine(profiles((key: "p", body: body)), at: "2026-11-23 12:00")
    machine.handle(.time)
    try machine.setClock(to: "16:00")
    try machine.run(to: "2026-11-24 15:00")
    machine.start("p")
    try machine.run(to: "15:30")
    try machine.plan("p", at: "12:20")
    #expect(machine.pomodoro("p") == "focus completed")
    try machine.run(to: "16:00")
    #expect(machine.pomodoro("p") == "short-break running")
    #expect(machine.session("p")?.pomodoro?.deadline == machine.present.elapsed + 300 * Nanoseconds.perSecond)
    #expect(machine.finished.isEmpty)
  }
}

/// State that is lost while no process runs.
@Suite struct LostStateTests {
  @Test func `a missing journal is reported, and the numbers of history continue`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    machine.kill()
    let last = try #require(try machine.historyNumbers().last)
    machine.files["journal"] = nil
    try machine.open()
    #expect(machine.engine?.losses == [.missingFile("journal")])
    let evaluation = try machine.handle()
    #expect(evaluation.events.first?.number == last + 1)
    #expect(try machine.historyNumbers() == Array(1...last + Int64(evaluation.events.count)))
  }

  /// The files that are written after the journal.
  @Test(arguments: ["shield.json", "history.jsonl"])
  func `a missing journal is reported if shield.json or history is left`(left: String) throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    machine.kill()
    for name in ["journal", "shield.json", "history.jsonl"] where name != left { machine.files[name] = nil }
    try machine.open()
    #expect(machine.engine?.losses == [.missingFile("journal")])
  }

  @Test func `history reveals that changes were cut off the journal between two records, and reports this once`() throws
  {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let before = try #require(machine.files["journal"])
    let known = try #require(try machine.historyNumbers().last)
    try machine.handle(.command(.start("b".profileKey)))
    let last = try #require(try machine.historyNumbers().last)
    machine.kill()
    machine.files["journal"] = before
    let loss = StateLoss.endsBeforeHistory(state: known, history: last)
    var problems: [StateProblem] = []
    let reading = try StateReading(of: &machine.files)
    let engine = reading.engine(ConfigurationVersions(machine.configuration), problems: &problems)
    #expect(reading.losses(beside: engine, problems) == [loss])
    try machine.open()
    #expect(machine.engine?.losses == [loss])
    try machine.handle()
    #expect(try machine.shieldedProfiles() == ["a"])
    machine.kill()
    try machine.open()
    #expect(machine.engine?.losses == [])
  }

  @Test(arguments: [true, false])
  func `a user who was shielded when the state was lost counts as having consented`(isShielded: Bool) throws {
    var machine = try DurableMachine(at: isShielded ? "2026-11-23 10:00" : "2026-11-23 08:00")
    try machine.handle()
    machine.kill()
    machine.files["journal"] = nil
    let consent: AuthorizationStatus = isShielded ? .approved : .notDetermined
    var problems: [StateProblem] = []
    let seen = try StateReading(of: &machine.files).engine(
      ConfigurationVersions(machine.configuration), authorization: .notDetermined, problems: &problems)
    #expect(seen.authorization == consent)
    let opened = try DurableEngine.open(
      ConfigurationVersions(machine.configuration), authorization: .notDetermined, in: &machine.files)
    #expect(opened.engine.authorization == consent)
  }

  @Test func `opening an empty state directory reports no loss`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.open()
    #expect(machine.engine?.losses == [])
  }

  @Test func `the engine retries a failed write after ten seconds`() throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    machine.files.plan.capacity = 0
    machine.pass(seconds: 3_600)
    try machine.handle()
    #expect(machine.engine?.nextDeadline.boot == machine.moment.boot + 10_000_000_000)
    machine.files.plan.capacity = nil
    machine.pass(seconds: 10)
    try machine.handle()
    #expect(machine.engine?.nextDeadline == machine.engine?.engine.nextDeadline)
  }
}
