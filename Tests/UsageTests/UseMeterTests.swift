import Scheduler
import SchedulerCivilTime
import TestSupport
import Testing

@testable import SchedulerUsage

/// How focus, idleness and lock become spans of use.
@Suite struct UseMeterTests {
  private static let second: Int64 = 1_000_000_000

  /// A meter with its clocks, in seconds.
  private struct Bench {
    var meter = UseMeter()
    var spans: [UseSpan] = []
    /// The seconds for which the machine was suspended, or the wall clock was set forward.
    var jump: Int64 = 0

    func moment(_ seconds: Int64) -> UseMoment {
      UseMoment(
        wall: Instant(epochSeconds: 1_000_000 + seconds + jump), monotonic: seconds * second,
        boot: (seconds + jump) * second)
    }

    mutating func observe(_ observation: UseObservation, at seconds: Int64) {
      spans += meter.observe(observation, at: moment(seconds))
    }

    /// The target, the beginning and the length of each span, in seconds, up to a time.
    mutating func words(until seconds: Int64) -> [String] {
      spans += meter.cut(at: moment(seconds))
      return spans.map {
        "\($0.target.name ?? "") \($0.start.epochSeconds - 1_000_000) \($0.nanoseconds / second)"
      }
    }
  }

  private static func target(_ name: String) -> UsedTarget {
    UsedTarget(application: ApplicationIdentity(desktopIDs: [name]))
  }

  private static func started() -> Bench {
    var bench = Bench()
    bench.observe(.active, at: 0)
    bench.observe(.focus(target("a")), at: 0)
    return bench
  }

  @Test func `the use of an application is added up under its desktop ID, or else its file name`() {
    #expect(UsedTarget(application: ApplicationIdentity(desktopIDs: ["b", "a"], paths: ["/usr/bin/x"])).name == "a")
    #expect(UsedTarget(application: ApplicationIdentity(paths: ["/usr/bin/x"])).name == "x")
    #expect(UsedTarget(application: ApplicationIdentity()).name == nil)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `use is returned soon after it began, if it is divided when that is due`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bench = Self.started()
    let patience: Int64 = seed % 2 == 0 ? 60 : 200
    bench.meter.patience = patience * Self.second
    var (next, divisionCount) = (Int64(5), 0)
    for second in 1...7_200 as ClosedRange<Int64> {
      if second == next {
        let name = ["a", "b", nil].randomElement(using: &random) ?? nil
        bench.observe(.focus(name.map(Self.target)), at: second)
        next += [1, 20, 70, 230, 250, 600].randomElement(using: &random) ?? 1
      }
      let due = bench.meter.nextDivision(partLength: 240 * Self.second)
      #expect((due != nil) == (bench.meter.oldestUse != nil))
      if let due, due <= second * Self.second {
        bench.spans += bench.meter.divide(at: bench.moment(second))
        divisionCount += 1
        #expect(bench.meter.nextDivision(partLength: 240 * Self.second).map { $0 > second * Self.second } ?? true)
      }
      guard let oldest = bench.meter.oldestUse else { continue }
      #expect(second * Self.second - oldest <= (240 + 2 * patience) * Self.second, "seed \(seed)")
    }
    #expect((1...60).contains(divisionCount), "\(divisionCount)")
  }

  @Test(arguments: [60, 200] as [Int64]) func `a use that continues is divided every four minutes`(patience: Int64) {
    var bench = Self.started()
    bench.meter.patience = patience * Self.second
    var times: [Int64] = []
    while let due = bench.meter.nextDivision(partLength: 240 * Self.second), due <= 1_200 * Self.second {
      times.append(due / Self.second)
      #expect(bench.meter.divide(at: bench.moment(due / Self.second)).map(\.nanoseconds) == [240 * Self.second])
    }
    #expect(times == [1, 2, 3, 4].map { patience + $0 * 240 }.filter { $0 <= 1_200 })
  }

  @Test func `a long use is returned in parts, from which an idleness can still take the last minute`() {
    var bench = Self.started()
    #expect(bench.meter.divide(at: bench.moment(60)) == [])
    #expect(bench.meter.divide(at: bench.moment(300)).map(\.nanoseconds) == [240 * Self.second])
    #expect(bench.meter.divide(at: bench.moment(600)).map(\.nanoseconds) == [300 * Self.second])
    bench.observe(.idle(since: 580 * Self.second), at: 640)
    #expect(bench.words(until: 700) == ["a 540 40"])
  }

