/// A setting of a zone's clocks: a TZif local time type, or one side of a POSIX rule.
struct LocalTimeType: Hashable, Sendable {
  let offset: UTCOffset
  /// Whether the law calls it daylight saving time, which may be slower than standard time (Europe/Dublin).
  let isDaylight: Bool
  /// The abbreviation, such as `CET` or `+03`.
  let designation: String
}
