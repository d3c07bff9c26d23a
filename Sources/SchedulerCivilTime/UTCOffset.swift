/// The difference between a zone's local time and UTC; positive east of Greenwich.
///
/// TZif stores offsets as 32-bit seconds, but RFC 9636 (section 3.2) requires more than −25 and less than +26 hours.
/// Readers here reject other offsets.
public struct UTCOffset: Hashable, Comparable, Sendable {
  /// Seconds added to UTC to get local time.
  public let seconds: Int32

  /// Creates an offset of that many seconds.
  @inlinable public init(seconds: Int32) { self.seconds = seconds }

  /// The range of valid offsets, in seconds: −24:59:59 to +25:59:59.
  public static let validSeconds: ClosedRange<Int32> = -89_999...93_599

  /// The offset of UTC.
  public static let zero = UTCOffset(seconds: 0)

  /// Orders from west to east.
  @inlinable public static func < (a: UTCOffset, b: UTCOffset) -> Bool { a.seconds < b.seconds }
}
