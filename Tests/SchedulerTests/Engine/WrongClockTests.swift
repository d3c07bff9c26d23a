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

  @Test func `a boot with a clock that is years behind, set right by the network, counts the time that was spent`()
    throws
  {
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

  @Test func `a clock that was set back and is synchronised again gives a window its planned end back`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 08:59")
    try machine.run(to: "10:00")
    try machine.setClock(to: "08:00")
    try machine.run(to: "08:30")
    try machine.setClock(to: "10:30", isSynchronised: true)
    #expect(machine.holds("w") == ["schedule until 17:00"])
  }

  @Test func `a clock that was five weeks ahead for a minute eats no window`() throws {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 08:00")
    try machine.run(to: "10:30")
    try machine.setClock(to: "2026-12-28 10:30")
    try machine.setClock(to: "2026-11-23 10:31")
    try machine.run(to: "2026-12-28 08:00")
    machine.forget()
    try machine.run(to: "2026-12-28 09:30")
    #expect(machine.seen.contains("09:00 intervalDidStart schedule w"))
  }

  @Test func `a pomodoro that runs can be started again when its phase is over`() throws {
    var machine = try VirtualMachine(
      "timezone = \"UTC\"\n[profile.p.strategy]\ntype = \"pomodoro\"\nauto-start = \"none\"",
      at: "2026-11-23 09:00")
    machine.start("p")
    machine.start("p")
    #expect(machine.reply == "refused alreadyHeld until 09:25")
  }

  @Test func `once its profile is strict, an interval that began by a clock set ahead starts again by the trusted one`()
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
  func `a planned start of a profile that becomes strict is late by the trusted clock`(seconds: Int64, holds: [String])
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
  @Test func `an end that the trusted clock was set past lets no warning of that second be lost`() throws {
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

  @Test func `what was stopped at its very start stays stopped once its profile is strict`() throws {
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
  func `a session that an interval replaces because the trusted clock was set back ran until then`(edit: String) throws
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

  @Test func `a warning that is due when the trusted clock is set back comes when that clock shows its minute again`()
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

  @Test func `a hold that ends when the trusted clock is set ends before that clock reaches a start`() throws {
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

  @Test func `a phase whose planned start the trusted clock jumps over begins then`() throws {
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

/// State that is lost behind the back of the process.
@Suite struct LostStateTests {
  @Test func `a journal that is gone is reported, and history goes on after its last number`() throws {
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

  /// What is written behind the journal.
  @Test(arguments: ["shield.json", "history.jsonl"])
  func `a journal that is gone is reported by any file that was written after it`(left: String) throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    machine.kill()
    for name in ["journal", "shield.json", "history.jsonl"] where name != left { machine.files[name] = nil }
    try machine.open()
    #expect(machine.engine?.losses == [.missingFile("journal")])
  }

  @Test func `changes that were cut off between two records are reported by history, once`() throws {
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
  func `who was shielded when the state was lost has consented`(isShielded: Bool) throws {
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

  @Test func `an empty directory is no loss`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.open()
    #expect(machine.engine?.losses == [])
  }

  @Test func `what could not be written is tried again after ten seconds`() throws {
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
