import SchedulerCivilTime

/// What is kept of a session that has ended.
public struct FinishedSession: Hashable, Sendable {
  /// Its place in the stream of events, missed intervals and finished sessions, from 1.
  public internal(set) var number: Int64 = 0
  /// Its identity.
  public let id: SessionID
  /// Its profile, as it was called when it started.
  public let profile: ProfileReference
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
