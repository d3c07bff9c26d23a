import Scheduler
import SchedulerCivilTime

/// When what failed is tried again: after a second, then after twice as long each time, up to a minute.
public struct RetryPause: Hashable, Sendable {
  private static let shortest: Int64 = 1_000_000_000
  private static let longest: Int64 = 64_000_000_000

  /// What CLOCK_BOOTTIME shows then; nil while nothing failed.
  public private(set) var nextBoot: Int64?
  private var pause = Self.shortest

  /// Nothing failed yet.
  public init() {}

  /// Something failed at this reading of CLOCK_BOOTTIME, in nanoseconds. What is tried before its time does
  /// not put it off.
  public mutating func noteFailure(atBoot boot: Int64) {
    if let nextBoot, boot < nextBoot { return }
    nextBoot = boot + pause
    pause = min(pause * 2, Self.longest)
  }

  /// Everything worked.
  public mutating func noteSuccess() { self = RetryPause() }
}

extension NextDeadline {
  /// So many nanoseconds are between an evaluation and the next one where nothing else happens: a second.
  private static let leastDistance: Int64 = 1_000_000_000

  /// What to wait for behind an evaluation at a moment: this, but a second where it is not ahead. An evaluation that
  /// did not do what was due would else be repeated without a pause.
  func spaced(after moment: Moment) -> NextDeadline {
    nanoseconds(after: moment) == 0 ? NextDeadline(wall: nil, boot: moment.boot + Self.leastDistance) : self
  }
}
