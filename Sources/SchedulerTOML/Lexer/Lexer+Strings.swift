/// The four forms of strings. The lexer only marks escapes; `StringPieces` decodes them.
extension Lexer {
  /// Lexes a basic string: up to the closing quotation mark, or to the end of the line if it is missing.
  @inline(__always) mutating func lexBasicString() -> Token {
    let start = position
    if bytes.repeats(.quotationMark, at: start) {
      return lexMultilineString(.multilineBasicString, quote: .quotationMark)
    }
    let end = bytes.nextBasicStringSpecial(from: start &+ 1)
    if bytes.byte(at: end) == .quotationMark { return finish(.basicString, start: start, end: end &+ 1, marks: []) }
    return lexString(.basicString, quote: .quotationMark, goingOnAt: end)
  }

  /// Lexes a literal string: up to the closing apostrophe, or to the end of the line if it is missing.
  @inline(__always) mutating func lexLiteralString() -> Token {
    let start = position
    if bytes.repeats(.apostrophe, at: start) { return lexMultilineString(.multilineLiteralString, quote: .apostrophe) }
    let end = bytes.nextLiteralStringSpecial(from: start &+ 1)
    if bytes.byte(at: end) == .apostrophe { return finish(.literalString, start: start, end: end &+ 1, marks: []) }
    return lexString(.literalString, quote: .apostrophe, goingOnAt: end)
  }

  /// Reads the rest of a string on one line, from its first byte that is not copied as it is.
  @inline(never) private mutating func lexString(_ kind: Token.Kind, quote: UInt8, goingOnAt first: Int) -> Token {
    let start = position
    let isBasic = kind == .basicString
    var marks: Token.Marks = []
    var cursor = first
    while cursor < bytes.count, !bytes.isLineEnd(at: cursor) {
      switch bytes[cursor] {
      case quote: return finish(kind, start: start, end: cursor + 1, marks: marks)
      case .backslash:
        marks.insert(.escaped)
        if cursor + 1 < bytes.count, !bytes.isLineEnd(at: cursor + 1) { cursor += 1 }
      case .tab: break
      default: marks.insert(.control)
      }
      cursor += 1
      cursor = isBasic ? bytes.nextBasicStringSpecial(from: cursor) : bytes.nextLiteralStringSpecial(from: cursor)
    }
    return finish(kind, start: start, end: cursor, marks: marks.union(.unterminated))
  }

  /// Lexes a string between three `quote`s. One or two more quotes at the end belong to its text.
  @inline(never) private mutating func lexMultilineString(_ kind: Token.Kind, quote: UInt8) -> Token {
    let start = position
    let isBasic = kind == .multilineBasicString
    var marks: Token.Marks = []
    var cursor = start + 3
    while true {
      cursor = isBasic ? bytes.nextBasicStringSpecial(from: cursor) : bytes.nextLiteralStringSpecial(from: cursor)
      guard cursor < bytes.count else {
        return finish(kind, start: start, end: cursor, marks: marks.union(.unterminated))
      }
      switch bytes[cursor] {
      case quote where bytes.repeats(quote, at: cursor):
        var end = cursor + 3
        while end < cursor + 5, bytes.byte(at: end) == quote { end += 1 }
        return finish(kind, start: start, end: end, marks: marks)
      case .backslash where isBasic:
        marks.insert(.escaped)
        cursor = min(cursor + 2, bytes.count)
        continue
      case quote, .tab, .lineFeed: break
      case .carriageReturn where bytes.isLineEnd(at: cursor): break
      default: marks.insert(.control)
      }
      cursor += 1
    }
  }
}

extension ByteView {
  /// Whether `byte` occurs three times from `position` on.
  @inline(__always) fileprivate func repeats(_ byte: UInt8, at position: Int) -> Bool {
    position &+ 3 <= count && self[position] == byte && self[position &+ 1] == byte && self[position &+ 2] == byte
  }
}
