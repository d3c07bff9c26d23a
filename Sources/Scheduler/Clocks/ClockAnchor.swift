import SchedulerCivilTime

/// Where the trusted clock counts on from, by elapsed time. It is taken from the wall clock at the first evaluation after a
/// boot and when a synchronised source sets the wall clock. Any other step moves it a day later.
struct ClockAnchor: Hashable, Sendable {
  /// What the wall clock showed when it could be trusted last.
  let reading: Delivery
  /// The elapsed time then, in nanoseconds.
  let elapsed: Int64

  /// Trusts what the wall clock shows.
  init(_ moment: Moment, elapsed: Int64) { self.init(Delivery(moment), elapsed: elapsed) }

  /// An anchor that was written down.
  init(_ reading: Delivery, elapsed: Int64) {
    self.reading = reading
    self.elapsed = elapsed
  }

  /// What the trusted clock shows at an elapsed time, not before that of the anchor.
  func reading(atElapsed now: Int64) -> Delivery { reading.adding(nanoseconds: now - elapsed) }
}

extension ClockAnchor: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    reading = try archive.reading(value?.reading)
    elapsed = try archive.field("elapsed", value?.elapsed)
  }
}

extension Archive {
  /// The members `wall` and `nanosecond` of a reading.
  mutating func reading(_ value: Delivery?) throws(Failure) -> Delivery {
    let wall = try instant("wall", value?.instant)
    let nanosecond = try field("nanosecond", value?.nanosecond)
    try require(0..<Nanoseconds.perSecond ~= nanosecond, "nanosecond", "a number from 0 to 999,999,999")
    return Delivery(wall, nanosecond: nanosecond)
  }
}
