import SchedulerCivilTime

/// The interval of a strict session: it ends when its length, as planned when it was opened, has elapsed, and the wall
/// clock is outside it.
extension Hold {
  /// By so many nanoseconds less its length has to have elapsed, 90 s: clocks that are slewed do not run alike.
  static let lockSlack: Int64 = 90 * Nanoseconds.perSecond

  /// The elapsed time at which its length has elapsed, in nanoseconds.
  var servedElapsed: Int64 { startElapsed + length - Self.lockSlack }

  /// When it ends.
  ///
  /// - Parameters:
  ///   - interval: its interval as the clocks show it now; nil when they show none.
  ///   - present: the present.
  func lockedEnd(of interval: Interval?, at present: Present) -> Deadline {
    let served = Deadline.elapsed(servedElapsed)
    guard let interval, present.wall < interval.end else { return served }
    let isBefore = present.wall < interval.start && present.instant(of: served) < interval.start
    return isBefore ? served : .locked(wall: interval.end, elapsed: servedElapsed)
  }
}
