import CivilTime

/// What is kept of a session that has ended.
public struct FinishedSession: Hashable, Sendable {
  /// Its place in the stream of events, missed intervals and finished sessions, from 1.
  public internal(set) var number: Int64 = 0
  /// Its identity.
  public let id: SessionID
  /// Its profile, as it was called when it started.
  public let profile: Profile.Reference
  /// Everything that kept it.
  public let origins: Set<Hold.Origin>
  /// The planned instant of its start.
  public let start: Instant
  /// The planned instant of its end.
  public let end: Instant
  /// When it really started.
  public let realStart: Delivery
  /// When it really ended: its planned end, or when it was stopped; never before its real start.
  public let realEnd: Delivery
  /// Nanoseconds of elapsed time from the one to the other, whatever the wall clock was set to meanwhile.
  public let nanoseconds: Int64
  /// Nanoseconds of breaks since they were last renewed.
  public let breakNanoseconds: Int64
}

extension FinishedSession {
  /// How long it really ran, breaks included, to the nearest second.
  public var seconds: Int64 { (nanoseconds + Nanoseconds.perSecond / 2) / Nanoseconds.perSecond }
}

/// A reading of the wall clock at which something was done: the only instants with fractions.
public struct Delivery: Hashable, Comparable, Sendable {
  /// The second.
  public let instant: Instant
  /// Nanoseconds of that second, 0 to 999,999,999.
  public let nanosecond: Int64

  /// A reading.
  public init(_ instant: Instant, nanosecond: Int64 = 0) {
    self.instant = instant
    self.nanosecond = nanosecond
  }

  /// The reading of a moment.
  public init(_ moment: Moment) { self.init(moment.wall, nanosecond: moment.nanosecond) }

  /// Whether it is over a second after a planned instant.
  func isLate(for planned: Instant) -> Bool {
    Nanoseconds.from((planned, 0), to: (instant, nanosecond)) > Nanoseconds.perSecond
  }

  /// The reading so many nanoseconds later, or earlier.
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
