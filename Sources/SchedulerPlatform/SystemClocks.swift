import CSchedulerLinux
import Glibc
import SchedulerCivilTime

/// The machine's clocks. Only the outermost layer reads them and passes the reading on as a value.
public enum SystemClocks {
  /// Reads CLOCK_REALTIME, CLOCK_BOOTTIME and the boot identifier.
  ///
  /// - Throws: the error of the system if `/proc/sys/kernel/random/boot_id` cannot be read.
  public static func moment() throws(FileSystemError) -> Moment {
    let bootID = try FileReader().read("/proc/sys/kernel/random/boot_id", limit: 64)
    return moment(inBoot: String(decoding: bootID.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
  }

  /// Reads both clocks, with a known boot identifier, which is constant for the life of a process.
  public static func moment(inBoot bootID: String) -> Moment {
    let wall = reading(of: CLOCK_REALTIME)
    return Moment(
      wall: Instant(epochSeconds: Int64(wall.tv_sec)), nanosecond: Int64(wall.tv_nsec), boot: boot(), bootID: bootID)
  }

  /// Reads CLOCK_BOOTTIME, in nanoseconds.
  public static func boot() -> Int64 { nanoseconds(of: CLOCK_BOOTTIME) }

  /// Reads CLOCK_MONOTONIC, in nanoseconds. It stands still while the machine is suspended.
  public static func monotonic() -> Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

  /// The time in which the machine was suspended since it started, in nanoseconds: the difference of CLOCK_BOOTTIME and
  /// CLOCK_MONOTONIC, which are read one after the other.
  public static func suspended() -> Int64 {
    let monotonic = reading(of: CLOCK_MONOTONIC)
    return max(0, boot() - Int64(monotonic.tv_sec) * 1_000_000_000 - Int64(monotonic.tv_nsec))
  }

  /// Reads CLOCK_REALTIME, truncated to whole seconds.
  public static func now() -> Instant { Instant(epochSeconds: Int64(reading(of: CLOCK_REALTIME).tv_sec)) }

  /// Whether the kernel considers the wall clock synchronised, as NTP daemons report it; see adjtimex(2).
  public static func isSynchronised() -> Bool { schedctl_clock_is_synchronised() != 0 }

  /// Reads the hardware clock, which runs while the machine is off, as UTC; nil if there is none. A clock that is set
  /// to local time differs by the offset of its zone.
  public static func hardware() -> Instant? {
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible("/sys/class/rtc/rtc0/since_epoch", limit: 32)
    let digits = bytes.map { String(decoding: $0.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self) }
    return digits.flatMap { Int64($0) }.map(Instant.init(epochSeconds:))
  }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    let time = reading(of: clock)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func reading(of clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}

/// Waiting for a process that sends no notification.
public enum Pause {
  /// Waits without using the processor. A signal may end the wait early.
  public static func wait(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// Waits until a reading of CLOCK_BOOTTIME, in nanoseconds.
  public static func wait(untilBoot boot: Int64) {
    while SystemClocks.boot() < boot {
      wait(milliseconds: Int32(clamping: (boot - SystemClocks.boot()) / 1_000_000 + 1))
    }
  }
}
