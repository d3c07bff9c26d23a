import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Edited configurations, other zones and clocks that are set: what runs continues where the rules say so.
@Suite struct ReloadTests {
  private static func window(_ window: String, _ more: String = "") -> String {
    profiles((key: "p", body: "id = \"\(id)\"\nwindow = [\"\(window)\"]\n\(more)"))
  }
  private static let id = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"

  private func running(_ toml: String = window("09:00-12:00"), at time: String = "2026-11-23 10:00") throws
    -> VirtualMachine
  {
    var machine = try VirtualMachine(toml, at: time)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  @Test(arguments: [
    ("09:00-12:00", ["schedule until 12:00"]), ("09:00-14:00", ["schedule until 14:00"]),
    ("08:00-10:30", ["schedule until 10:30"]), ("09:30-11:00", ["schedule until 11:00"]), ("11:00-12:00", []),
    ("07:00-10:00", []),
  ])
  func `a reload replaces the open interval with the one that contains now, or ends it`(window: String, holds: [String])
    throws
  {
    var machine = try running()
    let session = machine.session("p")?.id
    try machine.reload(Self.window(window))
    #expect(machine.holds("p") == holds)
    if !holds.isEmpty {
      #expect(machine.session("p")?.id == session)
      #expect(machine.seen.allSatisfy { $0.hasSuffix("shieldDidChange") })
    } else {
      #expect(machine.seen.first == "10:00 intervalDidEnd schedule p")
    }
  }

  @Test func `a window that contains the present after a reload starts at once, marked late`() throws {
    var machine = try running(Self.window("14:00-15:00"))
    try machine.reload(Self.window("09:00-12:00"))
    #expect(machine.seen.first == "09:00 intervalDidStart schedule p late")
  }

  @Test func `a window that ended before the reload that added it is not recorded as missed`() throws {
    var machine = try running(Self.window("14:00-15:00"))
    try machine.reload(Self.window("08:00-09:00"))
    #expect(machine.missed.allSatisfy { $0.intervals.count == 1 })
    #expect(machine.seen == [])
  }

  @Test func `a session answers to its profile's old key and to the new one`() throws {
    let renamed = Self.window("09:00-12:00").replacing("profile.p", with: "profile.q")
    for key in ["p", "q"] {
      var machine = try running()
      try machine.reload(renamed)
      machine.command(.stop(.profile(key.profileKey)))
      #expect(machine.active == [] && machine.reply.hasPrefix("stopped"), "\(key): \(machine.reply)")
    }
    // Another profile has the old key now.
    var machine = try running()
    try machine.reload(renamed + "\n[profile.p]\n")
    machine.command(.stop(.profile("p".profileKey)))
    #expect(machine.message == "profile 'p' is not running")
    #expect(machine.engine.session(ofKey: "q".profileKey) != nil)
  }

  @Test func `renaming a profile just before its window changes nothing about it`() throws {
    var machine = try running(at: "2026-11-23 08:55")
    try machine.reload(Self.window("09:00-12:00", "name = \"Other\"\n"))
    try machine.run(to: "09:00")
    #expect(machine.active == ["p"])
    try machine.reload(Self.window("09:00-12:00").replacing("profile.p", with: "profile.q"))
    try machine.run(to: "12:00")
    #expect(machine.finished.count == 1)
  }

  @Test func `a window inserted above another neither restarts nor loses it`() throws {
    var machine = try running()
    let session = machine.session("p")?.id
    try machine.reload(profiles((key: "p", body: "id = \"\(Self.id)\"\nwindow = [\"06:00-07:00\", \"09:00-12:00\"]")))
    #expect(machine.session("p")?.id == session)
    try machine.run(to: "13:00")
    #expect(machine.finished.map(\.id) == [session])
  }

  @Test func `a stop uses the whole of an interval that a reload made longer`() throws {
    var machine = try running()
    try machine.reload(profiles((key: "p", body: "id = \"\(Self.id)\"\nwindow = [\"09:00-12:00\", \"11:00-14:00\"]")))
    machine.command(.stop())
    try machine.run(to: "13:00")
    #expect(machine.active == [])
  }

  @Test func `a reload of the same configuration changes nothing`() throws {
    var machine = try running()
    let before = machine.engine.records.filter { $0.key != "engine" }
    try machine.reload(Self.window("09:00-12:00"))
    #expect(machine.engine.records.filter { $0.key != "engine" } == before)
    #expect(machine.seen == [])
  }

  @Test func `removing a profile ends its session, and disabling it ends only its intervals`() throws {
    var machine = try running()
    machine.start("p", for: 7200)
    try machine.reload(Self.window("09:00-12:00", "enabled = false\n"))
    #expect(machine.holds("p") == ["manual until 12:00"])
    #expect(machine.shielded == ["p"])
    try machine.reload(profiles((key: "q", body: "")))
    #expect(machine.active == [])
  }

  // MARK: zones

  private static let floating = """
    timezone = "system"
    [profile.p]
    window = ["09:00-17:00"]
    block = { domains = ["p.example"] }
    """

  /// A machine whose system zone is that of a place.
  private func travelling(from place: String, at time: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.floating, at: "2026-11-01 00:00")
    try machine.travel(to: place)
    try machine.sleep(to: time)
    machine.forget()
    return machine
  }

