import CivilTime
import Glibc

/// The machine's idea of the present. Only the outermost layer reads it and hands it in as a value.
public enum WallClock {
  /// The instant that CLOCK_REALTIME shows, cut to whole seconds.
  public static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(epochSeconds: Int64(time.tv_sec))
  }
}
