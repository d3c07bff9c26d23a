/// Which instants a civil date and time names in a zone.
public enum CivilResolution: Hashable, Sendable {
  /// Exactly one.
  case unique(Instant)
  /// None: the clocks jumped over it. `before` reads it with the offset in force before the gap (the later instant),
  /// `after` with the offset in force after it.
  case gap(before: Instant, after: Instant)
  /// Two: the clocks were set back over it.
  case repeated(first: Instant, second: Instant)

  /// The rule of RFC 5545 (section 3.3.5), called `compatible` in java.time, Temporal and jiff: the first of a repeated
  /// time; in a gap the offset in force before it.
  @inlinable public var compatible: Instant {
    switch self {
    case .unique(let instant): instant
    case .gap(let before, _): before
    case .repeated(let first, _): first
    }
  }
}
