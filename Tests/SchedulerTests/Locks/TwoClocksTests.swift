import CivilTime
import Testing

@testable import Scheduler

/// Strict intervals while the wall clock and the trusted clock are apart: which of them start, and when they end.
@Suite struct TwoClocksTests {
  @Test func `a start by the trusted clock outlives an edit that comes into force in the same evaluation`() throws {
    let toml = profiles(
      ("exam", "window = [\"10:00-12:00\"]\nlock = \"strict\""),
      ("slow", "window = [\"20:00-21:00\"]\ncooldown = \"1h\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:30")
    machine.handle(.time)
    try machine.reload(toml.replacing("20:00-21:00", with: "20:00-20:30"))
    #expect(!machine.engine.pendingChanges.isEmpty)
    try machine.setClock(to: "15:00")
    machine.pass(3_600)
    machine.handle(.time)
    #expect(machine.engine.pendingChanges.isEmpty)
    #expect(machine.active == ["exam"])
  }

  @Test func `an interval starts by the trusted clock also while the wall clock is before the first start in it`()
    throws
  {
    let toml = profiles(("p", "window = [\"10:00-11:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    try machine.run(to: "12:30")
    try machine.setClock(to: "10:30")
    let union = "lock = \"strict\"\nwindow = [\"10:00-14:00\", \"12:00-15:00\"]"
    try machine.reload(toml.replacing("window = [\"10:00-11:00\"]", with: union))
    #expect(machine.active == ["p"])
    #expect(machine.holds("p") == ["schedule until 15:00"])
  }

  @Test(arguments: [true, false])
  func `a wake-up in between makes an interval no longer that the wall clock came into by itself`(wakes: Bool) throws {
    let windows = "window = [\"10:00-12:00\", \"13:00-14:00\"]"
    var machine = try VirtualMachine(profiles(("p", "\(windows)\nlock = \"strict\"")), at: "2026-11-23 09:00")
    try machine.run(to: "10:00")
    try machine.setClock(to: "12:30")
    machine.pass(70 * 60)
    if wakes { machine.handle(.time) }
    machine.pass(48 * 60)
    machine.handle(.time)
    #expect(machine.active == ["p"])
    machine.pass(60)
    machine.handle(.time)
    #expect(machine.active == [])
  }

  @Test func `an interval by the trusted clock is not hidden behind one by the wall clock that is let be`() throws {
    let windows = "window = [\"10:00-12:00\", \"13:00-13:30\", \"14:00-18:00\"]"
    var machine = try VirtualMachine(profiles(("p", "\(windows)\nlock = \"strict\"")), at: "2026-11-23 09:00")
    try machine.run(to: "13:59")
    // The wall clock begins the morning anew, which was used, and comes to a used interval of its own.
    try machine.setClock(to: "09:59")
    machine.run(seconds: 60)
    #expect(machine.holds("p") == ["schedule until 13:58:30"])
  }

  @Test func `what was let be behind an open interval is not missed`() throws {
    let windows = "window = [\"10:00-12:00\", \"13:00-13:30\"]"
    var machine = try VirtualMachine(profiles(("p", "\(windows)\nlock = \"strict\"")), at: "2026-11-23 09:00")
    try machine.run(to: "10:00")
    let missed = machine.missed
    try machine.setClock(to: "12:30")
    machine.run(seconds: 2 * 3_600)
    #expect(machine.missed == missed)
  }

  @Test func `an emergency ends an interval by either clock`() throws {
    let windows = "window = [\"10:00-12:00\", \"20:00-23:00\"]"
    var machine = try VirtualMachine(profiles(("p", "\(windows)\nlock = \"strict\"")), at: "2026-11-23 09:00")
    try machine.run(to: "10:00")
    try machine.setClock(to: "20:30")
    machine.handle(.command(.emergency(nil, reason: "fire")))
    #expect(machine.active == [])
    machine.run(seconds: 3_600)
    #expect(machine.active == [])
  }

  @Test func `an interval that waits by the trusted clock alone wakes nobody before that is over`() throws {
    let toml = profiles(
      ("b", "window = [\"14:45-15:00\"]\nlock = \"strict\"\noverlap = \"replace\""),
      ("c", "window = [\"14:30-20:00\"]\nlock = \"strict\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 06:00")
    machine.handle(.time)
    try machine.setClock(to: "06:15")
    let four = Instant(epochSeconds: 1795446000)
    var wakes = 0
    while let next = machine.nextWake, next < four, wakes < 20 {
      machine.pass(max(0, next.seconds(since: machine.moment.wall)))
      machine.handle(.time)
      wakes += 1
    }
    #expect(wakes < 20)
    #expect(machine.active == ["c"])
  }
}
