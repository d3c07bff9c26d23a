/// A longest run of instants over which a zone's offset is constant.
///
/// A caller that converts many nearby instants keeps the segment and uses plain arithmetic within it. A *civil* time
/// within a day of either end may denote another instant as well, or none: use `ZoneRules.resolve` there.
public struct ZoneSegment: Hashable, Sendable {
  /// The first second of the run since 1970-01-01T00:00:00Z; `Int64.min` if the run has no start.
  public let start: Int64
  /// The first second after the run; `Int64.max` if the run has no end.
  public let end: Int64
  /// The offset from UTC.
  public let offset: UTCOffset

  /// Creates a run from `start` up to but not including `end`.
  @inlinable public init(start: Int64, end: Int64, offset: UTCOffset) {
    self.start = start
    self.end = end
    self.offset = offset
  }

  /// Whether the instant lies in the run.
  @inlinable public func contains(_ instant: Instant) -> Bool {
    instant.epochSeconds >= start && instant.epochSeconds < end
  }

  /// Returns the local time at an instant of the run, in civil seconds since 1970-01-01 00:00.
  @inlinable public func localSeconds(at instant: Instant) -> Int64 {
    instant.epochSeconds &+ Int64(offset.seconds)
  }
}

/// An instant at which a zone's offset changes.
public struct ZoneTransition: Hashable, Sendable {
  /// The first instant with the new offset.
  public let instant: Instant
  /// The offset in force until then.
  public let before: UTCOffset
  /// The offset in force from then on; always different from `before`.
  public let after: UTCOffset

  /// Creates a change of offset.
  public init(instant: Instant, before: UTCOffset, after: UTCOffset) {
    self.instant = instant
    self.before = before
    self.after = after
  }
}
