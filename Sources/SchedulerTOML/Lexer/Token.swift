/// A piece of the source with a kind: what the lexer makes of any bytes at all.
///
/// Tokens say what was seen, never whether it is allowed: an unterminated string is a string token with a mark.
struct Token {
  /// What a token looks like from its first bytes.
  enum Kind: UInt8 {
    /// Behind the last byte.
    case end
    /// LF or CRLF.
    case newline
    /// From `#` to the end of the line, which is not part of it.
    case comment
    case equals, comma, dot, leftBracket, rightBracket, leftBrace, rightBrace
    /// A run of other bytes: an unquoted key, a number, a date, a boolean, or text that means nothing.
    case bare
    case basicString, literalString, multilineBasicString, multilineLiteralString
  }

  /// What the parser has to look at before it believes a token.
  struct Marks: OptionSet {
    let rawValue: UInt8
    /// A basic string with a backslash in it.
    static let escaped = Marks(rawValue: 1)
    /// A string without its closing quote.
    static let unterminated = Marks(rawValue: 2)
    /// A control character that is not allowed there.
    static let control = Marks(rawValue: 4)
    /// Bytes that are not UTF-8.
    static let malformedUTF8 = Marks(rawValue: 8)
    /// A run, read as part of a key, with bytes that an unquoted key cannot have.
    static let notBareKey = Marks(rawValue: 16)
  }

  let kind: Kind
  let marks: Marks
  /// Offset of the first byte.
  let start: Int
  /// Offset behind the last byte, with the quotes of strings.
  let end: Int

  @inline(__always) init(_ kind: Kind, _ start: Int, _ end: Int, _ marks: Marks = []) {
    self.kind = kind
    self.marks = marks
    self.start = start
    self.end = end
  }

  var range: Range<Int> { start..<end }
  /// Whether a statement ends here.
  var endsLine: Bool { kind == .newline || kind == .comment || kind == .end }
}
