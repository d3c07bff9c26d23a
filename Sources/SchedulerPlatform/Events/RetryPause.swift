/// The pauses between attempts after a failure: one second, then twice as long each time, up to about a minute.
public struct RetryPause: Hashable, Sendable {
  private static let shortest: Int64 = 1_000_000_000
  private static let longest: Int64 = 64_000_000_000

  /// The reading of CLOCK_BOOTTIME at the next attempt; nil if the last attempt succeeded.
  public private(set) var nextBoot: Int64?
  private var pause = Self.shortest

  /// Creates a pause without failures.
  public init() {}

  /// Records a failure at a reading of CLOCK_BOOTTIME, in nanoseconds. A failure before the planned attempt does not
  /// postpone that attempt.
  public mutating func noteFailure(atBoot boot: Int64) {
    if let nextBoot, boot < nextBoot { return }
    nextBoot = boot + pause
    pause = min(pause * 2, Self.longest)
  }

  /// Records a success.
  public mutating func noteSuccess() { self = RetryPause() }
}
