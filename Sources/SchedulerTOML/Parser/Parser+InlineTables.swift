extension Parser {
  /// ```abnf
  /// inline-table = inline-table-open [ inline-table-keyvals ] ws-comment-newline inline-table-close
  /// inline-table-keyvals =  ws-comment-newline keyval ws-comment-newline inline-table-sep inline-table-keyvals
  /// inline-table-keyvals =/ ws-comment-newline keyval ws-comment-newline [ inline-table-sep ]
  /// inline-table-sep   = %x2C  ; , Comma
  /// ```
  /// Returns nil if the table is not closed. Entries that could not be read are added as erroneous ones.
  @inline(never) mutating func parseInlineTable(_ open: Token) -> ValueRecord? {
    guard enter(open) else { return nil }
    let outerKey = key
    let outerIsInline = isInInlineTable
    isInInlineTable = true
    defer {
      isInInlineTable = outerIsInline
      leave(outerKey)
    }
    let table = builder.openInlineTable(depth: nesting)
    var previousEnd: Int?
    while true {
      let token = nextInInlineTable()
      switch token.kind {
      case .rightBrace: return builder.closeInlineTable(table, range: open.start..<token.end)
      case .comma:
        if previousEnd == nil { problems.report(StructureProblem.extraComma(token.range)) }
        previousEnd = nil
      case .end, .rightBracket:
        return endInlineTable(open, at: token)
      default:
        if belongs(token, after: previousEnd) { parseInlineEntry(token, into: table) }
        previousEnd = lexer.position
        guard abandonment == .none else {
          return abandon(StructureProblem.unterminatedInlineTable(open: open.range, found: lineStart), at: open)
        }
      }
    }
  }

  /// Returns the next token after blanks, comments and line ends.
  @inline(__always) private mutating func nextInInlineTable() -> Token {
    while true {
      let token = lexer.nextInKey()
      switch token.kind {
      case .newline: line = lexer
      case .comment: judgeComment(token)
      default: return token
      }
    }
  }

  /// ```abnf
  /// keyval = key keyval-sep val
  /// ```
  @inline(__always) private mutating func parseInlineEntry(_ token: Token, into table: TableID) {
    let base = builder.path.count
    let outer = nesting
    if parseKeyValue(startingWith: token, into: table) == nil, abandonment == .none { skipToSeparator() }
    builder.clearPath(to: base)
    nesting = outer
  }

  /// Whether `token` starts an entry of this table. `previousEnd` is the end of the entry before it if no comma
  /// followed.
  @inline(__always) private mutating func belongs(_ token: Token, after previousEnd: Int?) -> Bool {
    guard let previousEnd else { return token.kind != .leftBracket || !abandonAtStatement() }
    return judgeMissingComma(after: previousEnd, before: token)
  }

  /// Reports an entry that follows another one without a comma. Returns whether it belongs to the table.
  ///
  /// On a new line it may be a statement after a table that was never closed. A `}` ahead decides.
  @inline(never) private mutating func judgeMissingComma(after end: Int, before token: Token) -> Bool {
    if let line, line.position > end, !problems.isFull, !isClosedAhead(from: line) {
      lexer = line
      abandonment = .wanted
      return false
    }
    problems.report(StructureProblem.missingComma(after: end, before: token.range))
    return true
  }

  @inline(never) private mutating func endInlineTable(_ open: Token, at token: Token) -> ValueRecord? {
    if token.kind == .rightBracket, containers == 1 {
      problems.report(StructureProblem.mismatchedBracket(open: open.range, closer: token.range))
      return nil
    }
    problems.report(StructureProblem.unterminatedInlineTable(open: open.range, found: token.range))
    if token.kind == .end { abandonment = .reported } else { lexer.unread(token) }
    return nil
  }
}
