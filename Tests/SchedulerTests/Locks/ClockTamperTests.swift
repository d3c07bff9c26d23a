import SchedulerCivilTime
import Testing

@testable import Scheduler

/// What is recorded of clocks and zones that somebody sets.
@Suite struct ClockTamperTests {
  private static let toml = """
    timezone = "system"
    [profile.exam]
    window = ["10:00-12:00"]
    lock = "strict"
    block.domains = ["e.example"]
    [profile.fixed]
    timezone = "Europe/Berlin"
    window = ["10:00-12:00"]
    lock = "strict"
    block.domains = ["f.example"]
    [profile.soft]
    window = ["10:00-12:00"]
    block.domains = ["s.example"]
    """

  private static func machine() throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    machine.travel(to: try zone("Europe/Berlin"))
    machine.forget()
    return machine
  }

  @Test(arguments: ["09:00", "11:00"])
  func `a clock that is set before or during a strict interval is recorded for each strict profile`(time: String) throws
  {
    var machine = try Self.machine()
    try machine.run(to: time)
    machine.forget()
    try machine.setClock(to: "11:30")
    #expect(
      machine.seen.filter { $0.hasSuffix("exam") || $0.hasSuffix("fixed") }.filter { $0.contains("clockTamper") }
        == ["\(time) clockTamper exam", "\(time) clockTamper fixed"])
  }

  @Test func `an unreported clock step is recorded`() throws {
    var machine = try Self.machine()
    try machine.setClock(to: "14:00", isNoticed: false)
    machine.handle(.time)
    // The machine came to Berlin at 8:00 UTC, and the trusted clock shows 9:00 there.
    #expect(machine.seen.contains("09:00 clockTamper exam"))
  }

  @Test func `no clockTamper event records a synchronised step, a slow clock or a reboot`() throws {
    var machine = try Self.machine()
    try machine.setClock(to: "11:00", isSynchronised: true)
    machine.pass(0, nanoseconds: 900_000_000)
    machine.handle(.time)
    machine.reboot(at: machine.moment.wall.adding(seconds: 3_600))
    #expect(!machine.seen.contains { $0.contains("clockTamper") })
  }

  @Test func `clockTamper records a change of zone for the strict profiles that follow the system zone`() throws {
    var machine = try Self.machine()
    machine.travel(to: try zone("Europe/Berlin"))
    #expect(machine.seen == [])
    machine.travel(to: try zone("Asia/Tokyo"))
    #expect(machine.seen == ["17:00 clockTamper exam"])
  }
}
