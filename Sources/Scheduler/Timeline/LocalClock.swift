import SchedulerCivilTime

/// Converts local seconds to instants in one zone. Caches the period of constant offset that it used last.
///
/// Nearly all windows lie well within such a period, where the conversion is one subtraction.
struct LocalClock: Sendable {
  let zone: ZoneRules
  private var plainLower: Int64 = 1
  private var plainUpper: Int64 = 0
  private var offsetSeconds: Int64 = 0

  /// Local times this close to a change of offset may be missing or repeated, in seconds. Two days exceed the largest
  /// possible jump: offsets lie within 26 hours of UTC (RFC 9636, section 3.2).
  private static let margin: Int64 = 2 * 86_400

  init(zone: ZoneRules) { self.zone = zone }

  /// Whether `local` is far enough from changes of offset that every civil time around it denotes exactly one instant.
  mutating func isPlain(_ local: Int64) -> Bool {
    if local >= plainLower, local < plainUpper { return true }
    let segment = zone.segment(at: Instant(epochSeconds: local))
    offsetSeconds = Int64(segment.offset.seconds)
    plainLower = segment.start == .min ? .min : segment.start + Self.margin
    plainUpper = segment.end == .max ? .max : segment.end - Self.margin
    return local >= plainLower && local < plainUpper
  }

  /// Returns the instant of a civil time by the rule of RFC 5545: the first of a repeated time, and the offset before a
  /// gap.
  mutating func instant(localSeconds local: Int64) -> Instant {
    if isPlain(local) { return Instant(epochSeconds: local - offsetSeconds) }
    return zone.resolve(localSeconds: local).compatible
  }

  /// Returns the local time at which the period around a plain `local` ends; nil if `local` is not plain.
  mutating func endOfPlainStretch(_ local: Int64) -> Int64? { isPlain(local) ? plainUpper : nil }

  /// The offset in seconds, if every civil time of the dates from one instant's to another's names exactly one instant
  /// with that offset; else nil.
  mutating func steadyOffset(from first: Instant, until last: Instant) -> Int64? {
    guard isPlain(first.epochSeconds) else { return nil }
    let (start, end) = (first.epochSeconds &+ offsetSeconds, last.epochSeconds &+ offsetSeconds)
    return start &- 86_400 >= plainLower && end &+ 86_400 < plainUpper ? offsetSeconds : nil
  }
  /// Returns an instant that is not after that of any civil time at or after `local`.
  mutating func earliestInstant(fromLocalSeconds local: Int64) -> Instant {
    Instant(epochSeconds: isPlain(local) ? local - offsetSeconds : local - Self.margin)
  }
}
