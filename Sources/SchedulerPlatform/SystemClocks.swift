import CSchedulerLinux
import Glibc
import SchedulerCivilTime

/// The machine's clocks. Only the outermost layer reads them and hands the reading in as a value.
public enum SystemClocks {
  /// What CLOCK_REALTIME and CLOCK_BOOTTIME show, and which boot this is.
  ///
  /// - Throws: what the system reports when `/proc/sys/kernel/random/boot_id` cannot be read.
  public static func moment() throws(FileError) -> Moment {
    let bootID = try FileReader().read("/proc/sys/kernel/random/boot_id", limit: 64)
    return moment(inBoot: String(decoding: bootID.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
  }

  /// The same where it is known which boot this is, which no process lives to see change.
  public static func moment(inBoot bootID: String) -> Moment {
    let wall = reading(of: CLOCK_REALTIME)
    return Moment(
      wall: Instant(epochSeconds: Int64(wall.tv_sec)), nanosecond: Int64(wall.tv_nsec), boot: boot(), bootID: bootID)
  }

  /// What CLOCK_BOOTTIME shows, in nanoseconds.
  public static func boot() -> Int64 {
    let boot = reading(of: CLOCK_BOOTTIME)
    return Int64(boot.tv_sec) * 1_000_000_000 + Int64(boot.tv_nsec)
  }

  /// The instant that CLOCK_REALTIME shows, cut to whole seconds.
  public static func now() -> Instant { Instant(epochSeconds: Int64(reading(of: CLOCK_REALTIME).tv_sec)) }

  /// Whether the kernel calls the wall clock synchronised, as NTP daemons tell it; see adjtimex(2).
  public static func isSynchronised() -> Bool { schedctl_clock_is_synchronised() != 0 }

  /// What the clock shows that runs while the machine is off, read as UTC; nil where there is none. One that keeps
  /// local time differs by the offset of its zone.
  public static func hardware() -> Instant? {
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible("/sys/class/rtc/rtc0/since_epoch", limit: 32)
    let digits = bytes.map { String(decoding: $0.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self) }
    return digits.flatMap { Int64($0) }.map(Instant.init(epochSeconds:))
  }

  private static func reading(of clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
