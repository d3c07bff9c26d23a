import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Warnings come before their edges, once, or not at all.
@Suite struct WarningTests {
  static let warned = profiles(
    (key: "p", body: "window = [{ from = 2026-11-23, start = \"09:00\", end = \"12:00\", warn = [\"10m\", \"1m\"] }]"))

  @Test func `warnings come before the start and before the end`() throws {
    var machine = try VirtualMachine(Self.warned, at: "2026-11-23 08:00")
    try machine.run(to: "13:00")
    #expect(
      machine.seen.filter { $0.contains("Warning") } == [
        "08:50 intervalWillStartWarning schedule p", "08:59 intervalWillStartWarning schedule p",
        "11:50 intervalWillEndWarning schedule p", "11:59 intervalWillEndWarning schedule p",
      ])
  }

  @Test func `a late warning is given while its edge is ahead and dropped once the edge has passed`() throws {
    var machine = try VirtualMachine(Self.warned, at: "2026-11-23 08:00")
    machine.handle(.time)
    try machine.sleep(to: "08:55")
    #expect(machine.seen == ["08:50 intervalWillStartWarning schedule p late"])
    machine.forget()
    try machine.sleep(to: "11:55")
    #expect(
      machine.seen.filter { $0.contains("interval") } == [
        "09:00 intervalDidStart schedule p late", "11:50 intervalWillEndWarning schedule p late",
      ])
    machine.forget()
    try machine.sleep(to: "12:05")
    #expect(machine.seen.filter { $0.contains("interval") } == ["12:00 intervalDidEnd schedule p late"])
  }

  @Test func `two intervals of a profile that warn at the same instant both warn`() throws {
    let windows = [
      #"{ start = "09:00", end = "09:05", warn = ["10m"] }"#, #"{ start = "09:20", end = "10:00", warn = ["30m"] }"#,
    ]
    let toml = profiles((key: "p", body: "window = [\(windows.joined(separator: ", "))]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 08:00")
    try machine.run(to: "08:55")
    let warnings = machine.seen.filter { $0.contains("Warning") }
    #expect(warnings == Array(repeating: "08:50 intervalWillStartWarning schedule p", count: 2))
  }

  @Test func `at one instant end warnings come first and start warnings last`() throws {
    let toml = profiles(
      (key: "a", body: "window = [{ start = \"10:00\", end = \"11:00\", warn = [\"30m\"] }]"),
      (key: "b", body: "window = [\"09:30-12:00\"]"), (key: "c", body: "window = [\"08:00-09:30\"]"),
      (key: "d", body: "window = [{ start = \"08:00\", end = \"10:00\", warn = [\"30m\"] }]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 09:00")
    machine.handle(.time)
    machine.forget()
    try machine.run(to: "09:30")
    #expect(
      machine.seen == [
        "09:30 intervalWillEndWarning schedule d", "09:30 intervalDidEnd schedule c", "09:30 sessionDidEnd c",
        "09:30 intervalDidStart schedule b", "09:30 sessionDidStart b", "09:30 intervalWillStartWarning schedule a",
        "09:30 shieldDidChange",
      ])
  }

  @Test func `a stopped or skipped interval gives no warnings`() throws {
    var machine = try VirtualMachine(Self.warned, at: "2026-11-23 08:00")
    machine.command(.skip("p".profileKey))
    try machine.run(to: "13:00")
    #expect(machine.seen == [])
    try machine.run(to: "2026-11-24 10:00")
    machine.command(.stop())
    machine.forget()
    try machine.run(to: "2026-11-24 13:00")
    #expect(machine.seen == [])
  }

  @Test(
    arguments: [
      ([.skip("p".profileKey)], "08:30", "08:55"), ([.stop(), .start("p".profileKey)], "10:00", "11:55"),
    ] as [([Command], String, String)])
  func `an engine restored from its records gives no warnings for used intervals`(
    commands: [Command], time: String, later: String
  ) throws {
    var machine = try VirtualMachine(Self.warned, at: "2026-11-23 08:00")
    try machine.run(to: time)
    for command in commands { machine.command(command) }
    machine.forget()
    machine.restart()
    try machine.sleep(to: later)
    #expect(machine.seen == [])
  }

  @Test func `a clock that is set back does not repeat a warning`() throws {
    var machine = try VirtualMachine(Self.warned, at: "2026-11-23 08:00")
    try machine.run(to: "08:55")
    try machine.setClock(to: "08:45")
    try machine.run(to: "08:58")
    #expect(machine.seen.count == 1)
  }

  /// Clocks that are set forward for a while and set right again, before the window of 09:00 with its warnings of 08:50 and
  /// 08:59.
  @Test(
    arguments: [
      (at: "08:30", ahead: "2030-01-01 08:00", back: "08:31", warnings: ["08:50", "08:59"]),
      (at: "08:30", ahead: "10:00", back: "08:31", warnings: []),
      (at: "08:30", ahead: "08:55", back: "08:31", warnings: ["08:50", "08:59"]),
      (at: "08:55", ahead: "2030-01-01 08:00", back: "08:45", warnings: ["08:50", "08:59"]),
      (at: "08:55", ahead: "2030-01-01 08:00", back: "08:56", warnings: ["08:50", "08:59"]),
      (at: "08:30", ahead: "12:30", back: "08:57", warnings: ["08:50", "08:59"]),
    ])
  func `a clock that was ahead and is set right gives each warning once`(
    at time: String, ahead: String, back: String, warnings: [String]
  ) throws {
    var machine = try VirtualMachine(Self.warned, at: "2026-11-23 08:00")
    try machine.run(to: time)
    try machine.setClock(to: ahead)
    try machine.setClock(to: "2026-11-23 \(back)")
    try machine.run(to: "09:05")
    let given = machine.events.filter { $0.name == .intervalWillStartWarning }.map(\.planned).filter {
      $0 < machine.moment.wall
    }
    #expect(given == (try warnings.map { try instant("2026-11-23 \($0)", machine.zone) }))
  }

  @Test func `a clock set back, then set right between an end warning and the end, gives that warning once`()
    throws
  {
    var machine = try VirtualMachine(Self.warned, at: "2026-11-23 08:00")
    try machine.run(to: "10:00")
    try machine.setClock(to: "07:00")
    try machine.run(to: "07:30")
    machine.forget()
    try machine.setClock(to: "11:55")
    #expect(machine.seen.filter { $0.contains("Warning") } == ["11:50 intervalWillEndWarning schedule p late"])
    machine.forget()
    try machine.run(to: "12:05")
    #expect(machine.seen.filter { $0.contains("Warning") } == ["11:59 intervalWillEndWarning schedule p"])
  }

  @Test func `the times that the clock has shown are remembered across a restart`() throws {
    var machine = try VirtualMachine(Self.warned, at: "2026-11-23 08:00")
    try machine.run(to: "08:55")
    try machine.setClock(to: "2030-01-01 08:00")
    try machine.setClock(to: "2026-11-23 08:45")
    machine.forget()
    machine.restart()
    try machine.run(to: "09:05")
    #expect(machine.seen.filter { $0.contains("Warning") } == ["08:59 intervalWillStartWarning schedule p"])
  }

  @Test func `a clock that is slewed slightly back reaches to its earliest reading`() {
    func moment(_ second: Int64, boot: Int64) -> Moment {
      Moment(wall: Instant(epochSeconds: second), boot: boot * 500_000_000, bootID: "boot-1")
    }
    var sight = ClockSight(seen: Instant(epochSeconds: 0))
    sight.see(moment(1_000, boot: 0), since: nil)
    #expect(!sight.reaches(into: Instant(epochSeconds: 990), Instant(epochSeconds: 1_000)))
    sight.see(moment(999, boot: 0), since: moment(1_000, boot: 0))
    #expect(sight.stretches.count == 1)
    #expect(sight.reaches(into: Instant(epochSeconds: 990), Instant(epochSeconds: 1_000)))
    #expect(!sight.reaches(into: Instant(epochSeconds: 990), Instant(epochSeconds: 999)))
  }

  @Test func `ClockSight keeps a bounded number of stretches when the clock is set again and again`() {
    var previous: Moment?
    var sight = ClockSight(seen: Instant(epochSeconds: 0))
    for minute in 0..<100 as Range<Int64> {
      let shown = Moment(wall: Instant(epochSeconds: 60 * minute), boot: 0, bootID: "boot-\(minute)")
      var later = shown
      later.wall = Instant(epochSeconds: 60 * minute + 30)
      later.boot = 30 * Nanoseconds.perSecond
      sight.see(shown, since: previous)
      sight.see(later, since: shown)
      previous = later
    }
    #expect(sight.stretches.count == ClockSight.maximumStretches)
    #expect(sight.reaches(into: Instant(epochSeconds: 5_950), Instant(epochSeconds: 5_951)))
    #expect(!sight.reaches(into: Instant(epochSeconds: 5_971), Instant(epochSeconds: 6_000)))
    sight.see(Moment(wall: Instant(epochSeconds: -864_000), boot: 0, bootID: "last"), since: previous)
    #expect(sight.stretches.count == 1)
  }
}
