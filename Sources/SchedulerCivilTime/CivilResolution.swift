/// The instants that a civil date and time denotes in a zone.
public enum CivilResolution: Hashable, Sendable {
  /// Exactly one instant.
  case unique(Instant)
  /// No instant: the clocks jumped over the time. `before` interprets it with the offset in force before the gap (the
  /// later
  /// instant), `after` with the offset in force after it.
  case gap(before: Instant, after: Instant)
  /// Two instants: the clocks were set back over the time.
  case repeated(first: Instant, second: Instant)

  /// The instant that RFC 5545 (section 3.3.5) selects, called `compatible` in java.time, Temporal and jiff: the first
  /// of a
  /// repeated time; in a gap, the time interpreted with the offset in force before it.
  @inlinable public var compatible: Instant {
    switch self {
    case .unique(let instant): instant
    case .gap(let before, _): before
    case .repeated(let first, _): first
    }
  }
}
