/// Splits the source into tokens, one at a time. It never fails: every byte belongs to a token or is blank.
///
/// A dot separates the parts of a key but belongs to a number, so the caller chooses between key and value mode. A
/// lexer is a value: a copy looks ahead, and restoring a copy backtracks.
struct Lexer {
  let bytes: ByteView
  /// The position at which the search for the next token starts.
  private(set) var position: Int
  /// The start of the first ill-formed sequence at or after `position`; the length of the source if there is none.
  private var malformed: Int

  /// Creates a lexer at the start of `bytes`, after a byte order mark if there is one.
  init(_ bytes: ByteView) {
    self.bytes = bytes
    position = bytes.startsWithByteOrderMark ? 3 : 0
    malformed = bytes.nextMalformedUTF8(from: 0)?.lowerBound ?? bytes.count
  }

  /// Returns the next token where a key or a header may stand.
  @inline(__always) mutating func nextInKey() -> Token {
    skipBlanks()
    guard let byte = bytes.byte(at: position) else { return Token(.end, start: position, end: position) }
    if ByteSet.bareKey.contains(byte) { return lexBareKey() }
    return byte == .dot ? take(.dot) : nextToken(startingWith: byte, bareEnd: .keyEnd)
  }

  /// Returns the next token where a value may stand.
  @inline(__always) mutating func nextInValue() -> Token {
    skipBlanks()
    guard let byte = bytes.byte(at: position) else { return Token(.end, start: position, end: position) }
    return nextToken(startingWith: byte, bareEnd: .valueEnd)
  }

  /// Moves back to the start of `token`, the last one read.
  mutating func unread(_ token: Token) {
    position = token.start
    if token.marks.contains(.malformedUTF8), let range = bytes.nextMalformedUTF8(from: token.start) {
      malformed = range.lowerBound
    }
  }

  /// Skips repetitions of `byte` and blanks.
  mutating func skip(_ byte: UInt8) {
    while let next = bytes.byte(at: position), next == byte || next == .space || next == .tab { position += 1 }
  }

  /// Returns the next token if it is an unquoted run of bytes, and nil otherwise.
  mutating func takeBare() -> Token? {
    var ahead = self
    let token = ahead.nextInValue()
    guard token.kind == .bare else { return nil }
    self = ahead
    return token
  }

  @inline(__always) private mutating func skipBlanks() {
    while let byte = bytes.byte(at: position), byte == .space || byte == .tab { position &+= 1 }
  }

  @inline(__always) private mutating func nextToken(startingWith byte: UInt8, bareEnd: ByteSet) -> Token {
    switch byte {
    case .lineFeed: take(.newline)
    case .quotationMark: lexBasicString()
    case .apostrophe: lexLiteralString()
    case .numberSign: lexComment()
    case .equalsSign: take(.equals)
    case .comma: take(.comma)
    case .leftBracket: take(.leftBracket)
    case .rightBracket: take(.rightBracket)
    case .leftBrace: take(.leftBrace)
    case .rightBrace: take(.rightBrace)
    case .carriageReturn where bytes.byte(at: position + 1) == .lineFeed: take(.newline, length: 2)
    default: lexBare(endedBy: bareEnd)
    }
  }

  @inline(__always) private mutating func take(_ kind: Token.Kind, length: Int = 1) -> Token {
    let start = position
    position &+= length
    return Token(kind, start: start, end: position)
  }

  /// Ends the token that started at `start` and moves after it.
  @inline(__always) mutating func finish(_ kind: Token.Kind, start: Int, end: Int, marks: Token.Marks) -> Token {
    position = end
    guard end > malformed else { return Token(kind, start: start, end: end, marks: marks) }
    return finishMalformed(kind, start: start, end: end, marks: marks)
  }

  @inline(never)
  private mutating func finishMalformed(_ kind: Token.Kind, start: Int, end: Int, marks: Token.Marks) -> Token {
    let concerns = malformed >= start
    malformed = bytes.nextMalformedUTF8(from: end)?.lowerBound ?? bytes.count
    return Token(kind, start: start, end: end, marks: concerns ? marks.union(.malformedUTF8) : marks)
  }

  /// Lexes an unquoted part of a key. The run extends over bytes that such a key cannot have.
  @inline(__always) private mutating func lexBareKey() -> Token {
    let start = position
    var cursor = start &+ 1
    while let byte = bytes.byte(at: cursor), ByteSet.bareKey.contains(byte) { cursor &+= 1 }
    if let byte = bytes.byte(at: cursor), !ByteSet.keyEnd.contains(byte) { return lexBare(endedBy: .keyEnd) }
    position = cursor
    return Token(.bare, start: start, end: cursor)
  }

  /// Lexes a run of at least one byte up to a byte of `end`. A lone carriage return is a run as well.
  @inline(__always) private mutating func lexBare(endedBy end: ByteSet) -> Token {
    let start = position
    var cursor = start &+ 1
    while let byte = bytes.byte(at: cursor), !end.contains(byte) { cursor &+= 1 }
    if bytes.isDateBeforeTime(from: start, to: cursor) {
      cursor &+= 1
      while let byte = bytes.byte(at: cursor), !end.contains(byte) { cursor &+= 1 }
    }
    return finish(.bare, start: start, end: cursor, marks: .notBareKey)
  }

  /// Lexes a comment, from `#` to the end of the line.
  @inline(__always) private mutating func lexComment() -> Token {
    let start = position
    var marks: Token.Marks = []
    var cursor = bytes.nextControl(from: start &+ 1)
    while cursor < bytes.count, !bytes.isLineEnd(at: cursor) {
      if bytes[cursor] != .tab { marks.insert(.control) }
      cursor = bytes.nextControl(from: cursor &+ 1)
    }
    return finish(.comment, start: start, end: cursor, marks: marks)
  }
}

extension ByteView {
  /// Whether the text starts with U+FEFF.
  var startsWithByteOrderMark: Bool { isByteOrderMark(at: 0) }

  /// Whether U+FEFF is at `position`.
  func isByteOrderMark(at position: Int) -> Bool {
    position + 3 <= count && self[position] == 0xEF && self[position + 1] == 0xBB && self[position + 2] == 0xBF
  }

  /// Whether LF or CRLF is at `position`.
  @inline(__always) func isLineEnd(at position: Int) -> Bool {
    switch self[position] {
    case .lineFeed: true
    case .carriageReturn: byte(at: position + 1) == .lineFeed
    default: false
    }
  }

  /// Whether `start..<end` has the form of a date and is followed by one space and a digit, as in `2026-11-23 09:00`.
  @inline(__always) fileprivate func isDateBeforeTime(from start: Int, to end: Int) -> Bool {
    guard end &- start == 10, end &+ 1 < count, self[end] == .space, self[end &+ 1].isDigit else { return false }
    return self[start].isDigit && self[start &+ 4] == .hyphen && self[start &+ 7] == .hyphen
  }
}
