/// When the service manager is told that the daemon is alive: twice as often as it asks for.
struct WatchdogPace {
  /// What CLOCK_BOOTTIME shows the next time, in nanoseconds.
  private(set) var nextBoot: Int64 = 0
  private let distance: Int64

  /// - Parameter limit: after so many nanoseconds of silence it is taken for dead.
  init(limit: Int64) { distance = max(limit / 2, 1) }

  /// Whether it is time; if so, the next time is later.
  mutating func isDue(atBoot now: Int64) -> Bool {
    guard now >= nextBoot else { return false }
    nextBoot = now + distance
    return true
  }
}

/// When memory that was used is given back: once nothing has happened for a moment after a configuration was read or a
/// client was heard, and else at a wake-up, when that was not done for a minute. To get it back costs some tenth of a
/// millisecond, which what happens in a row does not pay again and again.
struct MemoryPace {
  /// Between two times, in nanoseconds of CLOCK_BOOTTIME.
  static let distance: Int64 = 60_000_000_000

  /// That nothing happens any more is known after so long.
  static let quietMilliseconds: Int32 = 100

  private var nextBoot: Int64 = 0

  /// Much was used: it is time again.
  mutating func noteUse() { nextBoot = 0 }

  /// Whether it is time.
  func isDue(atBoot now: Int64) -> Bool { now >= nextBoot }

  /// It was given back; the next time is later.
  mutating func noteGivenBack(atBoot now: Int64) { nextBoot = now + Self.distance }
}
