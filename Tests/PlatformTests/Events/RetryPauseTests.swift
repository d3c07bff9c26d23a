import Testing

@testable import SchedulerPlatform

/// When a failed write is tried again.
@Suite struct RetryPauseTests {
  private static let second: Int64 = 1_000_000_000

  @Test func `the pause between attempts doubles up to 64 seconds, and starts again after a success`() {
    var pause = RetryPause()
    var boot: Int64 = 5
    var waits: [Int64] = []
    for _ in 0..<9 {
      pause.noteFailure(atBoot: boot)
      let next = pause.nextBoot ?? boot
      waits.append((next - boot) / Self.second)
      boot = next
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 64, 64])
    pause.noteSuccess()
    #expect(pause.nextBoot == nil)
    pause.noteFailure(atBoot: boot)
    #expect(pause.nextBoot == boot + Self.second)
  }

  @Test func `a failure before the planned attempt neither postpones it nor lengthens the pause after it`() {
    var pause = RetryPause()
    pause.noteFailure(atBoot: 0)
    for early in [1, Self.second / 2, Self.second - 1] {
      pause.noteFailure(atBoot: early)
      #expect(pause.nextBoot == Self.second)
    }
    pause.noteFailure(atBoot: Self.second)
    #expect(pause.nextBoot == 3 * Self.second)
  }
}
