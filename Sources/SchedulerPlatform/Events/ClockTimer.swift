import CSchedulerLinux
import Glibc
import SchedulerCivilTime

/// A timer that expires when a clock reaches a time; see timerfd_create(2).
///
/// An armed timer costs nothing until it expires. It does not wake a suspended machine: it expires when the machine is
/// awake again.
public struct ClockTimer: Sendable {
  /// The descriptor, readable when the timer has an event.
  public let descriptor: OpenDescriptor
  private let tellsOfSetting: Bool

  private init(_ clock: clockid_t, tellsOfSetting: Bool) throws(SystemError) {
    descriptor = try OpenDescriptor.opened { schedctl_timer(clock) }
    self.tellsOfSetting = tellsOfSetting
  }

  /// Creates a timer of CLOCK_REALTIME. Once armed, it also reports when that clock is set (TFD_TIMER_CANCEL_ON_SET).
  ///
  /// - Throws: the error of timerfd_create(2), such as EMFILE.
  public static func wall() throws(SystemError) -> ClockTimer {
    try ClockTimer(CLOCK_REALTIME, tellsOfSetting: true)
  }

  /// Creates a timer of CLOCK_BOOTTIME, which advances during suspend and cannot be set.
  ///
  /// - Throws: the error of timerfd_create(2), such as EMFILE.
  public static func boot() throws(SystemError) -> ClockTimer {
    try ClockTimer(CLOCK_BOOTTIME, tellsOfSetting: false)
  }

  /// Arms a timer of the wall clock for an instant. It expires at once if the instant is past. With nil it only reports
  /// when the clock is set.
  ///
  /// - Returns: whether the clock was set since the timer was last armed. The timer is armed in that case as well.
  /// - Throws: the error of timerfd_settime(2).
  public func arm(at instant: Instant?) throws(SystemError) -> Bool {
    let second = instant.map { min(max($0.epochSeconds, 1), Self.never) } ?? Self.never
    if try arm(second: second, nanosecond: 0) { return false }
    _ = try arm(second: second, nanosecond: 0)
    return true
  }

  /// Arms a timer of CLOCK_BOOTTIME for a reading in nanoseconds. It expires at once if that is past, and never for
  /// nil.
  ///
  /// - Throws: the error of timerfd_settime(2).
  public func arm(atBoot nanoseconds: Int64?) throws(SystemError) {
    let time = nanoseconds.map { max($0, 1).quotientAndRemainder(dividingBy: 1_000_000_000) }
    _ = try arm(second: time?.quotient ?? 0, nanosecond: time?.remainder ?? 0)
  }

  /// Whether the timer has expired, or the wall clock was set; then the timer must be armed again. Returned only once.
  ///
  /// - Throws: the error of read(2), except the one that reports that the clock was set.
  public func read() throws(SystemError) -> Bool {
    try SystemError.check(unless: ECANCELED) { schedctl_timer_read(descriptor.number) } != 0
  }

  /// The year 2200. The kernel counts nanoseconds in 64 bits, which end in 2262.
  private static let never: Int64 = 7_258_118_400

  /// Arms the timer. Returns false if the clock was set since it was last armed.
  private func arm(second: Int64, nanosecond: Int64) throws(SystemError) -> Bool {
    try SystemError.check(unless: ECANCELED) {
      schedctl_timer_arm(descriptor.number, second, nanosecond, tellsOfSetting ? 1 : 0)
    } != nil
  }
}