  @Test func `a trip from New York to Los Angeles at noon keeps one session until the window's end there`() throws {
    var machine = try travelling(from: "America/New_York", at: "2026-11-23 12:00")
    try machine.travel(to: "America/Los_Angeles")
    #expect(machine.holds("p") == ["schedule until 17:00"])
    try machine.run(to: "18:00")
    #expect(machine.finished.count == 1)
    #expect(machine.seen.count { $0.contains("intervalDidStart") } == 0)
  }

  @Test func `an interval ends now if its end in the new zone has passed`() throws {
    var machine = try travelling(from: "Europe/Berlin", at: "2026-11-23 12:00")
    try machine.travel(to: "Asia/Tokyo")
    #expect(machine.active == [])
    #expect(machine.seen.first == "20:00 intervalDidEnd schedule p")
    try machine.run(to: "2026-11-24 09:00")
    #expect(machine.active == ["p"])
  }

  @Test func `an interval that lies ahead in the new zone runs for its length and does not start again`()
    throws
  {
    var machine = try travelling(from: "Europe/Berlin", at: "2026-11-23 09:00")
    try machine.run(to: "12:00")
    try machine.travel(to: "America/Los_Angeles")
    #expect(machine.holds("p") == ["schedule until 08:00"])
    machine.forget()
    try machine.run(to: "16:00")
    #expect(machine.seen == ["08:00 intervalDidEnd schedule p", "08:00 sessionDidEnd p", "08:00 shieldDidChange"])
  }

  // MARK: clocks

  @Test func `a clock set forward past the end ends the interval`() throws {
    var machine = try running()
    try machine.setClock(to: "15:00")
    #expect(machine.active == [])
  }

  @Test func `an interval ends by the wall clock after the clock is set back within the interval`() throws {
    var machine = try running(at: "2026-11-23 09:00")
    try machine.run(to: "11:00")
    try machine.setClock(to: "09:30")
    try machine.run(to: "11:59:59")
    #expect(machine.active == ["p"])
    try machine.run(to: "12:00")
    #expect(machine.active == [])
  }

  @Test(arguments: [true, false])
  func `a clock set back to before a running interval's start keeps the interval's remaining length`(isNoticed: Bool)
    throws
  {
    var machine = try running(at: "2026-11-23 09:00")
    try machine.run(to: "10:00")
    try machine.setClock(to: "07:00", isNoticed: isNoticed)
    if !isNoticed { machine.handle(.time) }
    #expect(machine.holds("p") == ["schedule until 09:00"])
    try machine.reload(Self.window("09:00-12:00"))
    #expect(machine.holds("p") == ["schedule until 09:00"])
    try machine.run(to: "11:00")
    #expect(machine.active == [])
    #expect(machine.finished.count == 1)
  }

  @Test func `setting the clock does not change how long a session with a length lasts`() throws {
    var machine = try VirtualMachine(Self.window("20:00-21:00"), at: "2026-11-23 10:00")
    machine.start("p", for: 3600)
    machine.run(seconds: 600)
    try machine.setClock(to: "15:00")
    #expect(machine.holds("p") == ["manual until 15:50"])
    try machine.setClock(to: "08:00")
    #expect(machine.holds("p") == ["manual until 08:50"])
    try machine.run(to: "08:50")
    #expect(machine.active == [])
  }

  @Test func `a forward clock step that the kernel reports as synchronised counts as elapsed time`() throws {
    var machine = try VirtualMachine(Self.window("20:00-21:00"), at: "2026-11-23 10:00")
    machine.start("p", for: 3600)
    try machine.setClock(to: "10:30", isSynchronised: true)
    #expect(machine.holds("p") == ["manual until 11:00"])
    try machine.setClock(to: "09:00", isSynchronised: true)
    #expect(machine.holds("p") == ["manual until 09:30"])
  }

  @Test func `a strict night interval ends at its planned end when the machine is off past it`() throws {
    var machine = try running(Self.window("22:00-06:00", "lock = \"strict\"\n"), at: "2026-11-23 22:00")
    try machine.run(to: "23:00")
    try machine.reboot(at: "2026-11-24 09:00")
    #expect(machine.active == [])
    #expect(try machine.finished.map(\.end) == [instant("2026-11-24 06:00", machine.zone)])
  }

  @Test func `over a reboot elapsed time grows by the difference of the wall clock, never by less than zero`() throws {
    var machine = try VirtualMachine(Self.window("20:00-21:00"), at: "2026-11-23 10:00")
    machine.start("p", for: 3600)
    try machine.reboot(at: "2026-11-23 10:20")
    #expect(machine.holds("p") == ["manual until 11:00"])
    try machine.reboot(at: "2026-11-23 09:00")
    #expect(machine.holds("p") == ["manual until 09:40"])
  }
}
