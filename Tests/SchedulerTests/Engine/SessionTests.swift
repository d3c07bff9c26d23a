import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Holds keep a session, ends take them away, several sessions run beside each other.
@Suite struct SessionTests {
  static let morning = profiles((key: "p", body: "window = [\"09:00-12:00\"]"))

  @Test func `a window joins a session that was started by hand, and the session continues after the window`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 08:00")
    machine.start("p")
    #expect(machine.reply == "started")
    let opened = machine.session("p")?.id
    try machine.run(to: "10:00")
    #expect(machine.holds("p") == ["manual", "schedule until 12:00"])
    try machine.run(to: "13:00")
    #expect(machine.holds("p") == ["manual"])
    #expect(machine.session("p")?.id == opened)
    #expect(machine.session("p")?.origins == [.manual, .schedule])
  }

  @Test func `a timer longer than the window is not cut`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 11:00")
    machine.start("p", for: 7200, strategy: .timer)
    try machine.run(to: "12:59:59")
    #expect(machine.shielded == ["p"])
    try machine.run(to: "13:00")
    #expect(machine.active == [])
    #expect(machine.finished.count == 1)
  }

  @Test func `the window's end time does not end a session started by hand on a day without the window`() throws {
    let toml = profiles((key: "p", body: "window = [\"mon-fri 09:00-17:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-28 10:00")
    machine.start("p")
    try machine.run(to: "2026-11-29 10:00")
    #expect(machine.active == ["p"])
  }

  @Test func `a window that starts as a timer ends opens a new session`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 08:00")
    machine.start("p", for: 3600)
    let first = machine.session("p")?.id
    try machine.run(to: "09:00")
    #expect(machine.session("p")?.id != first)
    #expect(machine.holds("p") == ["schedule until 12:00"])
    #expect(machine.shieldWrites == 2)
  }

  @Test(arguments: [
    ("2026-11-23 10:00", 64_800, "2026-11-24 04:00"), ("2026-11-23 23:50", 900, "2026-11-24 00:05"),
  ])
  func `the length of a manual start is elapsed time`(start: String, seconds: Int64, end: String) throws {
    var machine = try VirtualMachine(profiles((key: "p", body: "")), at: start)
    machine.start("p", for: seconds)
    #expect(
      try machine.session("p")?.plannedEnd(at: machine.present).map(machine.present.instant(of:))
        == instant(end, machine.zone))
  }

  @Test func `sixty minutes from 01:30 end at 03:30 when the clocks jump forward`() throws {
    let toml = profiles(zone: "America/New_York", (key: "p", body: ""))
    var machine = try VirtualMachine(toml, at: "2026-03-08 01:30")
    machine.start("p", for: 3600)
    #expect(machine.holds("p") == ["manual until 03:30"])
  }

  @Test func `the end of a hold that a command opens is rounded up to a second`() throws {
    var machine = try VirtualMachine(profiles((key: "p", body: "")), at: "2026-11-23 10:00")
    machine.pass(0, nanoseconds: 300_000_000)
    machine.start("p", for: 60)
    #expect(machine.holds("p") == ["manual until 10:01:01"])
    machine.pass(60)
    machine.handle(.time)
    #expect(machine.active == ["p"])
    machine.pass(0, nanoseconds: 700_000_000)
    machine.handle(.time)
    #expect(machine.active == [])
  }

  @Test func `planned and real instants are both kept, and totals use the real ones`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 08:00")
    machine.handle(.time)
    try machine.sleep(to: "10:00")
    try machine.sleep(to: "14:00")
    let session = try #require(machine.finished.first)
    #expect(try session.start == instant("2026-11-23 09:00", machine.zone))
    #expect(try session.realStart == Delivery(instant("2026-11-23 10:00", machine.zone)))
    #expect(try session.end == instant("2026-11-23 12:00", machine.zone))
    #expect(session.realEnd == Delivery(session.end))
  }

  @Test(arguments: ["stop", "emergency", "reset"])
  func `a session that a command ends ends at that exact moment, not at a full second`(command: String) throws {
    var machine = try VirtualMachine(profiles((key: "p", body: "")), at: "2026-11-23 10:00")
    machine.pass(0, nanoseconds: 506_000_000)
    machine.start("p", strategy: .pomodoro)
    machine.pass(1, nanoseconds: 403_000_000)
    switch command {
    case "stop": machine.command(.stop())
    case "reset": machine.command(.reset())
    default: machine.command(.emergency(reason: "fire"))
    }
    let session = try #require(machine.finished.first)
    #expect(session.realEnd == Delivery(try instant("2026-11-23 10:00:01", machine.zone), nanosecond: 909_000_000))
    #expect(session.nanoseconds == 1_403_000_000 && session.seconds == 1)
  }

  @Test func `a break that is open when its session is stopped ends with it`() throws {
    var machine = try VirtualMachine(
      profiles((key: "p", body: "break = { length = \"1h\", budget = \"5h\" }")), at: "2026-11-23 10:00")
    machine.start("p")
    machine.pass(0, nanoseconds: 200_000_000)
    machine.command(.break())
    machine.pass(60, nanoseconds: 700_000_000)
    machine.command(.stop())
    let session = try #require(machine.finished.first)
    #expect(session.times.breakNanoseconds == 60_700_000_000 && session.nanoseconds == 60_900_000_000)
  }

  @Test func `a replaced session ends when the replacing window begins, even if evaluated later in that second`() throws
  {
    let toml = profiles(
      (key: "p", body: "window = [\"mon-sun 09:00-14:00\"]"),
      (key: "q", body: "window = [\"mon-sun 12:00-13:00\"]\noverlap = \"replace\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 10:00").woken()
    machine.pass(7_200, nanoseconds: 700_000_000)
    machine.handle(.time)
    let session = try #require(machine.finished.first)
    #expect(session.profile.key.text == "p" && session.realEnd == Delivery(session.end))
  }

  @Test func `the reply to an additional start gives the end of the session`() throws {
    var machine = try VirtualMachine(profiles((key: "p", body: "")), at: "2026-11-23 10:00")
    machine.start("p", for: 1_800, strategy: .timer)
    machine.start("p", for: 300)
    #expect(machine.reply == "started until 10:30")
    #expect(machine.holds("p") == ["timer until 10:30", "manual until 10:05"])
  }

  @Test func `the identity of a session follows from its profile, its opening instant and its number`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 09:00")
    machine.handle(.time)
    let profile = ProfileID(derivedFrom: "p".profileKey)
    let start = try instant("2026-11-23 09:00", machine.zone).epochSeconds
    #expect(machine.session("p")?.id == SessionID(UUIDValue(version5Of: "\(start):1", in: profile.uuid)))
    machine.command(.stop())
    machine.start("p")
    #expect(machine.session("p")?.id == SessionID(UUIDValue(version5Of: "\(start):2", in: profile.uuid)))
  }

  @Test func `a timer that ran out while the machine was off ended at its deadline`() throws {
    var machine = try VirtualMachine(profiles((key: "p", body: "")), at: "2026-11-23 10:00")
    machine.start("p", for: 3600, strategy: .timer)
    try machine.reboot(at: "2026-11-23 15:00")
    #expect(machine.active == [])
    #expect(try machine.finished.first?.end == instant("2026-11-23 11:00", machine.zone))
  }

  @Test func `a disabled profile fires no window; by hand it runs a session and a timer without a shield`() throws {
    let toml = profiles((key: "p", body: "enabled = false\nwindow = [\"09:00-12:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    try machine.run(to: "10:00")
    #expect(machine.active == [])
    machine.start("p", for: 600, strategy: .timer)
    #expect(machine.active == ["p"])
    #expect(machine.shielded == [])
    try machine.run(to: "10:10")
    #expect(machine.active == [])
  }

  @Test func `a profile that blocks nothing has a session and no layer`() throws {
    var machine = try VirtualMachine("timezone = \"UTC\"\n[profile.p]\n", at: "2026-11-23 08:00")
    machine.start("p")
    #expect(machine.active == ["p"])
    #expect(machine.shielded == [])
  }

  @Test func `a session copies what it blocks when it starts`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 10:00")
    machine.handle(.time)
    try machine.reload(Self.morning.replacing("p.example", with: "other.example"))
    #expect(machine.engine.shield.first?.layer.domains.block.map(\.text) == ["p.example"])
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.engine.shield.first?.layer.domains.block.map(\.text) == ["other.example"])
  }

  @Test func `an unlock key added during a session applies to the next session only`() throws {
    let key = "[[profile.p.unlock]]\nsha256 = \"\(String(repeating: "0f", count: 32))\"\n"
    let locked = profiles((key: "p", body: "window = [\"09:00-12:00\"]\nlock = \"strict\"\n"))
    var machine = try VirtualMachine(locked, at: "2026-11-23 10:00")
    machine.handle(.time)
    try machine.reload(locked + key)
    #expect(machine.session("p")?.rules.unlockKeys == [])
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.session("p")?.rules.unlockKeys.count == 1)
  }

  @Test func `the shield has a layer for each active profile, in the order of their keys`() throws {
    let toml = profiles((key: "b", body: ""), (key: "a", body: "window = [\"09:00-12:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    machine.start("b")
    try machine.run(to: "09:00")
    #expect(machine.shielded == ["a", "b"])
    #expect(machine.engine.shield.map(\.origins) == [[.schedule], [.manual]])
    #expect(try machine.engine.shield.map(\.until) == [instant("2026-11-23 12:00", machine.zone), nil])
  }

  @Test func `without authorization nothing is shielded`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 10:00")
    machine.handle(.authorization(.notDetermined))
    #expect(machine.active == ["p"])
    #expect(machine.shielded == [])
    machine.handle(.authorization(.approved))
    #expect(machine.shielded == ["p"])
  }
}

