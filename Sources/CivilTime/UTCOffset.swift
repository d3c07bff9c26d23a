/// What a zone's clocks show more than UTC; east of Greenwich is positive. TZif allows any 32-bit count of seconds but
/// RFC 9636 asks for −25:59:59 to +25:59:59, and readers here refuse what lies outside.
public struct UTCOffset: Hashable, Comparable, Sendable {
  /// Seconds added to UTC to get local time.
  public let seconds: Int32

  /// An offset of that many seconds.
  @inlinable public init(seconds: Int32) { self.seconds = seconds }

  /// UTC itself.
  public static let zero = UTCOffset(seconds: 0)

  /// Orders from west to east.
  @inlinable public static func < (a: UTCOffset, b: UTCOffset) -> Bool { a.seconds < b.seconds }
}
