import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Sessions that a replacing interval does not end, because their user could not stop them without a key.
@Suite struct ReplacingLockTests {
  private static let key = "[[profile.a.unlock]]\ntype = \"text\"\nlength = 8\n"
  private static let early = "[profile.a.strategy]\ntype = \"timer\"\nlength = \"3h\"\nearly-stop = false\n"

  /// `a` runs from 09:00 to 12:00, by its window or by hand, and `b` replaces at 10:00.
  private static func toml(_ body: String) -> String {
    profiles(
      (key: "a", body: body), (key: "b", body: "overlap = \"replace\"\nwindow = [\"10:00-14:00\"]"),
      (key: "c", body: "window = [\"09:30-15:00\"]"))
  }

  @Test(arguments: [key, early, "lock = \"strict\"\n", "lock = \"strict\"\n" + key])
  func `an interval that replaces waits for every session that could not be stopped without a key`(rules: String) throws
  {
    let isTimer = rules == Self.early
    var machine = try VirtualMachine(
      Self.toml((isTimer ? "" : "window = [\"09:00-12:00\"]\n") + rules), at: "2026-11-23 09:00")
    if isTimer { machine.start("a") } else { machine.handle(.time) }
    try machine.run(to: "10:00")
    #expect(machine.active == ["a"])
    try machine.run(to: "11:59:59")
    #expect(machine.active == ["a"])
    try machine.run(to: "12:00")
    #expect(machine.active == ["b"])
    #expect(machine.seen.contains("12:00 sessionDidEnd a"))
  }

  @Test(
    arguments: [
      "lock = \"remote\"\n", "may = [\"break\"]\n",
      // The window of a profile with such a timer may be stopped.
      early,
    ])
  func `an interval that replaces ends a session that a person could stop without a key`(rules: String) throws {
    var machine = try VirtualMachine(Self.toml("window = [\"09:00-12:00\"]\n" + rules), at: "2026-11-23 09:00")
    try machine.run(to: "10:00")
    #expect(machine.active == ["b"])
    #expect(machine.seen.contains("10:00 sessionDidEnd a"))
  }

  @Test func `a session whose timer has run out is ended by the next interval that replaces`() throws {
    var machine = try VirtualMachine(
      Self.toml("window = [\"09:00-17:00\"]\n" + Self.early.replacing("3h", with: "45m")), at: "2026-11-23 09:00")
    machine.start("a")
    #expect(machine.holds("a").count == 2)
    try machine.run(to: "10:00")
    #expect(machine.active == ["b"])
  }

  @Test func `a waiting interval waits for the whole session, even if its timer runs out before`() throws {
    var machine = try VirtualMachine(
      Self.toml("window = [\"09:00-12:00\"]\n" + Self.early.replacing("3h", with: "2h")), at: "2026-11-23 09:00")
    machine.start("a")
    try machine.run(to: "11:30")
    #expect(machine.holds("a") == ["schedule until 12:00"])
    #expect(machine.active == ["a"])
    try machine.run(to: "12:00")
    #expect(machine.active == ["b"])
  }

  @Test func `an interval that replaces ends a strict session that only a start by hand without an end keeps`() throws {
    let toml = Self.toml("window = [\"09:00-09:30\"]\n")
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    machine.start("a")
    try machine.reload(Self.toml("window = [\"09:00-09:30\"]\nlock = \"strict\"\n"))
    try machine.run(to: "09:15")
    #expect(machine.session("a")?.isLocked == true)
    try machine.run(to: "10:00")
    #expect(machine.active == ["b"])
  }
}
