import Testing

@testable import Scheduler

/// Intervals that replace what runs.
@Suite struct OverlapTests {
  private static let replacing = profiles(
    (key: "a", body: "window = [\"09:00-17:00\"]"),
    (key: "b", body: "overlap = \"replace\"\nwindow = [\"10:00-11:00\"]"), (key: "c", body: ""))

  @Test func `without replace several sessions run at once`() throws {
    var machine = try VirtualMachine(Self.replacing.replacing("replace", with: "stack"), at: "2026-11-23 09:00")
    try machine.run(to: "10:30")
    #expect(machine.active == ["a", "b"])
  }

  @Test func `a replacing interval ends running sessions for good, and sessions that start later stack`() throws {
    var machine = try VirtualMachine(Self.replacing, at: "2026-11-23 08:00")
    machine.start("c")
    try machine.run(to: "09:59")
    #expect(machine.active == ["a", "c"])
    machine.forget()
    try machine.run(to: "10:00")
    #expect(machine.active == ["b"])
    #expect(machine.seen.first == "10:00 intervalDidEnd schedule a")
    machine.start("c")
    try machine.run(to: "10:30")
    #expect(machine.active == ["b", "c"])
    try machine.run(to: "12:00")
    #expect(machine.active == ["c"])
  }

  @Test(arguments: ["10:30", "13:00"])
  func `a replacing interval ends other sessions at its planned start, however late the evaluation is`(time: String)
    throws
  {
    var machine = try VirtualMachine(Self.replacing, at: "2026-11-23 09:00")
    machine.handle(.time)
    try machine.sleep(to: time)
    #expect(machine.active == (time == "10:30" ? ["b"] : []))
    #expect(try machine.finished.map(\.end) == [instant("2026-11-23 10:00", machine.zone)])
  }

  @Test func `a late replacing interval does not end a session that was started by hand after its planned start`()
    throws
  {
    var machine = try VirtualMachine(Self.replacing, at: "2026-11-23 08:00")
    machine.handle(.time)
    try machine.sleep(to: "10:30")
    machine.start("c")
    machine.handle(.time)
    #expect(machine.active == ["b", "c"])
  }

  @Test func `a replacing interval that a reload opens ends, as of now, the sessions that ran at its planned start`()
    throws
  {
    var machine = try VirtualMachine(
      Self.replacing.replacing("10:00-11:00", with: "20:00-21:00"), at: "2026-11-23 09:00")
    try machine.run(to: "10:15")
    machine.start("c")
    try machine.run(to: "10:30")
    try machine.reload(Self.replacing)
    #expect(machine.active == ["b", "c"])
    #expect(try machine.finished.map(\.end) == [instant("2026-11-23 10:30", machine.zone)])
  }

  @Test func `if two intervals replace at one instant, the later key wins`() throws {
    let toml = profiles(
      (key: "a", body: "overlap = \"replace\"\nwindow = [\"10:00-11:00\"]"),
      (key: "b", body: "overlap = \"replace\"\nwindow = [\"10:00-11:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    try machine.run(to: "10:30")
    #expect(machine.active == ["b"])
  }

  @Test func `a skipped interval replaces nothing`() throws {
    var machine = try VirtualMachine(Self.replacing, at: "2026-11-23 09:30")
    machine.command(.skip("b".profileKey))
    try machine.run(to: "10:30")
    #expect(machine.active == ["a"])
  }
}
