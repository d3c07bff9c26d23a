extension Parser {
  /// ```abnf
  /// key = simple-key / dotted-key
  /// dotted-key = simple-key 1*( dot-sep simple-key )
  /// dot-sep   = ws %x2E ws  ; . Period
  /// ```
  /// Appends the parts to `path` and returns the token after the key. Reports text that is not a key and returns nil.
  @inline(__always) mutating func parseKey(startingWith first: Token) -> Token? {
    guard let part = parseSimpleKey(first) else { return nil }
    builder.path.append(part)
    let token = lexer.nextInKey()
    return token.kind == .dot ? parseDottedKey(from: builder.path.count - 1, dot: token) : token
  }

  @inline(never) private mutating func parseDottedKey(from base: Int, dot: Token) -> Token? {
    var dot = dot
    while true {
      let token = lexer.nextInKey()
      guard token.kind != .dot, token.kind != .equals, token.kind != .rightBracket, !token.endsLine else {
        problems.report(
          KeyProblem.missing(.afterDot, at: token.range.isEmpty || token.endsLine ? dot.range : token.range))
        lexer.unread(token)
        return nil
      }
      guard let part = parseSimpleKey(token) else { return nil }
      builder.path.append(part)
      guard nesting + builder.path.count - base <= Document.maximumNesting else {
        problems.report(StructureProblem.nestingTooDeep(token.range))
        return nil
      }
      dot = lexer.nextInKey()
      if dot.kind != .dot {
        nesting += builder.path.count - base - 1
        return dot
      }
    }
  }

  /// ```abnf
  /// simple-key = quoted-key / unquoted-key
  /// unquoted-key = 1*( ALPHA / DIGIT / %x2D / %x5F ) ; A-Z / a-z / 0-9 / - / _
  /// quoted-key = basic-string / literal-string
  /// ```
  @inline(__always) private mutating func parseSimpleKey(_ token: Token) -> KeyRecord? {
    guard token.marks.isEmpty, token.kind != .multilineBasicString, token.kind != .multilineLiteralString else {
      return parseOddKey(token)
    }
    let seed = builder.tree.seed
    switch token.kind {
    case .bare: return KeyRecord(token.range, form: .bare, hash: bytes.keyHash(of: token.range, seed: seed))
    case .basicString:
      return KeyRecord(token.range, form: .basic, hash: bytes.keyHash(of: token.start + 1..<token.end - 1, seed: seed))
    case .literalString:
      return KeyRecord(
        token.range, form: .literal, hash: bytes.keyHash(of: token.start + 1..<token.end - 1, seed: seed))
    default: return parseOddKey(token)
    }
  }

  /// Parses a key with escapes. Reports a token that is not a key.
  @inline(never) private mutating func parseOddKey(_ token: Token) -> KeyRecord? {
    switch token.kind {
    case .basicString:
      guard judgeString(token, key: nil) else { return nil }
      let content = token.start + 1..<token.end - 1
      let hash = StringPieces(content, in: bytes).decoded().withUnsafeBytes {
        ByteView($0).keyHash(seed: builder.tree.seed)
      }
      return KeyRecord(token.range, form: TextForm.basic.escaped, hash: hash)
    case .literalString:
      // Only reached for a string with a mistake in it.
      _ = judgeString(token, key: nil)
    case .multilineBasicString, .multilineLiteralString: problems.report(KeyProblem.multiline(token.range))
    case .bare: reportBareKey(token)
    default:
      problems.report(StructureProblem.unexpected(token.range, expected: "a key"))
      lexer.unread(token)
    }
    return nil
  }

  /// Reports a run of bytes that is not a key. In `name: "x"` the colon stands for the equals sign.
  private mutating func reportBareKey(_ token: Token) {
    if reportStrayBytes(in: token) { return }
    var cursor = token.start
    while ByteSet.bareKey.contains(bytes[cursor]) { cursor += 1 }
    if bytes[cursor] == .colon, cursor > token.start {
      let value = textOfLine(from: cursor + 1)
      problems.report(KeyProblem.colon(key: token.start..<cursor, colon: cursor..<cursor + 1, value: value))
      return
    }
    let character = problems.text.character(at: cursor)
    problems.report(KeyProblem.notBare(part: token.range, character: character))
  }

  /// Reports the text that stands in the place of `=`. Several words before an `=` are one key without quotes.
  @inline(never) mutating func reportMissingEquals(_ key: Range<Int>, found: Token) {
    defer { lexer.unread(found) }
    if reportStrayBytes(in: found) { return }
    guard found.kind == .bare else {
      return problems.report(KeyProblem.missingEquals(key: key, found: found.range))
    }
    if bytes[found.start] == .colon {
      let colon = found.start..<found.start + 1
      return problems.report(KeyProblem.colon(key: key, colon: colon, value: textOfLine(from: colon.upperBound)))
    }
    var ahead = lexer
    var last = found
    var next = ahead.nextInKey()
    while next.kind == .bare { (last, next) = (next, ahead.nextInKey()) }
    if next.kind == .equals { return problems.report(KeyProblem.blank(words: key.lowerBound..<last.end)) }
    problems.report(KeyProblem.missingEquals(key: key, found: found.range))
  }
}

extension ByteView {
  /// Maximum part of a line that is examined to describe a mistake. A one-line text may have a mistake at every other
  /// byte.
  private static var longestLineText: Int { 1024 }

  /// Returns the text from `start` to the end of its line or to a comment, without surrounding blanks and limited to
  /// `longestLineText`.
  func endOfLineText(from start: Int) -> Range<Int> {
    let limit = min(count, start + Self.longestLineText)
    var start = start
    while start < limit, isBlank(at: start) { start += 1 }
    var end = start
    while end < limit, !isLineEnd(at: end), !(self[end] == .numberSign && isBlank(at: end - 1)) { end += 1 }
    while end > start, isBlank(at: end - 1) { end -= 1 }
    return start..<end
  }

  private func isBlank(at position: Int) -> Bool { self[position] == .space || self[position] == .tab }
}
