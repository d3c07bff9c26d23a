import SchedulerCivilTime
import Testing

@testable import Scheduler

/// A machine that starts with a clock which is earlier than the time that it has already seen wins nothing by it.
@Suite struct EarlyBootTests {
  /// A machine whose profile `exam` has a cooldown and one interval on 2026-11-23; it has just started with a clock
  /// that is some days early.
  private func bootedEarly(byDays days: Int64) throws -> (machine: VirtualMachine, toml: String) {
    let window = "window = [{ on = [2026-11-23], start = \"10:00\", end = \"12:00\" }]"
    let toml = profiles(("exam", "\(window)\nlock = \"strict\"\ncooldown = \"2h\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.handle(.time)
    machine.reboot(at: machine.moment.wall.adding(seconds: -days * 86_400))
    return (machine, toml)
  }

  @Test(arguments: [1, 300, 500, 9_000] as [Int64], [false, true])
  func `a boot with an earlier clock does not bring a waiting edit into force sooner`(days: Int64, isRestarted: Bool)
    throws
  {
    var (machine, toml) = try bootedEarly(byDays: days)
    let edit = toml.replacing("start = \"10:00\"", with: "start = \"11:30\"")
    try machine.reload(edit)
    #expect(machine.engine.pendingChanges.map(\.key) == ["window"])
    if isRestarted { machine.replaceEngine { $0.readBack() } }
    machine.setClock(to: machine.moment.wall.adding(seconds: days * 86_400), isSynchronised: true)
    #expect(try !machine.isInForce(edit))
    try machine.run(to: "2026-11-23 10:30")
    #expect(machine.active == ["exam"])
  }

  @Test(arguments: [1, 300, 500, 9_000] as [Int64])
  func `a boot with an earlier clock does not allow a skip sooner`(days: Int64) throws {
    var machine = try bootedEarly(byDays: days).machine
    machine.command(.skip("exam".profileKey))
    #expect(machine.reply == "refused coolingDown")
  }

  @Test func `after a boot with an earlier clock, an interval that the old clock had passed can be skipped`() throws {
    let toml = profiles(("p", "window = [\"10:00-12:00\"]\ncooldown = \"2h\""))
    var machine = try VirtualMachine(toml, at: "2031-01-01 08:00")
    machine.handle(.time)
    try machine.reboot(at: "2026-11-23 07:00")
    machine.command(.skip("p".profileKey))
    #expect(machine.reply == "skipped until 12:00")
  }
}
