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
