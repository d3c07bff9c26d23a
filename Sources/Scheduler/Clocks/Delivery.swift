import SchedulerCivilTime

/// A reading of the wall clock at which something was done. Only these instants have fractions of a second.
public struct Delivery: Hashable, Comparable, Sendable {
  /// The second.
  public let instant: Instant
  /// The nanoseconds of that second, 0 to 999,999,999.
  public let nanosecond: Int64

  /// Creates a reading.
  public init(_ instant: Instant, nanosecond: Int64 = 0) {
    self.instant = instant
    self.nanosecond = nanosecond
  }

  /// Creates the reading of a moment.
  public init(_ moment: Moment) { self.init(moment.wall, nanosecond: moment.nanosecond) }

  /// Whether the reading is over a second after a planned instant.
  func isLate(for planned: Instant) -> Bool {
    Nanoseconds.from((planned, 0), to: (instant, nanosecond)) > Nanoseconds.perSecond
  }

  /// Returns the reading that is later by the given nanoseconds, or earlier if they are negative.
  func adding(nanoseconds: Int64) -> Delivery {
    var (seconds, fraction) = nanoseconds.quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
    fraction += nanosecond
    if fraction < 0 {
      (seconds, fraction) = (seconds - 1, fraction + Nanoseconds.perSecond)
    } else if fraction >= Nanoseconds.perSecond {
      (seconds, fraction) = (seconds + 1, fraction - Nanoseconds.perSecond)
    }
    return Delivery(instant.adding(seconds: seconds), nanosecond: fraction)
  }

  /// Orders by time.
  public static func < (a: Delivery, b: Delivery) -> Bool { (a.instant, a.nanosecond) < (b.instant, b.nanosecond) }
}

extension Delivery: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    self.init(
      try archive.instant("second", of: value?.instant),
      nanosecond: try archive.field("nanosecond", of: value?.nanosecond))
  }
}
