import SchedulerCivilTime

/// A window on one date, resolved in a zone.
///
/// An occurrence belongs to the civil date on which it starts. It is identified by its profile and its civil start,
/// never by the name or the position of its window.
public struct Occurrence: Hashable, Sendable {
  /// The position of the window in the profile, from 0.
  public let window: Int
  /// The civil date on which the window starts.
  public let date: CivilDate
  /// The instant of the start.
  public let start: Instant
  /// The instant of the end, not included; after `start`.
  public let end: Instant
}
