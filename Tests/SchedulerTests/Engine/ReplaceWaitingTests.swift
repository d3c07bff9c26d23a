import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Intervals that replace, while sessions run that are locked.
@Suite struct ReplaceWaitingTests {
  /// `a` is strict until noon, `b` and `d` replace.
  private static let toml = profiles(
    (key: "a", body: "lock = \"strict\"\nwindow = [\"09:00-12:00\"]"),
    (key: "b", body: "overlap = \"replace\"\nwindow = [\"10:00-14:00\"]"), (key: "c", body: ""),
    (key: "d", body: "overlap = \"replace\""), (key: "e", body: "lock = \"strict\""))

  /// What starts at ten on the day of these tests.
  private static let tenOClock = OccurrenceKey(
    epochDay: CivilDate(year: 2026, month: 11, day: 23)?.epochDay ?? 0, second: 36_000)

  private func machine(_ toml: String = toml, at time: String = "2026-11-23 08:00") throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: time)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  @Test(arguments: [["09:00", "10:00", "11:59:59", "13:00"], ["09:30", "13:00"]])
  func `a replacing interval waits for the locked sessions and starts late if it is not over by then`(times: [String])
    throws
  {
    var machine = try machine()
    for time in times.dropLast() {
      try machine.sleep(to: time)
      #expect(machine.active == ["a"])
    }
    try machine.sleep(to: times.last ?? "")
    #expect(machine.holds("b") == ["schedule until 14:00"])
    #expect(machine.seen.contains("10:00 intervalDidStart schedule b late"))
  }

  @Test
  func `a waiting interval starts in the evaluation that ends the locked sessions, and asks for no earlier wake-up`()
    throws
  {
    var machine = try machine()
    try machine.run(to: "10:30")
    let waiting = ProfileID(derivedFrom: "b".profileKey)
    #expect(machine.engine.book.sessionsAwaited(by: waiting) == [machine.session("a")?.id])
    #expect(try machine.nextWake == instant("2026-11-23 12:00", machine.zone))
    try machine.run(to: "12:00")
    #expect(machine.active == ["b"])
    #expect(machine.engine.book.sessionsAwaited(by: waiting) == [])
  }

  @Test(arguments: ["11:00", "12:30"])
  func `a waiting interval that is over before the locked sessions end is missed and not used`(time: String) throws {
    var machine = try machine(Self.toml.replacing("10:00-14:00", with: "10:00-11:00"))
    try machine.run(to: "10:30")
    try machine.sleep(to: time)
    #expect(!machine.active.contains("b"))
    #expect(machine.seen.contains("missed 10:00 – 11:00"))
    #expect(!machine.engine.book.used(of: ProfileID(derivedFrom: "b".profileKey)).contains(Self.tenOClock))
    try machine.run(to: "13:00")
    #expect(machine.seen.count { $0 == "missed 10:00 – 11:00" } == 1)
  }

  @Test func `a clock step over thousands of replacing intervals that would wait records all of them as missed`() throws
  {
    let toml = Self.toml.replacing(
      "overlap = \"replace\"\nwindow = [\"10:00-14:00\"]",
      with: "overlap = \"replace\"\nwindow = [\"10:00-11:00\", \"22:00-04:00\", \"11:30-14:00\"]")
    var machine = try machine(toml, at: "2026-11-23 09:00")
    try machine.run(to: "11:45")
    #expect(machine.active == ["a"])
    try machine.setClock(to: "2046-11-23 10:00")
    let missed = machine.missed.last { $0.profile?.key.text == "b" }
    // Three a day of 20 years, without the one that was recorded before. `a` runs on by the trusted clock all the time.
    let expected: Int64 = 3 * 7_305 - 1
    #expect(missed.map { Int64($0.intervals.count) + $0.further } == expected)
    #expect(machine.active.contains("a"))
  }

  @Test func `a waiting replacing interval ends unlocked sessions at its planned start, and later sessions stack`()
    throws
  {
    var machine = try machine()
    machine.start("c")
    try machine.run(to: "10:00")
    #expect(machine.active == ["a"])
    machine.start("c")
    machine.start("e", for: 4 * 3600)
    #expect(machine.active == ["a", "c", "e"])
    try machine.run(to: "12:00")
    #expect(machine.active == ["b", "c", "e"])
  }

  @Test(arguments: [true, false])
  func `nothing waits for an interval that was missed: it opened no session`(isFirst: Bool) throws {
    let toml = profiles(
      (key: "a", body: "lock = \"strict\"\nwindow = [\"09:00-12:00\"]"),
      (key: "b", body: "lock = \"strict\"\noverlap = \"replace\"\nwindow = [\"10:00-14:00\"]"),
      (key: "d", body: "overlap = \"replace\"\nwindow = [\"11:00-11:30\"]"))
    var machine = try isFirst ? VirtualMachine(toml, at: "2026-11-23 13:00") : machine(toml)
    try machine.sleep(to: "2026-11-23 13:00")
    #expect(machine.holds("b") == ["schedule until 14:00"])
    #expect(machine.seen.contains("10:00 intervalDidStart schedule b late"))
    #expect(machine.seen.contains("missed 09:00 – 12:00") != isFirst)
    #expect(machine.seen.contains("missed 11:00 – 11:30") != isFirst)
  }

  @Test func `a replacing interval does not wait for a session whose lock is remote`() throws {
    var machine = try machine(Self.toml.replacing("lock = \"strict\"\nwindow", with: "lock = \"remote\"\nwindow"))
    try machine.run(to: "10:00")
    #expect(machine.active == ["b"])
  }

  @Test(arguments: ["10:00", "11:00"])
  func `the later of two waiting intervals wins, and at one instant the later key wins`(start: String) throws {
    var machine = try machine(
      Self.toml.replacing("\"replace\"\n[", with: "\"replace\"\nwindow = [\"\(start)-14:00\"]\n["))
    try machine.run(to: "11:30")
    #expect(machine.active == ["a"])
    try machine.run(to: "13:59")
    #expect(machine.active == ["d"])
    #expect(machine.seen.allSatisfy { !$0.hasSuffix("schedule b") })
  }

  @Test(arguments: ["b", "z"], [["11:00", "12:00", "13:00"], ["13:00"]])
  func `an interval that starts when a waiting interval starts comes after it, whatever its key`(
    key: String, times: [String]
  ) throws {
    let toml = profiles(
      (key: "a", body: "lock = \"strict\"\nwindow = [\"09:00-12:00\"]"),
      (key: "d", body: "lock = \"strict\"\noverlap = \"replace\"\nwindow = [\"10:00-14:00\"]"),
      (key: key, body: "overlap = \"replace\"\nwindow = [\"12:00-15:00\"]"))
    var machine = try machine(toml)
    for time in times { try machine.sleep(to: time) }
    #expect(machine.holds("d") == ["schedule until 14:00"])
    #expect(machine.active == ["d"])
    try machine.run(to: "14:30")
    #expect(machine.active == [key])
  }

  @Test func `a waiting interval that was replaced counts as used, and no reload brings it back`() throws {
    let toml = Self.toml.replacing("\"replace\"\n[", with: "\"replace\"\nwindow = [\"11:00-14:00\"]\n[")
    var machine = try machine(toml)
    try machine.run(to: "11:30")
    try machine.reload(toml)
    try machine.run(to: "13:59")
    #expect(machine.active == ["d"])
  }

  @Test(arguments: [("Asia/Tokyo", "20:00-23:00"), ("America/Los_Angeles", "03:00-05:00")])
  func `a waiting interval stops waiting, unused, in a zone where it is over or has not begun`(
    zone: String, window: String
  ) throws {
    let toml = Self.toml.replacing("\"replace\"\n[", with: "\"replace\"\nwindow = [\"\(window)\"]\n[")
    var machine = try VirtualMachine(toml.replacing("Europe/Berlin", with: "system"), at: "2026-11-22 00:00")
    try machine.travel(to: "Europe/Berlin")
    try machine.sleep(to: "2026-11-23 08:00")
    machine.start("e", for: 10 * 3600)
    try machine.run(to: "13:30")
    #expect(machine.active == ["e"])
    #expect(!machine.engine.book.sessionsAwaited(by: ProfileID(derivedFrom: "b".profileKey)).isEmpty)
    try machine.travel(to: zone)
    #expect(machine.engine.book.sessionsAwaited(by: ProfileID(derivedFrom: "b".profileKey)).isEmpty)
    #expect(!machine.engine.book.sessionsAwaited(by: ProfileID(derivedFrom: "d".profileKey)).isEmpty)
    #expect(!machine.engine.book.used(of: ProfileID(derivedFrom: "b".profileKey)).contains(Self.tenOClock))
  }

  @Test func `a strict replacing interval does not wait for a session of its own profile`() throws {
    var machine = try machine(
      Self.toml.replacing("overlap = \"replace\"\nwindow", with: "lock = \"strict\"\noverlap = \"replace\"\nwindow")
        .replacing("09:00-12:00", with: "20:00-21:00"))
    machine.start("b", for: 4 * 3600)
    try machine.run(to: "10:00")
    #expect(machine.holds("b") == ["manual until 12:00", "schedule until 14:00"])
  }

  @Test func `an interval that starts within a longer strict session of its profile replaces nothing`() throws {
    let toml = profiles(
      (key: "b", body: "lock = \"strict\"\noverlap = \"replace\"\nwindow = [\"10:00-14:00\", \"14:00-15:00\"]"),
      (key: "c", body: ""))
    var machine = try VirtualMachine(toml.replacing("Europe/Berlin", with: "system"), at: "2026-11-22 00:00")
    try machine.travel(to: "Europe/Berlin")
    try machine.run(to: "2026-11-23 11:00")
    // It is 13:00 there; the interval continues until its four hours have passed, at 16:00.
    try machine.travel(to: "Europe/Moscow")
    machine.start("c")
    try machine.run(to: "15:30")
    #expect(machine.active == ["b", "c"])
    #expect(machine.engine.book.sessionsAwaited(by: ProfileID(derivedFrom: "b".profileKey)).isEmpty)
  }

  @Test func `skip leaves out a waiting interval, and a reload that makes it stack lets it start`() throws {
    var machine = try machine()
    try machine.run(to: "10:30")
    var skipped = machine
    skipped.command(.skip("b".profileKey))
    #expect(skipped.reply == "skipped until 14:00")
    try skipped.run(to: "13:00")
    #expect(skipped.active == [])
    try machine.reload(Self.toml.replacing("overlap = \"replace\"\nwindow", with: "window"))
    #expect(machine.active == ["a", "b"])
  }

  @Test func `a waiting interval still waits after a restart, and no edge from outside starts it`() throws {
    var machine = try machine()
    try machine.run(to: "10:30")
    machine.start("c")
    machine.restart()
    machine.handle(.activity(name: "schedule:\(ProfileID(derivedFrom: "b".profileKey))", .start))
    #expect(machine.active == ["a", "c"])
    try machine.run(to: "12:00")
    #expect(machine.active == ["b", "c"])
  }

  @Test func `an interval that replaces starts at once when an emergency ends the strict session it waits for`() throws
  {
    var machine = try machine(Self.toml.replacing("window = [\"09:00-12:00\"]", with: ""))
    machine.start("a", for: 4 * 3600)
    try machine.run(to: "10:30")
    #expect(machine.active == ["a"])
    machine.command(.emergency(.profile("a".profileKey), reason: "fire"))
    #expect(machine.active.contains("b"))
  }

  /// `a` is strict by the trusted clock, a day ahead of the wall clock until the first evening. `b` replaces.
  private static let aheadByADay = profiles(
    (key: "a", body: "lock = \"strict\"\nwindow = [\"tue 07:00-09:00\"]\nbreak = { length = \"5m\" }"),
    (
      key: "b",
      body: """
      overlap = "replace"
      window = [{ days = "mon", start = "19:30", end = "22:30", warn = ["80m", "30m"] }]
      """
    ))

  @Test(arguments: [false, true])
  func `a waiting interval gives no warning whose time passed before it started`(isEdited: Bool) throws {
    var machine = try machine(Self.aheadByADay)
    try machine.setClock(to: "2026-11-22 20:00")
    // It is Tuesday by the trusted clock, which follows at 20:00.
    try machine.run(to: "2026-11-23 19:40")
    #expect(machine.active == ["a"])
    // The edit waits for the session.
    if isEdited { try machine.reload(Self.aheadByADay.replacing("5m", with: "6m")) }
    machine.forget()
    try machine.sleep(to: "2026-11-23 21:30")
    #expect(machine.active == ["b"])
    #expect(machine.seen.allSatisfy { !$0.contains("Warning") })
    try machine.run(to: "2026-11-23 22:10")
    #expect(machine.seen.last == "22:00 intervalWillEndWarning schedule b")
  }

  @Test(arguments: [false, true])
  func `a strict waiting interval gives no warning of the time before an edit that waited, whatever the clock shows`(
    isClockSet: Bool
  ) throws {
    let toml = profiles(
      (key: "a", body: "lock = \"strict\"\nwindow = [\"09:00-12:00\"]\nbreak = { length = \"5m\" }"),
      (
        key: "b",
        body: """
        lock = "strict"
        overlap = "replace"
        window = [{ start = "10:00", end = "14:00", warn = ["150m"] }]
        """
      ))
    var machine = try machine(toml)
    if isClockSet { try machine.setClock(to: "2026-11-22 20:00") }
    machine.run(seconds: 150 * 60)
    // The edit waits for the session of `a`.
    try machine.reload(toml.replacing("5m", with: "6m"))
    #expect(machine.active == ["a"])
    machine.forget()
    machine.pass(120 * 60)
    machine.handle(.time)
    #expect(machine.active == ["b"])
    #expect(machine.seen.allSatisfy { !$0.contains("Warning") }, "\(machine.seen)")
  }
}
