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

/// Looks up offsets of one zone. It keeps the segment it used last, so that instants close together cost a comparison each.
public struct ZoneCursor: Sendable {
  /// The zone.
  public let zone: ZoneRules
  private var segment = ZoneSegment(start: 0, end: 0, offset: .zero)

  /// Civil times this close to a change of offset may come twice: offsets lie within 26 hours of UTC (RFC 9636,
  /// section 3.2), so no jump exceeds 52 hours.
  private static let margin: Int64 = 52 * 3600

  /// A cursor that has used no segment yet.
  public init(zone: ZoneRules) { self.zone = zone }

  /// The offset in force at an instant.
  public mutating func offset(at instant: Instant) -> UTCOffset {
    move(to: instant)
    return segment.offset
  }

  private mutating func move(to instant: Instant) {
    if !segment.contains(instant) { segment = zone.segment(at: instant) }
  }

  /// What the clocks show at an instant, as `ZoneRules.civil(at:)` returns it.
  public mutating func civil(at instant: Instant) -> CivilDateTime {
    let local = instant.epochSeconds &+ Int64(offset(at: instant).seconds)
    return CivilDateTime(localSeconds: local) ?? (instant.epochSeconds < 0 ? .min : .max)
  }

  /// Whether the clocks show the civil time of an instant twice.
  public mutating func isRepeated(at instant: Instant) -> Bool {
    move(to: instant)
    let (early, late) = (instant.epochSeconds &- Self.margin, instant.epochSeconds &+ Self.margin)
    if early >= segment.start && late < segment.end { return false }
    return if case .repeated = zone.resolve(civil(at: instant)) { true } else { false }
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
