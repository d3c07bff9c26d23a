import SchedulerDiagnostics

/// A word of a script with its position.
struct ScriptWord: Hashable, ArgumentWord {
  /// The text without quotes.
  let text: String
  /// Its bytes in the script, including quotes.
  let span: ByteSpan
  let isQuoted: Bool

  func rest(after prefix: String) -> ScriptWord {
    let rest = String(text.dropFirst(prefix.count))
    let upper = Int(span.upper)
    let span = ByteSpan(lower: max(upper - rest.utf8.count, Int(span.lower)), upper: upper)
    return ScriptWord(text: rest, span: span, isQuoted: true)
  }
}

/// A problem in a line of a script.
struct ScriptProblem: Error {
  let code: DiagnosticCode
  let span: ByteSpan
  let message: String
  var help: [String] = []
}

/// Splits a line into words.
///
///     line   = *( word / blank ) [ "#" *any ]
///     word   = quoted / 1*any                      ; up to a blank; '#' begins a comment only where a word may begin
///     quoted = %x22 *( any / "\" any ) %x22
///     blank  = SP / HTAB / CR
struct ScriptLine {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// Creates a line from bytes of a script.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Returns the words of the line, without its comment.
  static func words(of bytes: ArraySlice<UInt8>) throws(ScriptProblem) -> [ScriptWord] {
    var line = ScriptLine(bytes)
    var words: [ScriptWord] = []
    while let word = try line.next() { words.append(word) }
    return words
  }

  private mutating func next() throws(ScriptProblem) -> ScriptWord? {
    while position < bytes.endIndex, Self.isBlank(bytes[position]) { position += 1 }
    guard position < bytes.endIndex, bytes[position] != UInt8(ascii: "#") else { return nil }
    return bytes[position] == UInt8(ascii: "\"") ? try quoted() : plain()
  }

  private mutating func plain() -> ScriptWord {
    let start = position
    while position < bytes.endIndex, !Self.isBlank(bytes[position]) { position += 1 }
    return ScriptWord(
      text: String(decoding: bytes[start..<position], as: UTF8.self), span: ByteSpan(lower: start, upper: position),
      isQuoted: false)
  }

  private mutating func quoted() throws(ScriptProblem) -> ScriptWord {
    let start = position
    var text: [UInt8] = []
    position += 1
    while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.endIndex { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    guard position < bytes.endIndex else { throw .unclosedQuote(ByteSpan(lower: start, upper: position)) }
    position += 1
    return ScriptWord(
      text: String(decoding: text, as: UTF8.self), span: ByteSpan(lower: start, upper: position), isQuoted: true)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
