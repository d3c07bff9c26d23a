/// Splits the text of a shell script into simple commands and their words, with the quotation marks.
enum ShellWords {
  /// Returns the commands. Quotations and substitutions may contain spaces and separators; here-documents are read as
  /// commands, which hand over to nothing.
  ///
  /// Complexity: O(characters).
  static func commands(in text: String) -> [[Substring]] {
    var reader = Reader(rest: text[...])
    reader.readAll()
    return reader.commands
  }

  private struct Reader {
    var rest: Substring
    var commands: [[Substring]] = []
    private var words: [Substring] = []

    init(rest: Substring) { self.rest = rest }

    mutating func readAll() {
      while let first = rest.first {
        if first == "\\", let next = rest.dropFirst().first, next.isNewline {
          rest = rest.dropFirst(2)
        } else if first == "#" {
          rest = rest.drop { !$0.isNewline }
        } else if first.isNewline || ";&|()".contains(first) {
          endCommand()
          rest.removeFirst()
        } else if first.isWhitespace {
          rest.removeFirst()
        } else {
          readWord()
        }
      }
      endCommand()
    }

    private mutating func endCommand() {
      if !words.isEmpty { commands.append(words) }
      words = []
    }

    private mutating func readWord() {
      let start = rest.startIndex
      while let first = rest.first, !first.isWhitespace, !";&|()".contains(first) { skipPart(first) }
      let word = rest.base[start..<rest.startIndex]
      // A redirection is no argument.
      if !word.contains(where: { $0 == "<" || $0 == ">" }) || word.contains("\"") { words.append(word) }
    }

    /// Skips a character, a quotation or a substitution.
    private mutating func skipPart(_ first: Character) {
      rest.removeFirst()
      switch first {
      case "\\": rest = rest.dropFirst()
      case "'": skip(to: "'")
      case "`": skip(to: "`")
      case "\"": skipQuotation()
      case "$" where rest.first == "(": skipParentheses()
      default: break
      }
    }

    private mutating func skip(to end: Character) {
      rest = rest.drop { $0 != end }.dropFirst()
    }

    private mutating func skipQuotation() {
      while let next = rest.first, next != "\"" {
        rest.removeFirst()
        if next == "\\" { rest = rest.dropFirst() }
        if next == "$", rest.first == "(" { skipParentheses() }
      }
      rest = rest.dropFirst()
    }

    private mutating func skipParentheses() {
      var depth = 0
      while let next = rest.popFirst() {
        if next == "(" { depth += 1 }
        if next == ")" { depth -= 1 }
        if depth == 0 { return }
      }
    }
  }
}
