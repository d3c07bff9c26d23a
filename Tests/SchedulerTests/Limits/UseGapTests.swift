import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Gaps in the measurement of use: what history has of them, and what they add up to.
@Suite struct UseGapTests {
  private static let programs = UseReport.runningPrograms

  private func machine() throws -> VirtualMachine {
    try LimitTests.machine("apps = [\"steam\"]\nuse = \"5h\"")
  }

  private func gaps(_ machine: VirtualMachine) -> [String] {
    machine.events.filter { $0.name == .useGapDidStart || $0.name == .useGapDidEnd }.map { event in
      "\(event.name) \(event.user ?? "") \(event.start ?? event.planned)\(event.isLate ? " late" : "")"
    }
  }

  /// Reports running programs every 30 seconds, as the daemon does.
  private func look(_ machine: inout VirtualMachine, seconds: Int64) {
    for _ in 0..<seconds / 30 {
      machine.use("steam", source: Self.programs)
      machine.run(seconds: 30)
    }
    machine.use("steam", source: Self.programs)
  }

  @Test func `a gap is noted after a minute with its beginning, and once, until use is measured again`() throws {
    var machine = try machine()
    machine.use("steam")
    look(&machine, seconds: 30)
    #expect(gaps(machine) == [])
    look(&machine, seconds: 600)
    #expect(gaps(machine) == ["useGapDidStart kim 2026-11-23T09:00:00Z"])
    machine.use("steam", source: "sway")
    machine.use(nil, source: "sway")
    #expect(
      gaps(machine) == ["useGapDidStart kim 2026-11-23T09:00:00Z", "useGapDidEnd kim 2026-11-23T09:10:30Z"])
  }

  @Test(arguments: [nil, "sway"]) func `an agent that restarts makes no gap`(source: String?) throws {
    var machine = try machine()
    for _ in 0..<10 {
      machine.use("steam", source: "sway")
      machine.use(nil, source: nil)
      look(&machine, seconds: 30)
      machine.use("steam", source: source)
    }
    #expect(gaps(machine) == [])
  }

  @Test func `other programs that run continue a gap`() throws {
    var machine = try machine()
    machine.use("steam", source: Self.programs)
    machine.run(seconds: 40)
    machine.use("mail", source: Self.programs)
    machine.run(seconds: 30)
    machine.use("mail", source: Self.programs)
    #expect(gaps(machine) == ["useGapDidStart kim 2026-11-23T09:00:00Z"])
  }

  @Test func `a gap ends at a suspension, whose time is no gap, and another one may begin after it`() throws {
    var machine = try machine()
    look(&machine, seconds: 120)
    machine.pass(3_600)
    machine.handle(.suspension(Nanoseconds.of(seconds: 3_600)))
    look(&machine, seconds: 30)
    #expect(gaps(machine).suffix(1) == ["useGapDidEnd kim 2026-11-23T09:02:00Z late"])
    look(&machine, seconds: 30)
    #expect(gaps(machine).suffix(1) == ["useGapDidStart kim 2026-11-23T10:02:00Z"])
  }

  @Test func `a clean stop ends a gap, and so does a person who leaves`() throws {
    var machine = try machine()
    look(&machine, seconds: 120)
    #expect(machine.engine.hasUseGap(of: "kim") && !machine.engine.hasUseGap(of: "lee"))
    machine.handle(.useEnds)
    machine.restart()
    machine.run(seconds: 60)
    machine.handle(.useEnds)
    #expect(gaps(machine).suffix(1) == ["useGapDidEnd kim 2026-11-23T09:02:00Z"] && gaps(machine).count == 2)
    look(&machine, seconds: 120)
    machine.use(nil, source: nil)
    #expect(gaps(machine).count == 4)
    #expect(!machine.engine.hasUseGap(of: "kim"))
  }

  @Test func `after a crash of the machine a gap has the end that was last stored, up to ten minutes before`() throws {
    var machine = try machine()
    look(&machine, seconds: 1_500)
    machine.restart()
    machine.run(seconds: 36_000)
    machine.handle(.useEnds)
    #expect(
      gaps(machine) == ["useGapDidStart kim 2026-11-23T09:00:00Z", "useGapDidEnd kim 2026-11-23T09:21:00Z late"])
    #expect(!machine.engine.hasUseGap(of: "kim"))
  }

  @Test func `a clock that is set during a gap moves neither edge`() throws {
    var machine = try machine()
    look(&machine, seconds: 120)
    try machine.setClock(to: "2026-11-23 14:00")
    machine.use("steam", source: "sway")
    #expect(
      gaps(machine) == ["useGapDidStart kim 2026-11-23T09:00:00Z", "useGapDidEnd kim 2026-11-23T13:00:00Z"])
  }

  /// An entry of history, with its number and its time in seconds.
  private func entry(_ number: Int64, _ name: EventName, at second: Int64, user: String = "kim") throws
    -> HistoryRecord
  {
    let time = Instant(epochSeconds: second)
    return try #require(
      HistoryRecord(
        line: Array(
          #"{"sequence":\#(number),"event":"\#(name)","planned":"\#(time)","delivered":"\#(time)","user":"\#(user)"}"#
            .utf8)))
  }

  private func sum(
    _ entries: [HistoryRecord], from start: Int64 = 1_000, to end: Int64 = 2_000, now: Int64 = 9_000,
    isOpen: Bool = false
  ) -> Int64 {
    var gaps = UseGaps(of: "kim", isOpen: isOpen)
    for entry in entries.reversed() { gaps.add(entry) }
    return gaps.seconds(
      from: Instant(epochSeconds: start), to: Instant(epochSeconds: end), now: Instant(epochSeconds: now))
  }

  @Test func `the seconds of gaps are cut at the edges of a period, and at the present`() throws {
    let gap = try [entry(1, .useGapDidStart, at: 900), entry(2, .useGapDidEnd, at: 1_100)]
    #expect(sum(gap) == 100)
    let noted =
      #"{"sequence":1,"event":"useGapDidStart","planned":"1970-01-01T00:16:00Z","start":"1970-01-01T00:15:00Z","user":"kim"}"#
    #expect(sum(try [#require(HistoryRecord(line: Array(noted.utf8))), gap[1]], from: 0) == 200)
    #expect(sum(gap, from: 0, to: 5_000) == 200)
    #expect(sum(gap, from: 1_100) == 0)
    #expect(sum(try gap + [entry(3, .useGapDidStart, at: 1_950)]) == 150)
    #expect(sum(try [entry(3, .useGapDidStart, at: 1_950)], now: 1_960) == 10)
    #expect(sum(try [entry(3, .useGapDidStart, at: 1_950, user: "lee")]) == 0)
  }

  @Test func `a gap without one of its edges is as long as is certain`() throws {
    #expect(sum(try [entry(7, .useGapDidEnd, at: 1_300)]) == 300)
    let two = try [entry(7, .useGapDidStart, at: 1_300), entry(9, .useGapDidStart, at: 1_400)]
    #expect(sum(two, now: 1_450) == 150)
    #expect(sum([], isOpen: true) == 1_000, "its start was removed from history")
    #expect(sum(try [entry(7, .useGapDidStart, at: 1_900)], isOpen: true) == 100)
  }

  @Test func `a clock that was set back gives no negative gap`() throws {
    #expect(sum(try [entry(1, .useGapDidStart, at: 1_500), entry(2, .useGapDidEnd, at: 1_200)]) == 0)
  }
}
