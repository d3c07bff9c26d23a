import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Strict intervals while the wall clock and the trusted clock are apart: which of them start, and when they end.
@Suite struct TwoClocksTests {
  @Test func `an edit that comes into force starts an interval that the trusted clock is inside of`() throws {
    let toml = profiles(
      ("exam", "window = [\"10:00-12:00\"]\nlock = \"strict\"\ncooldown = \"1h\"\ntimezone = \"Asia/Tokyo\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:30")
    machine.handle(.time)
    try machine.reload(toml.replacing("\ntimezone = \"Asia/Tokyo\"", with: ""))
    #expect(!machine.engine.pendingChanges.isEmpty)
    try machine.setClock(to: "15:00")
    machine.pass(3_600)
    machine.handle(.time)
    #expect(machine.engine.pendingChanges.isEmpty)
    #expect(machine.active == ["exam"])
  }

  @Test func `edits that come into force at one instant do so in one evaluation`() throws {
    let toml = profiles(("p", "window = [\"10:00-12:00\"]\ncooldown = \"1h\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:30")
    machine.handle(.time)
    try machine.reload(toml.replacing("12:00", with: "11:45"))
    try machine.reload(toml.replacing("12:00", with: "11:30"))
    #expect(machine.engine.succession.successors.count == 2)
    machine.pass(3_600)
    machine.handle(.time)
    #expect(machine.engine.pendingChanges.isEmpty)
    #expect(machine.holds("p") == ["schedule until 11:30"])
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
    let windows = "window = [\"09:00-09:30\", \"15:00-17:00\", \"22:00-06:00\"]"
    var machine = try VirtualMachine(profiles(("p", "\(windows)\nlock = \"strict\"")), at: "2026-11-23 21:50")
    machine.handle(.time)
    try machine.setClock(to: "2026-11-24 15:00")
    #expect(machine.holds("p") == ["schedule until 17:00"])
    // Inside of what is open for two hours the wall clock comes to half an hour, and the trusted clock to eight.
    try machine.setClock(to: "2026-11-25 08:55")
    try machine.run(to: "09:04:59")
    #expect(machine.holds("p") == ["schedule until 10:53:30"])
    machine.run(seconds: 1)
    #expect(machine.holds("p") == ["schedule until 17:03:30"])
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
    let windows = "window = [\"10:00-12:00\", \"20:00-21:00\"]"
    var machine = try VirtualMachine(profiles(("p", "\(windows)\nlock = \"strict\"")), at: "2026-11-23 09:00")
    try machine.run(to: "10:00")
    // The hour is let be: what is open ends no earlier.
    try machine.setClock(to: "20:30")
    machine.handle(.command(.emergency(nil, reason: "fire")))
    #expect(machine.active == [])
    machine.run(seconds: 3_600)
    #expect(machine.active == [])
  }

  @Test func `one that ends at the instant at which the trusted clock comes to it starts again`() throws {
    let toml = profiles(("p", "window = [\"10:00-11:00\"]\nlock = \"strict\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    try machine.run(to: "09:00")
    try machine.setClock(to: "10:00")
    machine.run(seconds: 3_600)
    #expect(machine.active == ["p"])
    machine.run(seconds: 3_600 - 91)
    #expect(machine.active == ["p"])
    machine.run(seconds: 1)
    #expect(machine.active == [])
  }

  @Test func `at one instant starts by either clock come in the order of keys`() throws {
    let toml = profiles(
      ("g", "window = [\"10:00-12:00\"]\nlock = \"strict\""),
      ("h", "window = [\"04:00-06:00\"]\noverlap = \"replace\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    machine.handle(.time)
    try machine.setClock(to: "02:00")
    machine.run(seconds: 2 * 3_600)
    #expect(machine.active == ["g"])
    #expect(!machine.engine.book.sessionsAwaited(by: ProfileID(derivedFrom: "h".profileKey)).isEmpty)
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

  @Test func `a journey past the start of what was used ahead starts it at once`() throws {
    var machine = try VirtualMachine(
      profiles(zone: "system", ("p", "window = [\"10:00-12:00\"]\nlock = \"strict\"")), at: "2026-11-23 07:30")
    machine.handle(.time)
    try machine.setClock(to: "10:00")
    machine.run(seconds: 7_200)
    #expect(machine.active == [])
    // The trusted clock shows 9:30, which is half past ten there.
    try machine.travel(to: "Europe/Helsinki")
    #expect(machine.active == ["p"])
  }

  @Test func `what is forgotten at the end of an interval is warned of`() throws {
    let windows = "window = [{ start = \"10:00\", end = \"12:00\", warn = [\"15m\"] }]"
    var machine = try VirtualMachine(profiles(("p", "\(windows)\nlock = \"strict\"")), at: "2026-11-23 20:00")
    machine.handle(.time)
    try machine.setClock(to: "2026-11-24 10:00")
    try machine.setClock(to: "2026-11-24 07:41")
    machine.forget()
    // It ends at 9:39:30, and is looked at after the warning was due.
    machine.pass(7_500)
    machine.handle(.time)
    #expect(machine.active == [])
    #expect(machine.seen.contains("09:45 intervalWillStartWarning schedule p late"), "\(machine.seen)")
  }

  @Test func `an interval by the trusted clock starts when the session is replaced that it was let be behind`() throws {
    let toml = profiles(
      ("p", "window = [\"10:00-12:00\", \"14:00-18:00\"]"),
      ("q", "window = [\"14:30-14:40\"]\noverlap = \"replace\""))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:40")
    machine.handle(.time)
    try machine.setClock(to: "14:00")
    try machine.reload(toml.replacing("18:00\"]\n", with: "18:00\"]\nlock = \"strict\"\n"))
    try machine.run(to: "14:29:59")
    #expect(machine.holds("p") == ["schedule until 18:00"])
    machine.run(seconds: 1)
    #expect(machine.holds("p") == ["schedule until 16:18:30"])
  }

  @Test(arguments: [true, false])
  func `one that was taken into another before its own time starts then, however late that is seen`(wakes: Bool) throws
  {
    let windows = "window = [\"10:00-12:00\", \"13:00-14:30\"]"
    var machine = try VirtualMachine(profiles(("p", "\(windows)\nlock = \"strict\"")), at: "2026-11-23 08:30")
    machine.handle(.time)
    try machine.setClock(to: "11:59")
    // At 9:31 the wall clock comes to the second interval, which ends later. At 10:00 it is time for the first.
    for minutes in wakes ? [61, 29, 15] : [105] {
      machine.pass(Int64(minutes) * 60)
      machine.handle(.time)
    }
    machine.run(seconds: 103 * 60)
    #expect(machine.active == ["p"])
    machine.run(seconds: 30)
    #expect(machine.active == [])
  }

  @Test(arguments: [true, false])
  func `an interval is over whose length has elapsed before the clock is set into it`(isBoot: Bool) throws {
    let body = "window = [\"04:30-19:15\"]\nlock = \"strict\""
    var machine = try VirtualMachine(profiles(zone: "system", ("p", body)), at: "2026-11-23 18:25")
    machine.handle(.time)
    try machine.travel(to: "Australia/Lord_Howe")
    try machine.run(to: "2026-11-24 19:00")
    try machine.travel(to: "America/New_York")
    // There it is three o'clock. A quarter of an hour later its length has elapsed.
    #expect(machine.holds("p") == ["schedule until 03:13:30"])
    if isBoot { try machine.reboot(at: "05:00") } else { try machine.setClock(to: "05:00", isSynchronised: true) }
    #expect(machine.active == [])
    #expect(machine.finished.count == 1)
  }
}
