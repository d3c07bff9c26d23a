import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// A profile that is removed is forgotten when nothing about it matters any more.
@Suite struct RemovedProfileTests {
  private static let toml = profiles((key: "p", body: "window = [\"09:00-12:00\"]"), (key: "q", body: ""))
  private static let without = profiles((key: "q", body: ""))
  private static let key = "profile:\(ProfileID(derivedFrom: "p".profileKey))"

  /// A machine on which the window of a profile was stopped at ten, and the profile removed at eleven.
  private func removed() throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 08:00")
    try machine.run(to: "10:00")
    machine.stop("p")
    try machine.run(to: "11:00")
    try machine.reload(Self.without)
    return machine
  }

  private func isRemembered(_ machine: VirtualMachine) -> Bool {
    machine.engine.records.contains { $0.key == Self.key }
  }

  @Test func `a profile that is added again within eight days keeps what it used`() throws {
    var machine = try removed()
    try machine.reload(Self.toml)
    try machine.run(to: "11:30")
    #expect(machine.active == [])
    machine.start("p")
    #expect(machine.session("p").map { $0.id.description } != nil)
    #expect(machine.engine.book.removed.isEmpty)
    try machine.run(to: "2026-12-15 08:00")
    #expect(isRemembered(machine))
  }

  @Test func `after eight days the next write removes the record of a removed profile`() throws {
    var machine = try removed()
    try machine.run(to: "2026-12-01 10:59")
    machine.start("q")
    #expect(isRemembered(machine))
    try machine.run(to: "2026-12-02 11:01")
    machine.command(.stop())
    #expect(!isRemembered(machine))
    #expect(written(machine).contains(.removal(of: Self.key)))
  }

  @Test func `the engine still remembers a removed profile after the clock is set forward`() throws {
    var machine = try removed()
    try machine.setClock(to: "2027-01-01 10:00")
    #expect(isRemembered(machine))
    try machine.setClock(to: "2026-11-23 11:30")
    try machine.reload(Self.toml)
    #expect(machine.active == [])
  }

  @Test func `the removal of a profile survives a restart`() throws {
    var machine = try removed()
    machine.restart()
    try machine.reboot(at: "2026-12-10 10:00")
    #expect(!isRemembered(machine))
  }

  @Test func `a removed profile that has no used intervals is remembered for the same time`() throws {
    var machine = try VirtualMachine(profiles((key: "p", body: ""), (key: "q", body: "")), at: "2026-11-23 08:00")
    machine.start("p", for: 60)
    machine.run(seconds: 60)
    try machine.reload(Self.without)
    #expect(isRemembered(machine))
    try machine.run(to: "2026-12-01 08:02")
    try machine.reload(Self.without)
    #expect(!isRemembered(machine))
  }

  /// What the last evaluation wrote.
  private func written(_ machine: VirtualMachine) -> [StateChange] { machine.transition.changes }
}
