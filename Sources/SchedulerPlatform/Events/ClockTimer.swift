import CSchedulerLinux
import Glibc
import SchedulerCivilTime

/// Wakes when a clock shows something; see timerfd_create(2).
///
/// Without a deadline, and until it, it costs nothing. It does not wake a machine that sleeps: it expires when the machine
/// is awake again.
public struct ClockTimer: Sendable {
  /// What is there to read of a timer.
  public enum Reading: Hashable, Sendable {
    /// Nothing: it was armed anew, or read before.
    case nothing
    /// Its clock shows what it was armed for, or more.
    case expired
    /// Somebody set the wall clock; it is to be armed anew.
    case clockWasSet
  }

  /// Can be read when the timer has something to tell.
  public let descriptor: OpenDescriptor
  private let tellsOfSetting: Bool

  private init(_ clock: clockid_t, tellsOfSetting: Bool) throws(SystemError) {
    descriptor = try OpenDescriptor.opened { schedctl_timer(clock) }
    self.tellsOfSetting = tellsOfSetting
  }

  /// A timer of CLOCK_REALTIME, which also tells of that clock being set (TFD_TIMER_CANCEL_ON_SET) once it was armed.
  ///
  /// - Throws: the error of timerfd_create(2), such as EMFILE.
  public static func wall() throws(SystemError) -> ClockTimer {
    try ClockTimer(CLOCK_REALTIME, tellsOfSetting: true)
  }

  /// A timer of CLOCK_BOOTTIME, which runs on while the machine sleeps and which nobody sets.
  ///
  /// - Throws: the error of timerfd_create(2), such as EMFILE.
  public static func boot() throws(SystemError) -> ClockTimer {
    try ClockTimer(CLOCK_BOOTTIME, tellsOfSetting: false)
  }

  /// Lets a timer of the wall clock expire at an instant, at once when that is past; for nil it only tells of the clock
  /// being set.
  ///
  /// - Returns: whether the clock was set since it was armed before. It is armed then, too.
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

  /// Lets a timer of CLOCK_BOOTTIME expire when that shows so many nanoseconds, at once when it does already; never for nil.
  ///
  /// - Throws: the error of timerfd_settime(2).
  public func arm(atBoot nanoseconds: Int64?) throws(SystemError) {
    guard let nanoseconds else { return try arm(second: 0, nanosecond: 0) }
    let (second, rest) = max(nanoseconds, 1).quotientAndRemainder(dividingBy: 1_000_000_000)
    try arm(second: second, nanosecond: rest)
  }

  /// What there is to tell, once.
  ///
  /// - Throws: the error of read(2), but for the one that tells of the clock.
  public func read() throws(SystemError) -> Reading {
    do throws(SystemError) {
      return try SystemError.check { schedctl_timer_read(descriptor.number) } > 0 ? .expired : .nothing
    } catch {
      guard error.code == ECANCELED else { throw error }
      return .clockWasSet
    }
  }

  /// The year 2200: the kernel counts nanoseconds in 64 bits, which end in 2262.
  private static let never: Int64 = 7_258_118_400

  /// - Parameter isRepeated: whether a clock that was set meanwhile is no news.
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
