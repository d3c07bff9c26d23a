import SchedulerPlatform

/// Makes one attempt of the events that one start causes.
///
/// dash and Python try each directory of `$PATH`, and some shells try a failed start again, so that one start is two
/// events or more. Events of one process for one file within a second of the first one are one attempt.
struct AttemptMerger: Sendable {
  private struct Key: Hashable {
    let process: Int32
    let file: ExecutableFile
  }

  private struct Start {
    let boot: Int64
    let startTime: UInt64?
  }

  private var starts: [Key: Start] = [:]
  private var lastPruning: Int64 = 0

  /// The time in which events belong together, in nanoseconds.
  static let span: Int64 = 1_000_000_000

  /// Returns whether an event begins an attempt. Events are passed in the order of their times.
  ///
  /// - Parameter startTime: the start time of the process; nil if it has ended. Then the number of the process decides
  ///   alone: a number is not reused within a second, unless more processes than `kernel.pid_max` start in it.
  mutating func isNew(process: Int32, startTime: UInt64?, file: ExecutableFile, boot: Int64) -> Bool {
    if boot - lastPruning >= Self.span {
      starts = starts.filter { boot - $0.value.boot < Self.span }
      lastPruning = boot
    }
    let key = Key(process: process, file: file)
    if let start = starts[key], boot - start.boot < Self.span {
      guard let startTime, let known = start.startTime, startTime != known else { return false }
    }
    starts[key] = Start(boot: boot, startTime: startTime)
    return true
  }
}
