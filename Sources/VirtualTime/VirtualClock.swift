import CVirtualClock

/// A clock that stands still until it is set, and that replaces the system's clocks on a thread.
///
/// Inside `within`, the clock functions of the C library return the time of this clock on the calling thread. Dates, the
/// clocks of Swift, `DispatchTime.now()`, `CFAbsoluteTimeGetCurrent()` and `ProcessInfo.processInfo.systemUptime` call
/// those functions, so they show this time too.
///
/// ```swift
/// let clock = VirtualClock()
/// clock.set(wall: 1_800_000_000_000_000_000, boot: 0, monotonic: 0)
/// clock.within { Date().timeIntervalSince1970 }  // 1800000000
/// ```
///
/// The clock does not reach other threads: a task or a block that the body starts reads real time. Timers and sleeps
/// wait in real time. A thread that sleeps inside of the body then reads a time later by the length of its sleep. A wait with a deadline inside of the body, such as `DispatchSemaphore.wait(timeout:)`, compares a
/// virtual deadline with a real clock, so that it may end at once or never.
public final class VirtualClock: Sendable {
  /// The address of the clock, which lives outside of Swift because the C functions read it.
  private let address: UInt

  /// Creates a clock that shows 1970, on a device that has just started.
  public init() {
    address = virtual_clock_create()
    precondition(address != 0, "memory is short")
  }

  deinit { virtual_clock_destroy(address) }

  /// Sets the clock. Threads that read it meanwhile see the old or the new value of each.
  ///
  /// - Parameters:
  ///   - wall: nanoseconds since 1970-01-01T00:00:00Z, the present of dates. Negative before that.
  ///   - boot: nanoseconds since the device started, which `ContinuousClock` shows.
  ///   - monotonic: nanoseconds since the device started without those asleep, which `SuspendingClock` and
  ///     `DispatchTime` show.
  public func set(wall: Int64, boot: Int64, monotonic: Int64) {
    virtual_clock_set(address, wall, boot, monotonic)
  }

  /// Runs `body` with this clock in place of the system's on the calling thread. A clock that was in place before is
  /// put back afterwards, so that calls may nest.
  public func within<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = virtual_clock_install(virtual_clock_view(clock: address, slept: 0))
    defer { _ = virtual_clock_install(before) }
    return try withExtendedLifetime(self) { () throws(Failure) -> Result in try body() }
  }

  /// Runs `body` in real time on the calling thread, whatever clock is in place. Calls may nest.
  public static func withoutAny<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = virtual_clock_install(virtual_clock_view(clock: 0, slept: 0))
    defer { _ = virtual_clock_install(before) }
    return try body()
  }
}
