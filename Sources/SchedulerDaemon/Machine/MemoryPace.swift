/// When memory that was used is given back, before the daemon waits: after a configuration was read, and else when that was
/// not done for a minute. Many wake-ups in a row keep what they use: to get it back costs some tenth of a millisecond.
struct MemoryPace {
  /// Between two times, in nanoseconds of CLOCK_BOOTTIME.
  static let distance: Int64 = 60_000_000_000

  private var nextBoot: Int64 = 0

  /// Much was used: it is time again.
  mutating func noteUse() { nextBoot = 0 }

  /// Whether it is time.
  func isDue(atBoot now: Int64) -> Bool { now >= nextBoot }

  /// It was given back; the next time is later.
  mutating func noteGivenBack(atBoot now: Int64) { nextBoot = now + Self.distance }
}
