import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

@Suite struct AttemptMergerTests {
  private static let file = ExecutableFile(device: 1, number: 1)
  private static let second: Int64 = 1_000_000_000

  /// A second event after one of process 10 with start time 5.
  @Test(
    arguments: [
      (10, 5, 1, 1, false), (10, 5, 1, second - 1, false), (10, 5, 1, second, true), (10, nil, 1, 1, false),
      (10, 6, 1, 1, true), (11, 5, 1, 1, true), (10, 5, 2, 1, true),
    ] as [(Int32, UInt64?, UInt64, Int64, Bool)])
  func `events of one process for one file within a second are one attempt`(
    process: Int32, startTime: UInt64?, number: UInt64, after: Int64, isNew: Bool
  ) {
    var merger = AttemptMerger()
    let start: Int64 = 100 * Self.second
    let first = merger.isNew(process: 10, startTime: 5, file: Self.file, boot: start)
    let file = ExecutableFile(device: 1, number: number)
    let second = merger.isNew(process: process, startTime: startTime, file: file, boot: start + after)
    #expect(first)
    #expect(second == isNew)
  }

  @Test func `a process that tries all the time makes an attempt each second`() {
    var merger = AttemptMerger()
    let count = (0..<100).count {
      merger.isNew(process: 10, startTime: 5, file: Self.file, boot: 7 * Self.second + Int64($0) * Self.second / 10)
    }
    #expect(count == 10)
  }
}
