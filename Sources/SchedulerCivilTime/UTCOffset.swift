/// What a zone's clocks show more than UTC; east of Greenwich is positive.
///
/// TZif has room for any 32-bit count of seconds, but RFC 9636 (section 3.2) asks for more than −25 and less than
/// +26 hours, and readers here refuse what lies outside.
public struct UTCOffset: Hashable, Comparable, Sendable {
  /// Seconds added to UTC to get local time.
  public let seconds: Int32

  /// An offset of that many seconds.
  @inlinable public init(seconds: Int32) { self.seconds = seconds }

  /// The offsets a zone may have, in seconds: −24:59:59 to +25:59:59.
  public static let validSeconds: ClosedRange<Int32> = -89_999...93_599

  /// UTC itself.
  public static let zero = UTCOffset(seconds: 0)

  /// Orders from west to east.
  @inlinable public static func < (a: UTCOffset, b: UTCOffset) -> Bool { a.seconds < b.seconds }
}
