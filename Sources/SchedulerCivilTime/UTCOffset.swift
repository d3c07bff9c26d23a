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

extension UTCOffset: CustomStringConvertible {
  /// The offset in the form `+01:00`; UTC is `+00:00`. Seconds are written only if they are not zero, as in the
  /// `+00:53:28` of Berlin's mean time.
  public var description: String { String(appending: appendText) }

  /// Appends `description` without allocating a string. The hours must be below 100, as they are in every zone.
  public func appendText(to bytes: inout [UInt8]) { bytes.append(addingCapacity: 9) { $0.append(self) } }

  /// Parses an offset. Returns nil unless the whole text is one.
  public init?(parsing text: some StringProtocol) { self.init(parsing: Array(text.utf8)) }

  /// Parses an offset. Returns nil unless all of the bytes are one.
  public init?(parsing bytes: [UInt8]) {
    var cursor = TextCursor(bytes)
    self.init(from: &cursor)
    guard cursor.isAtEnd else { return nil }
  }

  /// Parses a numeric offset within `validSeconds`.
  ///
  /// ```abnf
  /// numoffset = ( "+" / "-" ) 2DIGIT ":" 2DIGIT [ ":" 2DIGIT ]    ; RFC 3339 and, from ISO 8601-2, seconds
  /// ```
  init?(from cursor: inout TextCursor) {
    guard let sign = cursor.take(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
      let hours = cursor.number(ofDigits: 2), cursor.skip(UInt8(ascii: ":")),
      let minutes = cursor.number(ofDigits: 2), minutes < 60
    else { return nil }
    var seconds = hours * 3600 + minutes * 60
    if cursor.skip(UInt8(ascii: ":")) {
      guard let number = cursor.number(ofDigits: 2), number < 60 else { return nil }
      seconds += number
    }
    let signed = Int32(sign == UInt8(ascii: "-") ? -seconds : seconds)
    guard Self.validSeconds.contains(signed) else { return nil }
    self.init(seconds: signed)
  }
}
