import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Some time after a session has ended its profile reminds of it, once.
@Suite struct ReminderTests {
  private static let toml = profiles(
    (
      key: "p",
      body: """
      window = ["09:00-10:00", "11:00-12:00"]
      [profile.p.reminder]
      after-end = "15m"
      message = "Back to it"
      """
    ))

  private func machine(at time: String = "2026-11-23 08:00") throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml, at: time)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  private func reminders(_ machine: VirtualMachine) -> [String] {
    machine.seen.filter { $0.contains("sessionReminder") }
  }

  @Test func `a reminder comes once, at the set time after the end, with its message and its session`() throws {
    var machine = try machine()
    try machine.run(to: "09:30")
    let session = machine.session("p")?.id
    try machine.run(to: "10:14:59")
    #expect(reminders(machine) == [])
    try machine.run(to: "10:30")
    #expect(reminders(machine) == ["10:15 sessionReminder p"])
    let event = try #require(machine.events.last)
    #expect(event.message == "Back to it")
    #expect(event.session == session)
    #expect(event.activity == nil)
    #expect(machine.events.filter { $0.name != .sessionReminder }.allSatisfy { $0.message == nil })
  }

  @Test func `a reminder also comes after a stopped session`() throws {
    var machine = try machine()
    try machine.run(to: "09:30")
    machine.command(.stop())
    try machine.run(to: "10:00")
    #expect(reminders(machine) == ["09:45 sessionReminder p"])
  }

  @Test(arguments: ["10:05", "10:15"])
  func `a reminder is dropped if the profile has a session again by then`(time: String) throws {
    var machine = try machine()
    try machine.run(to: "10:00")
    try machine.plan("p", at: time)
    try machine.run(to: "10:59")
    #expect(machine.active == ["p"])
    #expect(reminders(machine) == [])
  }

  @Test func `touching intervals give no reminder between them`() throws {
    var machine = try VirtualMachine(Self.toml.replacing("11:00-12:00", with: "10:00-10:05"), at: "2026-11-23 08:00")
    try machine.run(to: "11:00")
    #expect(reminders(machine) == ["10:20 sessionReminder p"])
  }

  @Test func `a reminder survives restarts, may come late, and ignores clock steps`() throws {
    var machine = try machine()
    try machine.run(to: "10:00")
    machine.restart()
    try machine.setClock(to: "12:30")
    #expect(reminders(machine) == [])
    try machine.sleep(to: "13:00")
    #expect(reminders(machine) == ["12:45 sessionReminder p late"])
    machine.handle(.time)
    #expect(reminders(machine).count == 1)
  }

  @Test func `the reminder of a session that ended unseen comes in the same evaluation, also if it was replaced`()
    throws
  {
    let toml = Self.toml + "[profile.r]\noverlap = \"replace\"\nwindow = [\"09:30-09:40\"]\n"
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    machine.start("p")
    try machine.sleep(to: "10:30")
    #expect(reminders(machine) == ["09:45 sessionReminder p late"])
    machine.handle(.time)
    #expect(machine.transition.isEmpty)
  }

  @Test func `a session keeps the reminder that it started with`() throws {
    var machine = try machine(at: "2026-11-23 09:00")
    try machine.reload(Self.toml.replacing("15m", with: "30m"))
    try machine.run(to: "10:20")
    #expect(reminders(machine) == ["10:15 sessionReminder p"])
  }

  @Test func `a removed profile has no reminder`() throws {
    var machine = try machine(at: "2026-11-23 09:00")
    try machine.run(to: "10:00")
    try machine.reload(profiles((key: "q", body: "")))
    try machine.run(to: "11:00")
    #expect(reminders(machine) == [])
  }
}
