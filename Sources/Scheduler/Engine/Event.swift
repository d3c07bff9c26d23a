import SchedulerCivilTime

/// Something that happened, delivered once and numbered.
public struct Event: Hashable, Sendable {
  /// Its place in the stream of events, missed intervals and finished sessions, from 1; no number comes twice, over any
  /// number of restarts.
  public let number: Int64
  /// What happened; of intervals under Apple's names.
  public let name: EventName
  /// The activity whose interval it concerns; nil for sessions, the shield and the configuration.
  public let activity: ActivityName?
  /// The profile that it concerns; nil for the shield and the configuration.
  public let profile: ProfileReference?
  /// The session that it concerns.
  public let session: SessionID?
  /// The planned instant, by the clock of the profile.
  public let planned: Instant
  /// Of a reminder: what it says, empty for the profile's name; of an emergency its reason; of an access its target; of an
  /// authorization the status that counts from then on; nil for all others.
  public let message: String?
  /// When it was delivered, by the wall clock.
  public let delivered: Delivery
  /// Whether it was delivered over a second after its planned instant.
  public let isLate: Bool
}
