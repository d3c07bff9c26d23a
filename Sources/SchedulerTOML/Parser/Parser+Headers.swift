extension Parser {
  /// ```abnf
  /// table = std-table / array-table
  /// std-table = std-table-open key std-table-close
  /// std-table-open  = %x5B ws     ; [ Left square bracket
  /// std-table-close = ws %x5D     ; ] Right square bracket
  /// array-table = array-table-open key array-table-close
  /// array-table-open  = %x5B.5B ws  ; [[ Double left square bracket
  /// array-table-close = ws %x5D.5D  ; ]] Double right square bracket
  /// ```
  /// An unusable header still starts a section, so that its keys are not added to the section before it.
  mutating func parseHeader(_ open: Token) {
    builder.clearPath(to: 0)
    nesting = 0
    var first = lexer.nextInKey()
    let isArray = first.kind == .leftBracket
    let brackets = open.start..<(isArray ? first.end : open.end)
    if isArray { first = lexer.nextInKey() }
    guard first.kind != .rightBracket, !first.endsLine else {
      problems.report(KeyProblem.missing(.inHeader, at: open.start..<max(first.start, open.end)))
      lexer.unread(first)
      return openDetached(brackets)
    }
    guard let close = parseKey(startingWith: first) else { return openDetached(brackets) }
    let key = Int(builder.path[0].start)..<builder.path[builder.path.count - 1].range.upperBound
    guard close.kind == .rightBracket else {
      guard reportUnterminatedHeader(found: close, key: key, isArray: isArray) else { return openDetached(brackets) }
      openSection(span: key, isArray: isArray)
      return skipLine()
    }
    closeHeader(brackets: brackets, key: key, close: close, isArray: isArray)
  }

  /// Parses the rest of the line after the key and the first `]`, and opens the table.
  @inline(__always)
  private mutating func closeHeader(brackets: Range<Int>, key: Range<Int>, close: Token, isArray: Bool) {
    var isArray = isArray
    var isWhole = brackets.count == (isArray ? 2 : 1)
    var closers = close.range
    var token = lexer.nextInValue()
    if token.kind == .rightBracket, isArray || token.start == close.end {
      isWhole = isWhole && isArray && token.start == close.end
      isArray = true
      closers = close.start..<token.end
      token = lexer.nextInValue()
    } else if isArray {
      lexer.unread(token)
      problems.report(HeaderProblem.unterminated(key: key, found: token.range, isArray: true))
      openSection(span: key, isArray: isArray)
      return skipLine()
    }
    if !isWhole {
      let wrong = brackets.count == closers.count ? brackets : closers
      problems.report(HeaderProblem.malformed(wrong, key: key, isArray: isArray))
    }
    openSection(span: key, isArray: isArray)
    switch token.kind {
    case .newline, .end: break
    case .comment: judgeComment(token)
    default:
      lexer.unread(token)
      if isWhole, !reportStrayBytes(in: token) {
        problems.report(HeaderProblem.textAfter(token.start..<textOfLine(from: token.start).upperBound))
      }
      skipLine()
    }
  }

  /// Makes the table of a header the target of the following key/value pairs.
  @inline(__always) private mutating func openSection(span: Range<Int>, isArray: Bool) {
    do throws(TableProblem) {
      let table = isArray ? try builder.openElement(span: span) : try builder.openTable(span: span)
      section = table ?? builder.openDetached(span: span)
    } catch {
      report(error, pathFrom: 0)
      section = builder.openDetached(span: span)
    }
  }

  private mutating func openDetached(_ span: Range<Int>) {
    section = builder.openDetached(span: span)
    skipLine()
  }

  /// Reports a header without `]`. Returns whether its name is known nevertheless: `[my table]` is a name without
  /// quotes.
  private mutating func reportUnterminatedHeader(found: Token, key: Range<Int>, isArray: Bool) -> Bool {
    defer { lexer.unread(found) }
    if reportStrayBytes(in: found) { return false }
    if found.kind == .bare {
      var ahead = lexer
      var last = found
      var next = ahead.nextInKey()
      while next.kind == .bare { (last, next) = (next, ahead.nextInKey()) }
      if next.kind == .rightBracket {
        problems.report(KeyProblem.blank(words: Int(builder.path[builder.path.count - 1].start)..<last.end))
        return false
      }
    }
    problems.report(HeaderProblem.unterminated(key: key, found: found.range, isArray: isArray))
    return true
  }
}
