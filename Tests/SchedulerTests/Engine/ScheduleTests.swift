import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Windows become sessions and a shield, at the right seconds.
@Suite struct ScheduleTests {
  static let weekdays = profiles((key: "p", body: "window = [\"mon-fri 09:00-17:00\"]"))

  @Test(arguments: [
    ("2026-11-23 08:59:59", false), ("2026-11-23 09:00:00", true), ("2026-11-23 16:59:59", true),
    ("2026-11-23 17:00:00", false), ("2026-11-28 10:00:00", false),
  ])
  func `a window holds from its start to just before its end`(time: String, isActive: Bool) throws {
    var machine = try VirtualMachine(Self.weekdays, at: time)
    machine.handle(.time)
    #expect(machine.active == (isActive ? ["p"] : []))
    #expect(machine.shielded == (isActive ? ["p"] : []))
  }

  @Test func `an interval starts and ends once, at its instants, and wakes the engine for nothing else`() throws {
    var machine = try VirtualMachine(Self.weekdays, at: "2026-11-23 08:00")
    machine.handle(.time)
    #expect(try machine.nextWake == instant("2026-11-23 09:00", machine.zone))
    try machine.run(to: "18:00")
    #expect(
      machine.seen == [
        "09:00 intervalDidStart schedule p", "09:00 sessionDidStart p", "09:00 shieldDidChange",
        "17:00 intervalDidEnd schedule p", "17:00 sessionDidEnd p", "17:00 shieldDidChange",
      ])
    #expect(machine.shieldWrites == 2)
    #expect(try machine.nextWake == instant("2026-11-24 09:00", machine.zone))
  }

  @Test func `after today's Monday window is over, the next wake-up is the window's start next Monday`() throws {
    var machine = try VirtualMachine(
      profiles((key: "p", body: "window = [\"mon 09:00-09:30\"]")), at: "2026-11-23 10:00")
    machine.handle(.time)
    #expect(try machine.nextWake == instant("2026-11-30 09:00", machine.zone))
  }

  @Test func `a window to 24 00 holds through the last second of the day`() throws {
    var machine = try VirtualMachine(profiles((key: "p", body: "window = [\"18:00-24:00\"]")), at: "2026-11-23 12:00")
    try machine.run(to: "23:59:59")
    #expect(machine.shielded == ["p"])
    try machine.run(to: "2026-11-24 00:00")
    #expect(machine.shielded == [])
  }

  @Test func `windows that overlap are one interval and one session`() throws {
    let toml = profiles((key: "p", body: "window = [\"09:00-12:00\", \"11:00-14:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    try machine.run(to: "15:00")
    #expect(machine.seen.filter { $0.contains("session") } == ["09:00 sessionDidStart p", "14:00 sessionDidEnd p"])
  }

  @Test func `windows that touch are two sessions with no moment off between them`() throws {
    let toml = profiles((key: "p", body: "window = [\"09:00-12:00\", \"12:00-15:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    try machine.run(to: "11:59:59")
    let first = machine.session("p")
    machine.forget()
    try machine.run(to: "12:00")
    #expect(
      machine.seen == [
        "12:00 intervalDidEnd schedule p", "12:00 sessionDidEnd p", "12:00 intervalDidStart schedule p",
        "12:00 sessionDidStart p", "12:00 shieldDidChange",
      ])
    #expect(machine.shielded == ["p"])
    #expect(machine.session("p")?.id != first?.id)
    #expect(machine.shieldWrites == 2)
  }

  @Test func `at one instant one profile ends before another starts`() throws {
    let toml = profiles(
      (key: "a", body: "window = [\"05:00-20:00\"]"), (key: "b", body: "window = [\"21:00-05:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 04:00")
    machine.handle(.time)
    machine.forget()
    try machine.run(to: "05:00")
    #expect(
      machine.seen == [
        "05:00 intervalDidEnd schedule b", "05:00 sessionDidEnd b", "05:00 intervalDidStart schedule a",
        "05:00 sessionDidStart a", "05:00 shieldDidChange",
      ])
  }

  @Test func `at one instant inner intervals end first, outer ones start first, and each kind is sorted by key`() throws
  {
    let toml = profiles(
      (key: "a", body: "window = [\"08:00-10:00\"]\nbreak = { length = \"15m\" }"),
      (key: "b", body: "window = [\"08:00-10:00\"]"), (key: "c", body: "window = [\"10:00-11:00\"]"),
      (key: "d", body: "window = [\"10:00-11:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.start("a", for: 3600, strategy: .timer)
    try machine.plan("c", at: "10:00", for: 600, strategy: .timer)
    try machine.run(to: "09:50")
    machine.command(.break(.profile("a".profileKey)))
    machine.forget()
    try machine.run(to: "10:00")
    #expect(
      machine.seen == [
        "10:00 intervalDidEnd break a", "10:00 breakDidEnd a", "10:00 intervalDidEnd strategy a",
        "10:00 intervalDidEnd schedule a", "10:00 sessionDidEnd a", "10:00 intervalDidEnd schedule b",
        "10:00 sessionDidEnd b", "10:00 intervalDidStart schedule c", "10:00 sessionDidStart c",
        "10:00 intervalDidStart schedule d", "10:00 sessionDidStart d", "10:00 intervalDidStart strategy c",
        "10:00 shieldDidChange",
      ])
  }

  @Test func `an evaluation writes state and shield once, however much was due`() throws {
    let toml = profiles(
      (key: "a", body: "window = [\"09:00-10:00\", \"11:00-12:00\"]"), (key: "b", body: "window = [\"10:00-13:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:30")
    machine.handle(.time)
    try machine.sleep(to: "11:30")
    #expect(machine.active == ["a", "b"])
    let keys = machine.transition.changes.map(\.key)
    #expect(!keys.isEmpty && Set(keys).count == keys.count)
    #expect(machine.transition.shield?.map(\.layer.profile.key.text) == ["a", "b"])
    #expect(machine.transition.events.count { $0.name == .shieldDidChange } == 1)
  }

  @Test func `the first evaluation in an overnight window starts it late, as the window of the evening before`() throws
  {
    let toml = profiles((key: "p", body: "window = [\"mon 22:00-06:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-24 01:00")
    machine.handle(.time)
    #expect(machine.seen.first == "2026-11-23 22:00 intervalDidStart schedule p late")
    #expect(machine.holds("p") == ["schedule until 06:00"])
    let monday = OccurrenceKey(epochDay: CivilDate(year: 2026, month: 11, day: 23)?.epochDay ?? 0, second: 22 * 3600)
    #expect(machine.session("p")?[.schedule]?.interval?.occurrences == [monday])
  }

  @Test func `the first evaluation ever misses nothing, and the next one misses what ended in between`() throws {
    let toml = profiles((key: "p", body: "window = [\"mon 22:00-06:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-24 07:00")
    machine.handle(.time)
    #expect(machine.missed.isEmpty && machine.active == [])
    try machine.sleep(to: "2026-12-01 07:00")
    #expect(machine.missed.map(\.intervals.count) == [1])
    #expect(machine.active == [])
  }

  @Test func `missed intervals are reported once: the newest fifty, and the number of the others`() throws {
    let toml = profiles((key: "p", body: "window = [\"09:00-10:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-01-01 12:00")
    machine.handle(.time)
    #expect(machine.missed.isEmpty)
    try machine.sleep(to: "2026-03-12 12:00")
    let record = try #require(machine.missed.last)
    #expect(record.intervals.count == 50)
    #expect(record.further == 20)
    #expect(try record.intervals.last?.start == instant("2026-03-12 09:00", machine.zone))
    machine.handle(.time)
    #expect(machine.missed.count == 1)
  }

  @Test func `a missed interval is not reported again when the clock is set back and forward`() throws {
    var machine = try VirtualMachine(Self.weekdays, at: "2026-11-23 08:00")
    machine.handle(.time)
    try machine.sleep(to: "18:00")
    machine.forget()
    try machine.setClock(to: "08:30")
    try machine.setClock(to: "18:30")
    #expect(machine.seen == [])
  }

  @Test func `a missed interval is not used: it starts if the clock goes back into it`() throws {
    var machine = try VirtualMachine(Self.weekdays, at: "2026-11-23 08:00")
    machine.handle(.time)
    try machine.sleep(to: "18:00")
    #expect(machine.seen == ["missed 09:00 – 17:00"])
    try machine.setClock(to: "16:00")
    #expect(machine.active == ["p"])
  }

  @Test func `a wake-up that comes twice does nothing the second time`() throws {
    var machine = try VirtualMachine(Self.weekdays, at: "2026-11-23 09:00")
    machine.handle(.time)
    #expect(!machine.transition.isEmpty)
    machine.handle(.time)
    #expect(machine.transition.isEmpty)
  }

  @Test func `an event over a second after its planned instant is late`() throws {
    var machine = try VirtualMachine(Self.weekdays, at: "2026-11-23 08:59:59")
    machine.handle(.time)
    machine.pass(2)
    machine.handle(.time)
    #expect(machine.events.first?.isLate == false)
    var other = try VirtualMachine(Self.weekdays, at: "2026-11-23 08:59:59")
    other.handle(.time)
    other.pass(2, nanoseconds: 1)
    other.handle(.time)
    #expect(other.events.first?.isLate == true)
    #expect(other.events.first?.delivered.nanosecond == 1)
  }

  @Test func `events, missed intervals and finished sessions are numbered from one, in the order in which they come`()
    throws
  {
    var machine = try VirtualMachine(Self.weekdays, at: "2026-11-23 08:00")
    try machine.run(to: "2026-11-25 08:00")
    try machine.sleep(to: "2026-11-25 18:00")
    #expect(machine.events.count == 12)
    #expect(machine.finished.map(\.number) == [7, 14])
    #expect(machine.missed.map(\.number) == [15])
    #expect(machine.numbers == Array(1...15))
  }

  @Test func `a window of 24 hours gives one session each day`() throws {
    let toml = profiles((key: "p", body: "window = [\"06:00-06:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 07:00")
    try machine.run(to: "2026-11-26 07:00")
    #expect(machine.finished.count == 3)
    #expect(machine.shielded == ["p"])
  }

  @Test(arguments: ["stack", "replace"])
  func `a clock step over thousands of years records the missed intervals of the last hundred years`(overlap: String)
    throws
  {
    let body = "window = [\"09:00-17:00\"]\noverlap = \"\(overlap)\""
    var machine = try VirtualMachine(profiles(zone: "UTC", (key: "p", body: body)), at: "2026-11-23 08:00")
    machine.handle(.time)
    machine.setClock(to: machine.moment.wall.adding(seconds: 6_000 * 31_556_952))
    #expect(machine.missed.count == 1)
    let missed = try #require(machine.missed.last)
    #expect(missed.intervals.count == 50)
    #expect(missed.further + 50 == ScheduleAgenda.longestLookBack / 86_400)
    #expect(machine.active == [])
  }

  @Test func `a skipped interval that a clock leap passes over is not reported as missed`() throws {
    var machine = try VirtualMachine(
      profiles(zone: "UTC", (key: "p", body: "window = [\"09:00-17:00\"]")), at: "2026-11-23 08:00")
    machine.command(.skip("p".profileKey))
    machine.forget()
    try machine.setClock(to: "2026-11-27 18:00")
    #expect(
      machine.seen.filter { $0.hasPrefix("missed") } == [
        "missed 2026-11-24 09:00 – 2026-11-24 17:00", "missed 2026-11-25 09:00 – 2026-11-25 17:00",
        "missed 2026-11-26 09:00 – 2026-11-26 17:00", "missed 09:00 – 17:00",
      ])
  }
}
