import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Strict intervals and clocks that are set, lost and synchronised.
@Suite struct TrustedClockTests {
  private static let exam = """
    timezone = "Europe/Berlin"
    [profile.exam]
    window = ["mon 10:00-12:00"]
    lock = "strict"
    block.domains = ["e.example"]
    [profile.soft]
    window = ["mon 10:00-12:00"]
    block.domains = ["s.example"]
    """

  private static func machine(at time: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(exam, at: "2026-11-23 \(time)")
    machine.handle(.time)
    return machine
  }

  @Test func `a late wake-up gives a strict interval the same start and end`() throws {
    var machine = try Self.machine(at: "09:59")
    try machine.setClock(to: "13:00")
    machine.pass(3_600)
    machine.handle(.time)
    #expect(machine.holds("exam") == ["schedule until 15:01"])
    #expect(machine.session("exam")?.startElapsed == 60 * Nanoseconds.perSecond)
    machine.pass(3_660)
    machine.handle(.time)
    #expect(machine.finished.map(\.seconds) == [3_660])
  }

  @Test func `a strict interval starts on time, and only once, when the clock is set back before its start`() throws {
    var machine = try Self.machine(at: "09:59")
    try machine.setClock(to: "05:00")
    machine.run(seconds: 60)
    #expect(machine.active == ["exam"])
    #expect(machine.holds("exam") == ["schedule until 07:01"])
    machine.run(seconds: 2 * 3_600)
    #expect(machine.active == [])
    try machine.run(to: "11:00")
    #expect(machine.active == ["soft"])
  }

