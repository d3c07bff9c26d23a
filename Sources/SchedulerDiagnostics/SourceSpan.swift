/// A half-open range of bytes `[lower, upper)` in one text. Empty when both are equal (a place between two bytes).
public struct ByteSpan: Hashable, Sendable {
  /// Offset of the first byte, from 0.
  public var lower: UInt32
  /// Offset behind the last byte; never below `lower`.
  public var upper: UInt32

  /// The range `[lower, upper)`.
  @inlinable public init(_ lower: Int, _ upper: Int) {
    assert(lower <= upper)
    self.lower = UInt32(truncatingIfNeeded: lower)
    self.upper = UInt32(truncatingIfNeeded: upper)
  }

  /// The offsets as a Swift range.
  public var range: Range<Int> { Int(lower)..<Int(upper) }

  /// The smallest span that covers both.
  public func union(_ other: ByteSpan) -> ByteSpan {
    ByteSpan(Int(min(lower, other.lower)), Int(max(upper, other.upper)))
  }
}

/// A place in one of several texts: what a diagnostic underlines.
public struct SourceSpan: Hashable, Sendable {
  /// The text.
  public var source: SourceID
  /// The bytes in it.
  public var bytes: ByteSpan

  /// The bytes `bytes` of the text `source`.
  public init(source: SourceID, bytes: ByteSpan) {
    self.source = source
    self.bytes = bytes
  }
}
