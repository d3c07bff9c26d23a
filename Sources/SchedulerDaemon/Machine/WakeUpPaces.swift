/// The times at which the service manager's watchdog is notified: twice as often as required.
struct WatchdogPace {
  /// The reading of CLOCK_BOOTTIME at the next notification, in nanoseconds.
  private(set) var nextBoot: Int64 = 0
  /// The nanoseconds of silence after which the service manager considers the daemon dead.
  let limit: Int64

  init(limit: Int64) { self.limit = limit }

  /// Returns whether a notification is due. If so, schedules the next one.
  mutating func isDue(atBoot now: Int64) -> Bool {
    guard now >= nextBoot else { return false }
    nextBoot = now + max(limit / 2, 1)
    return true
  }
}

/// The times at which unused memory is released to the system.
///
/// After the configuration was read or a client sent data, memory is released once nothing happens for a moment.
/// Otherwise it is released at a wake-up if the last release was at least a minute ago. Allocating it again costs about
/// a tenth of a millisecond, which events in quick succession should not pay repeatedly.
struct MemoryPace {
  /// The minimum time between two releases, in nanoseconds of CLOCK_BOOTTIME.
  static let distance: Int64 = 60_000_000_000

  /// The time without events after which the daemon counts as idle.
  static let quietMilliseconds: Int32 = 100

  private var nextBoot: Int64 = 0

  /// Records that much memory was used, so that a release is due.
  mutating func noteUse() { nextBoot = 0 }

  /// Returns whether a release is due.
  func isDue(atBoot now: Int64) -> Bool { now >= nextBoot }

  /// Records a release and schedules the next one.
  mutating func noteGivenBack(atBoot now: Int64) { nextBoot = now + Self.distance }
}
