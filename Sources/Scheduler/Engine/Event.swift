import SchedulerCivilTime

/// A numbered report of something that happened. It is delivered once.
public struct Event: Hashable, Sendable {
  /// The position among all events, missed intervals and finished sessions, from 1. No number occurs twice, however
  /// often the engine restarts.
  public let number: Int64
  /// The kind of event. The kinds that concern intervals have Apple's names.
  public let name: EventName
  /// The activity whose interval the event concerns; nil for sessions, the shield and the configuration.
  public let activity: ActivityName?
  /// The profile that the event concerns; nil for the shield and the configuration.
  public let profile: ProfileReference?
  /// The session that the event concerns; nil for none.
  public let session: SessionID?
  /// The planned instant, by the clock of the profile.
  public let planned: Instant
  /// The text of a reminder, empty for the profile's name; the reason of an emergency; the target of an access; the
  /// status that an authorization puts in force; what was lost of the state; the name of a blocked application. Nil for
  /// all other events.
  public let message: String?
  /// The kind of the phase that began or ended; nil for all other events.
  public var mode: Pomodoro.Mode?
  /// The planned start of a session that was lost, if it is known, or the beginning of a gap in the measurement of use; nil
  /// for all other events.
  public var start: Instant?
  /// The attempts that a layer blocked; nil for all other events.
  public var attempt: ShieldAttempt?
  /// The user whose use reached a limit or was not measured; nil for all other events.
  public var user: String?
  /// The planned end of the block that a limit begins, if it is known; nil for all other events.
  public var until: Instant?
  /// The reading of the wall clock at delivery.
  public let delivered: Delivery
  /// Whether it was delivered more than one second after its planned instant.
  public let isLate: Bool
}