extension String {
  /// The text with every occurrence of a part replaced.
  func replacing(_ part: String, with other: String) -> String {
    var rest = self[...]
    var result = ""
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  @Test func `the length of a session is elapsed time, whatever the clock shows`() throws {
    let toml = profiles(zone: "UTC", (key: "p", body: "window = [\"09:00-12:00\"]"))
    func length(_ change: (inout VirtualMachine) throws -> Void) throws -> [Int64] {
      var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
      try machine.run(to: "10:00")
      try change(&machine)
      machine.run(seconds: 6 * 3_600)
      return machine.finished.map(\.seconds)
    }
    #expect(try length { try $0.sleep(to: "14:00") } == [3 * 3_600])
    #expect(try length { try $0.setClock(to: "14:00") } == [3_600])
    #expect(try length { try $0.setClock(to: "11:00") } == [2 * 3_600])
    #expect(try length { try $0.setClock(to: "08:00") } == [3 * 3_600])
    #expect(try length { try $0.reboot(at: "14:00") } == [3 * 3_600])
    #expect(try length { try $0.reboot(at: "08:00") } == [3 * 3_600])
  }

  @Test func `the length of a session that starts late counts from its real start`() throws {
    let toml = profiles(zone: "UTC", (key: "p", body: "window = [\"09:00-12:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:30")
    machine.handle(.time)
    machine.restart()
    try machine.run(to: "13:00")
    #expect(machine.finished.map(\.seconds) == [2 * 3_600 + 1_800])
  }
}
