/// The content of a basic string as a sequence of verbatim text and escapes.
///
/// This is the only decoder of escapes: validation, decoding and the mapping of positions all iterate over these
/// pieces.
struct StringPieces {
  /// A part of a string.
  enum Piece {
    /// Bytes that represent themselves.
    case verbatim(Range<Int>)
    /// An escape and the character that it represents.
    case escape(Range<Int>, Unicode.Scalar)
    /// A line-ending backslash with the white space that it removes.
    case removed(Range<Int>)
    /// A backslash that forms no escape. It decodes to itself.
    case invalid(EscapeProblem)

    /// The bytes in the source.
    var range: Range<Int> {
      switch self {
      case .verbatim(let range), .removed(let range), .escape(let range, _): range
      case .invalid(let problem): problem.range
      }
    }
  }

  private let source: ByteView
  private let isMultiline: Bool
  private var position: Int
  private let end: Int

  /// Creates the pieces of the content `range` of `source`. `isMultiline` allows the line-ending backslash.
  init(_ range: Range<Int>, in source: ByteView, isMultiline: Bool = true) {
    self.source = source
    self.isMultiline = isMultiline
    position = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next piece, or nil at the end.
  mutating func next() -> Piece? {
    guard position < end else { return nil }
    let start = position
    guard source[start] == .backslash else {
      while position < end, source[position] != .backslash { position += 1 }
      return .verbatim(start..<position)
    }
    let piece = escape(at: start)
    position = piece.range.upperBound
    return piece
  }

  /// ```abnf
  /// escape-seq-char =  %x22         ; "    quotation mark  U+0022
  /// escape-seq-char =/ %x5C         ; \    reverse solidus U+005C
  /// escape-seq-char =/ %x62         ; b    backspace       U+0008
  /// escape-seq-char =/ %x65         ; e    escape          U+001B
  /// escape-seq-char =/ %x66         ; f    form feed       U+000C
  /// escape-seq-char =/ %x6E         ; n    line feed       U+000A
  /// escape-seq-char =/ %x72         ; r    carriage return U+000D
  /// escape-seq-char =/ %x74         ; t    tab             U+0009
  /// escape-seq-char =/ %x78 2HEXDIG ; xHH                  U+00HH
  /// escape-seq-char =/ %x75 4HEXDIG ; uHHHH                U+HHHH
  /// escape-seq-char =/ %x55 8HEXDIG ; UHHHHHHHH            U+HHHHHHHH
  /// ```
  private func escape(at start: Int) -> Piece {
    guard start + 1 < end else { return .invalid(EscapeProblem(reason: .unknown, range: start..<end)) }
    let short = start..<start + 2
    switch source[start + 1] {
    case .quotationMark: return .escape(short, "\"")
    case .backslash: return .escape(short, "\\")
    case UInt8(ascii: "b"): return .escape(short, "\u{8}")
    case UInt8(ascii: "e"): return .escape(short, "\u{1B}")
    case UInt8(ascii: "f"): return .escape(short, "\u{C}")
    case UInt8(ascii: "n"): return .escape(short, "\n")
    case UInt8(ascii: "r"): return .escape(short, "\r")
    case UInt8(ascii: "t"): return .escape(short, "\t")
    case UInt8(ascii: "x"): return numericEscape(at: start, digits: 2)
    case UInt8(ascii: "u"): return numericEscape(at: start, digits: 4)
    case UInt8(ascii: "U"): return numericEscape(at: start, digits: 8)
    default:
      return lineEndingBackslash(at: start)
        ?? .invalid(EscapeProblem(reason: .unknown, range: start..<endOfCharacter(start + 1)))
    }
  }

  /// Decodes a backslash, `x`, `u` or `U`, and `digits` hexadecimal digits.
  private func numericEscape(at start: Int, digits: Int) -> Piece {
    var value: UInt32 = 0
    var cursor = start + 2
    while cursor < min(end, start + 2 + digits), let digit = source[cursor].digitValue {
      value = value << 4 | UInt32(digit)
      cursor += 1
    }
    guard cursor == start + 2 + digits else {
      return .invalid(EscapeProblem(reason: .missingDigits(digits), range: start..<cursor))
    }
    guard let scalar = Unicode.Scalar(value) else {
      return .invalid(EscapeProblem(reason: .notAScalar(value), range: start..<cursor))
    }
    return .escape(start..<cursor, scalar)
  }

  /// ```abnf
  /// mlb-escaped-nl = escape ws newline *( wschar / newline )
  /// ```
  private func lineEndingBackslash(at start: Int) -> Piece? {
    guard isMultiline else { return nil }
    var cursor = start + 1
    var sawNewline = false
    while cursor < end, source[cursor] == .space || source[cursor] == .tab || source.isLineEnd(at: cursor) {
      if source[cursor] == .carriageReturn { cursor += 1 }
      if source[cursor] == .lineFeed { sawNewline = true }
      cursor += 1
    }
    return sawNewline ? .removed(start..<cursor) : nil
  }

  /// Returns the end of the character that starts at `position`.
  private func endOfCharacter(_ position: Int) -> Int {
    var cursor = position + 1
    while cursor < end, source[cursor] & 0xC0 == 0x80 { cursor += 1 }
    return cursor
  }

  /// Decodes the pieces to UTF-8.
  ///
  /// - Complexity: O(bytes).
  consuming func decoded() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(end - position)
    while let piece = next() {
      switch piece {
      case .escape(_, let scalar): result.append(contentsOf: String(Character(scalar)).utf8)
      case .removed: break
      case .verbatim, .invalid: for position in piece.range { result.append(source[position]) }
      }
    }
    return result
  }
}

extension TextForm {
  /// Returns the bytes between the quotes, without the newline directly after the opening of a multi-line string.
  @inline(__always) func content(of range: Range<Int>, in source: ByteView) -> Range<Int> {
    if self == .bare { return range }
    guard isMultiline else { return range.lowerBound &+ 1..<range.upperBound &- 1 }
    return contentOfMultiline(range, in: source)
  }

  @inline(never) private func contentOfMultiline(_ range: Range<Int>, in source: ByteView) -> Range<Int> {
    var start = range.lowerBound + 3
    let end = range.upperBound - 3
    if start < end, source.isLineEnd(at: start) { start += source[start] == .lineFeed ? 1 : 2 }
    return start..<end
  }
}
