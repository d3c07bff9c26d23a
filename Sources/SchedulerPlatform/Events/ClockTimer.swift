import CSchedulerLinux
import Glibc
import SchedulerCivilTime

/// A timer that expires when a clock reaches a time; see timerfd_create(2).
///
/// An armed timer costs nothing until it expires. It does not wake a suspended machine: it expires when the machine is
/// awake again.
public struct ClockTimer: Sendable {
  /// The event read from a timer.
  public enum Reading: Hashable, Sendable {
    /// No event: the timer was armed again or read before.
    case nothing
    /// The clock has reached the time for which the timer was armed.
    case expired
    /// The wall clock was set. The timer must be armed again.
    case clockWasSet
  }

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
    do throws(SystemError) {
      try arm(second: second, nanosecond: 0)
      return false
    } catch {
      guard error.code == ECANCELED else { throw error }
      try arm(second: second, nanosecond: 0, isRepeated: true)
      return true
    }
  }

  /// Arms a timer of CLOCK_BOOTTIME for a reading in nanoseconds. It expires at once if that is past, and never for
  /// nil.
  ///
  /// - Throws: the error of timerfd_settime(2).
  public func arm(atBoot nanoseconds: Int64?) throws(SystemError) {
    guard let nanoseconds else { return try arm(second: 0, nanosecond: 0) }
    let (second, rest) = max(nanoseconds, 1).quotientAndRemainder(dividingBy: 1_000_000_000)
    try arm(second: second, nanosecond: rest)
  }

  /// Reads the event of the timer, which is returned only once.
  ///
  /// - Throws: the error of read(2), except the one that reports that the clock was set.
  public func read() throws(SystemError) -> Reading {
    do throws(SystemError) {
      return try SystemError.check { schedctl_timer_read(descriptor.number) } > 0 ? .expired : .nothing
    } catch {
      guard error.code == ECANCELED else { throw error }
      return .clockWasSet
    }
  }

  /// The year 2200. The kernel counts nanoseconds in 64 bits, which end in 2262.
  private static let never: Int64 = 7_258_118_400

  /// Arms the timer.
  ///
  /// - Parameter isRepeated: whether to ignore that the clock was set.
  private func arm(second: Int64, nanosecond: Int64, isRepeated: Bool = false) throws(SystemError) {
    do throws(SystemError) {
      _ = try SystemError.check {
        schedctl_timer_arm(descriptor.number, second, nanosecond, tellsOfSetting ? 1 : 0)
      }
    } catch {
      guard isRepeated, error.code == ECANCELED else { throw error }
    }
  }
}
