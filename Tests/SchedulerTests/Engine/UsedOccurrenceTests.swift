import SchedulerCivilTime
import Testing

@testable import Scheduler

/// What has started, was stopped or skipped starts no second time.
@Suite struct UsedOccurrenceTests {
  static let morning = profiles((key: "p", body: "window = [\"09:00-12:00\"]"))

  /// A machine on which the user stopped the window at ten.
  private func stopped(_ toml: String = morning) throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    try machine.run(to: "10:00")
    machine.command(.stop(.profile("p".profileKey)))
    #expect(machine.reply == "stopped")
    machine.forget()
    return machine
  }

  @Test func `a stopped interval does not restart by time, reload, reboot, a repeated start or a clock set back`()
    throws
  {
    var machine = try stopped()
    try machine.run(to: "10:30")
    #expect(machine.active == [])
    try machine.reload(Self.morning)
    #expect(machine.active == [])
    try machine.reboot(at: "2026-11-23 11:00")
    #expect(machine.active == [])
    machine.handle(.activity(name: "schedule:\(ProfileID(derivedFrom: "p".profileKey))", .start))
    #expect(machine.active == [])
    try machine.setClock(to: "08:30")
    try machine.run(to: "11:59")
    #expect(machine.active == [])
    #expect(machine.seen == [])
    try machine.run(to: "2026-11-24 09:00")
    #expect(machine.active == ["p"])
  }

  @Test func `a profile whose interval was stopped can be started by hand`() throws {
    var machine = try stopped()
    machine.start("p")
    #expect(machine.holds("p") == ["manual"])
  }

  @Test func `a stop uses the whole interval that several windows form`() throws {
    var machine = try stopped(profiles((key: "p", body: "window = [\"09:00-12:00\", \"11:00-14:00\"]")))
    try machine.run(to: "13:00")
    #expect(machine.active == [])
  }

  @Test func `after a stop, the next interval starts normally, even if it touches the stopped one`() throws {
    var machine = try stopped(profiles((key: "p", body: "window = [\"09:00-12:00\", \"12:00-14:00\"]")))
    try machine.run(to: "11:59")
    #expect(machine.active == [])
    try machine.run(to: "12:00")
    #expect(machine.active == ["p"])
  }

  @Test func `a stop also uses occurrences of an edited configuration that start earlier on that date`() throws {
    var machine = try stopped()
    try machine.reload(profiles((key: "p", body: "window = [\"08:30-12:00\", \"09:30-12:00\"]")))
    #expect(machine.active == [])
    try machine.run(to: "2026-11-24 08:30")
    #expect(machine.active == ["p"])
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-10-25T01:20:00Z", "02:45-05:00", []),
    ("Europe/Berlin", "2026-10-25T00:20:00Z", "02:45-05:00", ["p"]),
    ("Europe/Berlin", "2026-10-25T01:20:00Z", "03:00-05:00", ["p"]),
    ("Atlantic/Azores", "2026-10-25T01:20:00Z", "00:45-05:00", []),
    ("America/Havana", "2026-11-01T05:20:00Z", "00:45-05:00", []),
  ])
  func `a stop in a repeated hour uses occurrences that began in its first pass, also after an edit`(
    zone: String, stop: String, window: String, active: [String]
  ) throws {
    func toml(_ body: String) -> String { profiles(zone: zone, (key: "p", body: body)) }
    let stopped = try #require(Instant(rfc3339: stop))
    var machine = try VirtualMachine(toml(""), at: "2026-10-24 12:00")
    machine.run(seconds: stopped.adding(seconds: -600).seconds(since: machine.moment.wall))
    machine.start("p")
    machine.run(seconds: 600)
    machine.command(.stop())
    #expect(machine.reply == "stopped")
    machine.run(seconds: 300)
    try machine.reload(toml("window = [\"\(window)\"]"))
    machine.run(seconds: 2_700)
    #expect(machine.active == active)
  }

  @Test func `a partly used interval starts with its first unused occurrence and ends at the interval's end`() throws {
    var machine = try stopped()
    try machine.reload(profiles((key: "p", body: "window = [\"09:00-12:00\", \"11:00-14:00\"]")))
    #expect(machine.active == [])
    #expect(try machine.nextWake == instant("2026-11-23 11:00", machine.zone))
    try machine.run(to: "11:00")
    #expect(machine.holds("p") == ["schedule until 14:00"])
    #expect(machine.seen.first == "11:00 intervalDidStart schedule p")
  }

  @Test func `skip leaves out the rest of a partly used interval`() throws {
    var machine = try stopped()
    try machine.reload(profiles((key: "p", body: "window = [\"09:00-12:00\", \"11:00-14:00\"]")))
    machine.command(.skip("p".profileKey))
    #expect(machine.reply == "skipped until 14:00")
    try machine.run(to: "12:00")
    #expect(machine.active == [])
  }

  @Test func `a window moved to later starts at its new time, although it ran at the old one`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 08:00")
    try machine.run(to: "13:00")
    try machine.reload(profiles((key: "p", body: "window = [\"14:00-17:00\"]")))
    try machine.run(to: "14:00")
    #expect(machine.holds("p") == ["schedule until 17:00"])
  }

  @Test func `used occurrences are remembered for eight days of the calendar and of elapsed time`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-01 08:00")
    try machine.run(to: "2026-11-30 10:00")
    #expect(machine.engine.book.used(of: ProfileID(derivedFrom: "p".profileKey)).entries.count == 9)
    try machine.setClock(to: "2026-11-22 10:00")
    #expect(machine.session("p")?.start.description.prefix(10) == "2026-11-30")
    machine.command(.stop())
    try machine.setClock(to: "2026-11-23 10:00")
    #expect(machine.active == [])
  }

  /// The clock is set ahead and not back, so that the trusted clock follows it a day later.
  @Test(arguments: [(1, 2, true), (9, 2, true), (9, 12, false), (1, 12, false)])
  func `a use is forgotten when it is old by the calendar and by elapsed time`(
    daysAhead: Int, daysOfRunning: Int, isKept: Bool
  ) throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-01 10:00")
    machine.handle(.time)
    machine.command(.stop())
    let first = try #require(machine.engine.book.used(of: ProfileID(derivedFrom: "p".profileKey)).entries.first?.key)
    try machine.setClock(to: "2026-11-\(daysAhead + 1 < 10 ? "0" : "")\(daysAhead + 1) 10:30")
    try machine.run(
      to: "2026-11-\(daysAhead + daysOfRunning + 1 < 10 ? "0" : "")\(daysAhead + daysOfRunning + 1) 13:00")
    #expect(machine.engine.book.used(of: ProfileID(derivedFrom: "p".profileKey)).contains(first) == isKept)
  }

  @Test func `a clock set five weeks ahead and back does not skip today's window`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 08:00")
    machine.handle(.time)
    try machine.setClock(to: "2026-12-28 08:00")
    machine.pass(60)
    machine.handle(.time)
    try machine.setClock(to: "2026-11-23 08:01")
    try machine.run(to: "09:00")
    #expect(machine.active == ["p"])
  }

  @Test func `skip leaves out the next interval that has not started, undo restores it`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.command(.skip("p".profileKey))
    #expect(machine.reply == "skipped until 2026-11-24 12:00")
    #expect(machine.active == ["p"])
    machine.command(.skip("p".profileKey))
    #expect(machine.reply == "skipped until 2026-11-25 12:00")
    machine.command(.skip("p".profileKey, undo: true))
    #expect(machine.reply == "restored until 2026-11-24 12:00")
    try machine.run(to: "2026-11-24 09:00")
    #expect(machine.active == ["p"])
    try machine.run(to: "2026-11-25 10:00")
    #expect(machine.active == [])
    machine.command(.skip("p".profileKey, undo: true))
    #expect(machine.reply == "restored until 12:00")
    #expect(machine.active == ["p"])
    #expect(machine.seen.contains("09:00 intervalDidStart schedule p late"))
    machine.command(.skip("p".profileKey, undo: true))
    #expect(machine.reply == "refused nothingToDo")
  }

  @Test func `undoing a skip does not restore an interval that is over`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 08:00")
    machine.command(.skip("p".profileKey))
    try machine.run(to: "12:00")
    machine.command(.skip("p".profileKey, undo: true))
    #expect(machine.reply == "refused nothingToDo")
    try machine.setClock(to: "10:00")
    #expect(machine.active == [])
  }

  @Test func `a skipped interval does not start after a reload, a reboot or a clock set back`() throws {
    var machine = try VirtualMachine(Self.morning, at: "2026-11-23 08:00")
    machine.command(.skip("p".profileKey))
    try machine.reload(Self.morning)
    try machine.reboot(at: "2026-11-23 08:30")
    try machine.run(to: "10:00")
    #expect(machine.active == [])
    try machine.setClock(to: "08:30")
    try machine.run(to: "11:59")
    #expect(machine.active == [])
  }

  @Test func `skip covers the whole interval that overlapping windows form`() throws {
    let toml = profiles((key: "p", body: "window = [\"09:00-12:00\", \"11:00-14:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    machine.command(.skip("p".profileKey))
    try machine.run(to: "15:00")
    #expect(machine.finished.isEmpty)
    #expect(machine.missed.allSatisfy { $0.intervals.last?.start.description.prefix(10) == "2026-11-22" })
  }

  @Test func `windows that cover all time give one session a week, and a stop ends only that week`() throws {
    let toml = profiles((key: "p", body: "window = [\"00:00-12:00\", \"11:00-01:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-18 10:00")
    machine.handle(.time)
    machine.command(.stop())
    try machine.run(to: "2026-11-22 23:59")
    #expect(machine.active == [])
    try machine.run(to: "2026-11-23 00:00")
    #expect(machine.active == ["p"])
    let cut = OccurrenceKey(epochDay: CivilDate(year: 2026, month: 11, day: 23)?.epochDay ?? 0, second: -1)
    #expect(machine.session("p")?[.schedule]?.interval?.occurrences.first == cut)
  }

  @Test func `skip and its undo report the same start of a partly used interval`() throws {
    var machine = try stopped()
    try machine.reload(profiles((key: "p", body: "window = [\"09:00-12:00\", \"11:00-14:00\"]")))
    func from(_ command: Command) throws -> Instant? {
      machine.command(command)
      guard case .done(let result)? = machine.transition.reply else { return nil }
      return result.from
    }
    let start = try instant("2026-11-23 11:00", machine.zone)
    #expect(try from(.skip("p".profileKey)) == start)
    #expect(try from(.skip("p".profileKey, undo: true)) == start)
  }
}
