import SchedulerCivilTime

/// The record of a session that has ended.
public struct FinishedSession: Hashable, Sendable {
  /// The position among all events, missed intervals and finished sessions, from 1.
  public internal(set) var number: Int64 = 0
  /// The identity of the session.
  public let id: SessionID
  /// The profile, with the key that it had when the session started.
  public let profile: ProfileReference
  /// The origins of all holds that the session had.
  public let origins: Set<Hold.Origin>
  /// The planned instant of its start.
  public let start: Instant
  /// The planned instant of its end.
  public let end: Instant
  /// The reading of the wall clock at its real start.
  public let realStart: Delivery
  /// The reading of the wall clock at its real end: the planned end, or the moment at which it was stopped; never
  /// before the real start.
  public let realEnd: Delivery
  /// How the session has spent its time.
  public let times: SessionTimes
  /// The elapsed time from the real start to the real end, in nanoseconds. Setting the wall clock does not change it.
  public let nanoseconds: Int64
  /// The number of attempts to use what the session blocked, as far as they were reported before it ended.
  public internal(set) var attemptCount: Int64 = 0
}

extension FinishedSession {
  /// The real length including breaks, to the nearest second.
  public var seconds: Int64 { (nanoseconds + Nanoseconds.perSecond / 2) / Nanoseconds.perSecond }

  /// How the session has spent its time, in whole seconds.
  public var spent: SessionSeconds { SessionSeconds(times, total: seconds, of: origins) }
}
