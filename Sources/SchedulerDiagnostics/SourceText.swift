/// A text that diagnostics point into: its name and the bytes as they were read.
///
/// The bytes need not be valid UTF-8. Renderers replace what they cannot show.
public struct SourceText: Sendable {
  /// The name used in messages, usually the path as the user wrote it; `<stdin>` for standard input.
  public let name: String
  /// The whole text, unchanged. At most `UInt32.max` bytes; every reader of texts sets a lower limit.
  public let bytes: [UInt8]

  /// Creates a text from bytes.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Creates a text from a string.
  public init(name: String, _ text: String) { self.init(name: name, bytes: Array(text.utf8)) }
}

/// Identifies a text of a `SourceMap`.
public struct SourceID: Hashable, Sendable {
  /// The position of the text in its map, from 0.
  public let index: UInt32

  /// Creates the identifier of the text at `index`.
  public init(index: UInt32) { self.index = index }
}

/// The texts that a set of diagnostics points into, in the order in which they were added.
public struct SourceMap: Sendable {
  /// The texts. `SourceID.index` is the position.
  public private(set) var texts: [SourceText] = []

  /// Creates a map without texts.
  public init() {}

  /// Adds a text and returns its identifier, which spans into it carry.
  public mutating func add(_ text: SourceText) -> SourceID {
    texts.append(text)
    return SourceID(index: UInt32(texts.count - 1))
  }

  /// Whether this map has a text with that identifier, which may come from another map.
  public func contains(_ id: SourceID) -> Bool { id.index < texts.count }

  /// The text with an identifier that this map returned.
  public subscript(id: SourceID) -> SourceText { texts[Int(id.index)] }
}

/// A half-open range of bytes `[lower, upper)` in one text. If both are equal, it is a place between two bytes.
public struct ByteSpan: Hashable, Sendable {
  /// The offset of the first byte, from 0.
  public var lower: UInt32
  /// The offset after the last byte; never below `lower`.
  public var upper: UInt32

  /// Creates the span `[lower, upper)`.
  @inlinable public init(lower: Int, upper: Int) {
    assert(lower <= upper)
    self.lower = UInt32(truncatingIfNeeded: lower)
    self.upper = UInt32(truncatingIfNeeded: upper)
  }

  /// The offsets as a Swift range.
  public var range: Range<Int> { Int(lower)..<Int(upper) }

  /// Returns the smallest span that contains both.
  public func union(_ other: ByteSpan) -> ByteSpan {
    ByteSpan(lower: Int(min(lower, other.lower)), upper: Int(max(upper, other.upper)))
  }
}

/// A range of bytes in one of several texts, which a diagnostic underlines.
public struct SourceSpan: Hashable, Sendable {
  /// The text.
  public var source: SourceID
  /// The bytes in that text.
  public var bytes: ByteSpan

  /// Creates the span of `bytes` in the text `source`.
  public init(source: SourceID, bytes: ByteSpan) {
    self.source = source
    self.bytes = bytes
  }
}

/// The scalar that begins at a byte of a text.
struct DecodedScalar: Equatable {
  /// The scalar; nil if the bytes are not valid UTF-8.
  let scalar: Unicode.Scalar?
  /// The number of bytes: 1 to 4, or 1 if they are not valid UTF-8.
  let length: Int

  /// A byte that is not part of a valid scalar.
  static let invalid = DecodedScalar(scalar: nil, length: 1)
}

extension SourceText {
  /// Decodes the scalar that begins at `offset` and ends at or before `end`, both within the text.
  ///
  /// Decodes strictly, as RFC 3629, section 4 requires: no overlong forms, no surrogates, nothing above U+10FFFF. In a
  /// truncated sequence each byte is invalid by itself, so that every byte of a text is read exactly once.
  func scalar(at offset: Int, before end: Int) -> DecodedScalar {
    let first = bytes[offset]
    if first < 0x80 { return DecodedScalar(scalar: Unicode.Scalar(first), length: 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard (0xC2...0xF4).contains(first), offset + length <= end else { return .invalid }
    var value = UInt32(first & (0x7F >> UInt8(length)))
    for byte in bytes[(offset + 1)..<(offset + length)] {
      guard byte & 0xC0 == 0x80 else { return .invalid }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return .invalid }
    return DecodedScalar(scalar: scalar, length: length)
  }
}