  @Test(arguments: ["12:30", "2026-11-30 11:00", "2031-01-01 00:00", "08:00"])
  func `a strict interval ends when its length has elapsed, whatever time the clock is set to`(time: String) throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "10:30")
    try machine.setClock(to: time)
    machine.run(seconds: 5_400 - 1)
    #expect(machine.active.contains("exam"))
    machine.run(seconds: 1)
    #expect(!machine.active.contains("exam"))
  }

  @Test func `an interval keeps its end after the clock is set back and then forward again`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "11:00")
    try machine.setClock(to: "06:00")
    #expect(machine.holds("exam") == ["schedule until 07:00"])
    machine.run(seconds: 600)
    try machine.setClock(to: "11:10")
    #expect(machine.holds("exam") == ["schedule until 12:00"])
    try machine.run(to: "12:00")
    #expect(machine.active == [])
  }

  @Test func `with correct clocks a strict interval ends at its planned end`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "11:59:59")
    #expect(machine.active == ["exam", "soft"])
    try machine.run(to: "12:00")
    #expect(machine.active == [])
    #expect(machine.finished.map(\.seconds) == [7_200, 7_200])
  }

  @Test func `a synchronised clock is trusted, so its step past a strict interval's end ends the interval`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "10:30")
    try machine.setClock(to: "12:30", isSynchronised: true)
    #expect(machine.active == [])
    try machine.setClock(to: "2026-11-30 09:30", isSynchronised: true)
    try machine.run(to: "2026-11-30 10:00")
    #expect(machine.active == ["exam", "soft"])
    #expect(!machine.events.contains { $0.name == .clockTamper })
  }

  @Test func `a strict night interval is over at boot if the machine was off until the morning`() throws {
    var machine = try VirtualMachine(
      profiles(("night", "window = [\"22:00-06:00\"]\nlock = \"strict\"")), at: "2026-11-23 21:00")
    try machine.run(to: "23:00")
    machine.reboot(at: machine.moment.wall.adding(seconds: 10 * 3_600))
    #expect(machine.active == [])
    #expect(machine.finished.map(\.profile.key.text) == ["night"])
  }

  @Test func `after a boot with a clock years behind, intervals continue until their length has elapsed`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "11:00")
    machine.reboot(at: Instant(epochSeconds: 0))
    machine.run(seconds: 3_600 - 1)
    #expect(machine.active == ["exam", "soft"])
    machine.run(seconds: 1)
    #expect(machine.active == [])
  }

  @Test func `an interval keeps its planned end when the network sets the clock right after a boot`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "11:00")
    machine.reboot(at: Instant(epochSeconds: 0))
    machine.run(seconds: 60)
    try machine.setClock(to: "2026-11-23 11:20", isSynchronised: true)
    #expect(machine.holds("exam") == ["schedule until 12:00"])
    try machine.run(to: "12:00")
    #expect(machine.active == [])
  }

  @Test func `no zone change ends an open strict interval before the end that it had at opening`() throws {
    let floating = Self.exam.replacing("\"Europe/Berlin\"", with: "\"system\"")
    var machine = try VirtualMachine(floating, at: "2026-11-23 09:00")
    machine.travel(to: try zone("Europe/Berlin"))
    try machine.run(to: "10:30")
    // Already noon and over there: the length counts.
    machine.travel(to: try zone("Asia/Tokyo"))
    #expect(machine.active == ["exam"])
    machine.run(seconds: 5_400 - 1)
    #expect(machine.active == ["exam"])
    machine.run(seconds: 1)
    #expect(machine.active == [])
  }

  @Test func `a trip to the west and back leaves a strict interval with its original end`() throws {
    let floating = Self.exam.replacing("\"Europe/Berlin\"", with: "\"system\"")
    var machine = try VirtualMachine(floating, at: "2026-11-23 09:00")
    machine.travel(to: try zone("America/New_York"))
    try machine.run(to: "2026-11-23 11:30")
    machine.travel(to: try zone("America/Chicago"))
    machine.travel(to: try zone("America/New_York"))
    #expect(machine.holds("exam") == ["schedule until 12:00"])
  }

  @Test func `after travel to a zone further west a strict interval ends at its end in that zone`() throws {
    let floating = Self.exam.replacing("\"Europe/Berlin\"", with: "\"system\"")
    var machine = try VirtualMachine(floating, at: "2026-11-23 09:00")
    machine.travel(to: try zone("America/New_York"))
    try machine.run(to: "2026-11-23 11:30")
    machine.travel(to: try zone("America/Chicago"))
    machine.run(seconds: 3_600)
    #expect(machine.active == ["exam", "soft"])
    try machine.run(to: "12:00")
    #expect(machine.active == [])
  }

  @Test func `clock steps of under a second each add up`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "09:59")
    for _ in 0..<4_500 {
      machine.pass(0, nanoseconds: 900_000_000)
      machine.leap(nanoseconds: 900_000_000)
      machine.handle(.time)
    }
    #expect(machine.active == ["exam"])
  }

  @Test func `the trusted clock continues from a state that was read back`() throws {
    var machine = try Self.machine(at: "09:59")
    try machine.setClock(to: "13:00")
    let records = machine.engine.records
    machine.replaceEngine { engine in
      var problems: [StateProblem] = []
      return Engine(ConfigurationVersions(engine.configuration), records: records, problems: &problems)
    }
    machine.handle(.time)
    machine.run(seconds: 60)
    #expect(machine.active == ["exam"])
    let open = machine.engine.records
    var problems: [StateProblem] = []
    #expect(
      Engine(ConfigurationVersions(machine.engine.configuration), records: open, problems: &problems).records == open)
    #expect(problems == [])
  }

  @Test func `setting the clock into a later interval while one runs does not use that later interval`() throws {
    var machine = try VirtualMachine(
      profiles(("exam", "window = [\"mon 10:00-12:00\", \"tue 10:00-10:05\"]\nlock = \"strict\"")),
      at: "2026-11-23 09:59")
    try machine.run(to: "10:01")
    try machine.setClock(to: "2026-11-24 10:01")
    machine.run(seconds: 60)
    try machine.setClock(to: "2026-11-23 10:02")
    try machine.run(to: "2026-11-24 09:59")
    #expect(machine.active == [])
    try machine.run(to: "10:00")
    #expect(machine.active == ["exam"])
  }

  @Test(arguments: [1, -1, 7, -7] as [Int64])
  func `setting the clock by whole days starts each strict interval once`(days: Int64) throws {
    var machine = try VirtualMachine(
      profiles(("p", "window = [\"10:00-12:00\"]\nlock = \"strict\"")), at: "2026-11-23 09:59")
    machine.handle(.time)
    machine.setClock(to: machine.moment.wall.adding(seconds: days * 86_400))
    machine.run(seconds: 60)
    #expect(machine.active == ["p"])
    machine.run(seconds: 7_200)
    #expect(machine.active == [])
    #expect(machine.events.filter { $0.name == .sessionDidStart }.count == 1)
  }

  @Test(arguments: [1, 60, 500, -500] as [Int64])
  func `an edit that is accepted while the clock is wrong waits like any other edit`(days: Int64) throws {
    let toml = profiles(("p", "window = [\"10:00-12:00\"]\nlock = \"strict\"\ncooldown = \"1d\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    machine.handle(.time)
    machine.setClock(to: machine.moment.wall.adding(seconds: days * 86_400))
    let window = "window = [{ days = \"daily\", start = \"10:00\", end = \"12:00\", skip = [2026-11-23] }]"
    try machine.reload(toml.replacing("window = [\"10:00-12:00\"]", with: window))
    machine.setClock(to: machine.moment.wall.adding(seconds: -days * 86_400))
    try machine.run(to: "10:00")
    #expect(machine.active == ["p"])
  }

  @Test func `an interval under a strict lock makes the running session that it joins strict`() throws {
    let toml = profiles(("p", "window = [\"10:00-12:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.start("p")
    try machine.reload(toml.replacing("window", with: "lock = \"strict\"\nwindow"))
    try machine.run(to: "10:00")
    machine.stop("p")
    #expect(machine.reply == "refused locked")
    #expect(machine.active == ["p"])
  }

  @Test func `the clock cannot shorten a strict interval that an edit lengthens while it runs`() throws {
    var machine = try Self.machine(at: "09:00")
    try machine.run(to: "11:00")
    try machine.reload(Self.exam.replacing("-12:00", with: "-14:00"))
    try machine.setClock(to: "15:00")
    machine.run(seconds: 3 * 3_600 - 1)
    #expect(machine.active == ["exam"])
    machine.run(seconds: 1)
    #expect(machine.active == [])
  }

  @Test func `setting the clock back does not allow a skip within the cooldown`() throws {
    let toml = profiles(("p", "window = [\"10:00-12:00\"]\ncooldown = \"2h\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.handle(.time)
    try machine.setClock(to: "06:00")
    machine.command(.skip("p".profileKey))
    #expect(machine.reply == "refused coolingDown")
  }
}
