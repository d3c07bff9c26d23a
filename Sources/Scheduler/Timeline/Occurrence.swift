import SchedulerCivilTime

/// A window on one date: what it is resolved to in a zone.
///
/// It belongs to the civil date on which it starts and is identified by its profile and its civil start, never by the
/// name or the position of its window.
public struct Occurrence: Hashable, Sendable {
  /// The position of its window in the profile, from 0.
  public let window: Int
  /// The civil date on which it starts by its window.
  public let date: CivilDate
  /// The instant at which it starts.
  public let start: Instant
  /// The instant at which it ends, not included; after `start`.
  public let end: Instant
}
