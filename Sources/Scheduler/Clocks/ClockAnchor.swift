import SchedulerCivilTime

/// The point from which the trusted clock counts on by elapsed time. It is taken from the wall clock at the first
/// evaluation after a boot, and when a synchronised source sets the wall clock. Any other step of the wall clock moves
/// it only after a day.
struct ClockAnchor: Hashable, Sendable {
  /// The reading of the trusted clock at that point: the wall clock's when it was last trusted, plus the steps taken
  /// over since.
  let reading: Delivery
  /// The elapsed time at that point, in nanoseconds.
  let elapsed: Int64

  /// Returns the reading of the trusted clock at an elapsed time that is not before the anchor's.
  func reading(atElapsed now: Int64) -> Delivery { reading.adding(nanoseconds: now - elapsed) }
}

extension ClockAnchor {
  /// Creates an anchor at a moment whose wall clock is trusted.
  init(_ moment: Moment, elapsed: Int64) { self.init(reading: Delivery(moment), elapsed: elapsed) }
}

extension ClockAnchor: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    reading = try archive.reading(value?.reading)
    elapsed = try archive.field("elapsed", of: value?.elapsed)
  }
}

extension Archive {
  /// Reads or writes the members `wall` and `nanosecond` of a reading.
  mutating func reading(_ value: Delivery?) throws(Failure) -> Delivery {
    let wall = try instant("wall", of: value?.instant)
    let nanosecond = try field("nanosecond", of: value?.nanosecond)
    try require(0..<Nanoseconds.perSecond ~= nanosecond, of: "nanosecond", expecting: "a number from 0 to 999,999,999")
    return Delivery(wall, nanosecond: nanosecond)
  }
}
