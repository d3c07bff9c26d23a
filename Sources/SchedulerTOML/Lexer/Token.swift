/// A piece of the source with a kind. The lexer makes tokens from any bytes.
///
/// A token describes what was read, not whether it is allowed: an unterminated string is a string token with a mark.
struct Token {
  /// The kind of a token, determined by its first bytes.
  enum Kind: UInt8 {
    /// After the last byte.
    case end
    /// LF or CRLF.
    case newline
    /// From `#` to the end of the line, which is not part of it.
    case comment
    case equals, comma, dot, leftBracket, rightBracket, leftBrace, rightBrace
    /// A run of other bytes: an unquoted key, a number, a date, a boolean, or text without meaning.
    case bare
    case basicString, literalString, multilineBasicString, multilineLiteralString
  }

  /// Properties that the parser must check before it uses a token.
  struct Marks: OptionSet {
    let rawValue: UInt8
    /// A basic string that contains a backslash.
    static let escaped = Marks(rawValue: 1)
    /// A string without its closing quote.
    static let unterminated = Marks(rawValue: 2)
    /// A control character where none is allowed.
    static let control = Marks(rawValue: 4)
    /// Bytes that are not well-formed UTF-8.
    static let malformedUTF8 = Marks(rawValue: 8)
    /// A run, read as part of a key, with bytes that an unquoted key cannot have.
    static let notBareKey = Marks(rawValue: 16)
  }

  let kind: Kind
  let marks: Marks
  /// The offset of the first byte.
  let start: Int
  /// The offset after the last byte. Strings include their quotes.
  let end: Int

  @inline(__always) init(_ kind: Kind, start: Int, end: Int, marks: Marks = []) {
    self.kind = kind
    self.marks = marks
    self.start = start
    self.end = end
  }

  var range: Range<Int> { start..<end }
  /// Whether a statement ends here.
  var endsLine: Bool { kind == .newline || kind == .comment || kind == .end }
}