  @Test func `a change of the focus ends a span and begins the next one`() {
    var bench = Self.started()
    bench.observe(.focus(Self.target("b")), at: 10)
    bench.observe(.focus(nil), at: 12)
    bench.observe(.focus(Self.target("a")), at: 20)
    #expect(bench.words(until: 25) == ["a 0 10", "b 10 2", "a 20 5"])
    #expect(bench.words(until: 30) == ["a 0 10", "b 10 2", "a 20 5", "a 25 5"])
  }

  @Test func `idleness takes off the time since it began, also from spans of other windows that ended meanwhile`() {
    var bench = Self.started()
    bench.observe(.focus(Self.target("b")), at: 100)
    bench.observe(.focus(Self.target("c")), at: 130)
    bench.observe(.idle(since: 90 * Self.second), at: 150)
    bench.observe(.active, at: 200)
    #expect(bench.words(until: 210) == ["a 0 90", "c 200 10"])
  }

  @Test func `idleness cannot begin before the person has returned`() {
    var bench = Self.started()
    bench.observe(.idle(since: 0), at: 60)
    bench.observe(.active, at: 70)
    bench.observe(.idle(since: 20 * Self.second), at: 80)
    #expect(bench.words(until: 90) == [])
    bench = Self.started()
    bench.observe(.locked(true), at: 50)
    bench.observe(.locked(false), at: 55)
    bench.observe(.idle(since: 30 * Self.second), at: 90)
    #expect(bench.words(until: 100) == ["a 0 30"])
  }

  @Test func `nothing is counted while the session is locked or a source is missing`() {
    var bench = Self.started()
    bench.observe(.locked(true), at: 5)
    bench.observe(.focus(Self.target("b")), at: 6)
    bench.observe(.locked(false), at: 9)
    bench.observe(.focusIsUnknown(since: 12 * Self.second), at: 17)
    bench.observe(.focus(Self.target("b")), at: 20)
    bench.observe(.idlenessIsUnknown(since: 25 * Self.second), at: 25)
    #expect(bench.meter.state == nil)
    bench.observe(.active, at: 30)
    #expect(bench.words(until: 31) == ["a 0 5", "b 9 3", "b 20 5", "b 30 1"])
  }

  @Test func `a suspend and a step of the wall clock end a span, and are not counted`() {
    var bench = Self.started()
    bench.jump = 3600
    bench.spans += bench.meter.advance(to: bench.moment(10))
    bench.jump = 0
    bench.observe(.focus(Self.target("b")), at: 15)
    #expect(bench.words(until: 16) == ["a 0 10", "a 3610 5", "b 15 1"])
  }

  @Test func `a span is returned when no idleness can take anything from it`() {
    var bench = Self.started()
    bench.observe(.focus(Self.target("b")), at: 10)
    bench.spans += bench.meter.advance(to: bench.moment(69))
    #expect(bench.spans == [])
    bench.spans += bench.meter.advance(to: bench.moment(70))
    #expect(bench.spans.map(\.nanoseconds) == [10 * Self.second])
  }

  @Test func `a clock that stands still or goes back makes no time`() {
    var bench = Self.started()
    bench.observe(.focus(Self.target("b")), at: 10)
    bench.observe(.focus(Self.target("c")), at: 4)
    bench.observe(.idle(since: 100 * Self.second), at: 12)
    #expect(bench.words(until: 13).first == "a 0 10")
    #expect(bench.spans.allSatisfy { $0.nanoseconds > 0 && $0.target != Self.target("b") })
  }

  @Test func `a flood of changes is not kept in memory without end`() {
    var bench = Self.started()
    for tick in 1...6000 {
      var moment = bench.moment(0)
      moment.monotonic = Int64(tick) * 1_000_000
      bench.spans += bench.meter.observe(.focus(Self.target("\(tick % 2)")), at: moment)
    }
    #expect(bench.spans.count == 6000 - 4096)
  }
}
