/// Parses statements line by line, reports their mistakes and continues with the next statement.
///
/// A mistake ends its statement but never the document. The readable part of the statement is kept.
struct Parser {
  var lexer: Lexer
  var builder: TreeBuilder
  var problems: ProblemList
  /// The table that receives the key/value pairs of the current section.
  var section = TableID.root
  /// The whole key whose value is being parsed, for messages; nil inside arrays.
  var key: Range<Int>?
  /// The number of tables and arrays around the value being parsed.
  var nesting = 0
  /// The number of open brackets of the statement around the value being parsed.
  var containers = 0
  /// Whether one of the open brackets is a brace.
  var isInInlineTable = false
  /// Whether a quote of the statement is missing or superfluous.
  var hasOddQuotes = false
  /// The start of the newest line inside an array or inline table. Parsing resumes there if that line turns out to be a
  /// statement of its own, which means that the brackets before it were never closed.
  var line: Lexer?
  /// The position of a line that is known not to be a statement.
  var plainLine: Int?
  /// The progress of abandoning open brackets.
  var abandonment = Abandonment.none

  let bytes: ByteView

  /// Creates a parser of `text` whose tree hashes keys with `seed`.
  init(_ text: Excerpts, seed: UInt64) {
    bytes = text.bytes
    lexer = Lexer(bytes)
    builder = TreeBuilder(source: bytes, seed: seed)
    problems = ProblemList(in: text)
  }

  /// ```abnf
  /// toml = expression *( newline expression )
  /// ```
  mutating func parseDocument() { while parseExpression() {} }

  /// ```abnf
  /// expression =  ws [ comment ]
  /// expression =/ ws keyval ws [ comment ]
  /// expression =/ ws table ws [ comment ]
  /// ```
  /// Returns false at the end of the text.
  @inline(__always) private mutating func parseExpression() -> Bool {
    let token = lexer.nextInKey()
    switch token.kind {
    case .bare, .basicString, .literalString: parseStatement(startingWith: token)
    case .newline: break
    case .comment: judgeComment(token)
    case .leftBracket: parseHeader(token)
    case .end: return false
    default: parseOddStatement(startingWith: token)
    }
    return true
  }

  /// ```abnf
  /// keyval = key keyval-sep val
  /// ```
  @inline(__always) private mutating func parseStatement(startingWith first: Token) {
    builder.clearPath(to: 0)
    nesting = Int(builder.tree[section].depth)
    guard let value = parseKeyValue(startingWith: first, into: section) else {
      return recover()
    }
    let token = lexer.nextInValue()
    switch token.kind {
    case .newline, .end: return
    case .comment: judgeComment(token)
    default: reportTextAfterValue(token, value: value)
    }
  }

  /// ```abnf
  /// keyval = key keyval-sep val
  /// keyval-sep = ws %x3D ws ; =
  /// ```
  /// Returns the first token of the value, or nil if the rest of the line cannot be interpreted.
  @inline(__always)
  mutating func parseKeyValue(startingWith first: Token, into table: TableID) -> Range<Int>? {
    let base = builder.path.count
    guard let separator = parseKey(startingWith: first) else { return nil }
    let whole = Int(builder.path[base].start)..<builder.path[builder.path.count - 1].range.upperBound
    guard separator.kind == .equals else {
      reportMissingEquals(whole, found: separator)
      return nil
    }
    key = whole
    let start = lexer.nextInValue()
    let value = parseValue(start)
    insert(from: base, value ?? .erroneous, into: table)
    return value == nil ? nil : start.start..<lexer.position
  }

  /// Adds a value under the key whose parts are in `path` from `base` on, and removes the parts.
  @inline(__always) private mutating func insert(from base: Int, _ value: ValueRecord, into table: TableID) {
    guard builder.path.count == base &+ 1 else { return insertDotted(from: base, value, into: table) }
    do throws(TableProblem) {
      try builder.insert(builder.path[base], value: value, into: table)
    } catch {
      problems.report(error)
    }
    builder.clearPath(to: base)
  }

  @inline(never)
  private mutating func insertDotted(from base: Int, _ value: ValueRecord, into table: TableID) {
    defer { builder.clearPath(to: base) }
    do throws(TableProblem) {
      var table = table
      for position in base..<builder.path.count - 1 {
        guard let next = try builder.descend(builder.path[position], from: table) else { return }
        table = next
      }
      try builder.insert(builder.path[builder.path.count - 1], value: value, into: table)
    } catch {
      report(error, pathFrom: base, section: containers == 0 ? section : .root)
    }
  }

  /// Reports a conflict of the key whose parts are in `path` from `base` on.
  mutating func report(_ problem: TableProblem, pathFrom base: Int, section: TableID = .root) {
    var problem = problem
    if section != .root { problem.section = builder.tree[section].span.range }
    problem.path = Int(builder.path[base].start)..<problem.part.upperBound
    problems.report(problem)
  }

  @inline(__always) mutating func judgeComment(_ token: Token) {
    if !token.marks.isEmpty { reportMarks(token, in: .comment) }
  }
}
