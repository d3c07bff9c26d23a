import Scheduler
import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import SchedulerDaemon

/// When the loop wakes up by itself.
@Suite struct DeadlineTests {
  @Test func `before the first evaluation the loop is due at once, afterwards at the next edge`() throws {
    let text = """
      timezone = "Europe/Berlin"
      [profile.a]
      block.domains = ["a.example"]
      window = ["09:00-17:00"]
      """
    var files = SimulatedFileSystem()
    let clock = VirtualClock(VirtualDay.start)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration(text)), in: &files)
    #expect(DaemonLoop(engine).deadline.nanoseconds(after: clock.moment) == 0)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    #expect(clock.second(of: DaemonLoop(engine).deadline) == Int64(32_400), "the start of the window")
  }

  private static let second: Int64 = 1_000_000_000

  /// Seconds from the moment of the evaluation by either clock, and what is waited for.
  private static let deadlines: [(wall: Int64?, boot: Int64?, isKept: Bool)] = [
    (nil, nil, true), (1, nil, true), (nil, 1, true), (3, 2, true), (0, nil, false), (nil, 0, false), (-5, nil, false),
    (nil, -5, false), (-1, 9, false), (9, -1, false), (9, 0, false),
  ]

  @Test(arguments: deadlines)
  func `a deadline that is still due after an evaluation moves to one second later; others stay`(
    wall: Int64?, boot: Int64?, isKept: Bool
  ) {
    let clock = VirtualClock(VirtualDay.start)
    clock.advance(to: 100)
    let moment = clock.moment
    let deadline = NextDeadline(
      wall: wall.map(moment.wall.adding(seconds:)), boot: boot.map { moment.boot + $0 * Self.second })
    let later = NextDeadline(wall: nil, boot: 101 * Self.second)
    #expect(deadline.spaced(after: moment) == (isKept ? deadline : later))
    #expect(deadline.spaced(after: moment).nanoseconds(after: moment) != 0)
  }
}
