/// The part of an application's desktop entry that shields need (Desktop Entry Specification 1.5).
public struct DesktopEntry: Hashable, Sendable {
  /// The desktop ID, without `.desktop`.
  public let id: String
  /// The program that the entry starts, a path or a file name; nil if it names none.
  public var program: String?
  /// The registered categories, in the order of the entry.
  public var categories: [ApplicationCategory] = []
  /// Whether the entry counts as deleted. It hides an entry with the same ID in a later directory.
  public var isHidden = false
  /// Whether menus show it.
  public var isShown = true
  /// Whether it runs in a terminal.
  public var runsInTerminal = false

  /// Creates the entry of a program, shown and without categories.
  public init(id: String, program: String? = nil) {
    self.id = id
    self.program = program
  }
}

extension DesktopEntry {
  /// Parses the entry of an application. Returns nil for another type, or if there is no group `[Desktop Entry]`.
  ///
  ///     file  = *line                          ; sections 3 and 6 of the specification
  ///     line  = comment / group / pair / blank
  ///     group = "[" name "]"
  ///     pair  = key *SP "=" *SP value          ; "Name[de]" is another key than "Name"
  ///
  /// Parsing is tolerant: other lines are skipped, the first of two equal keys counts, bytes that are not UTF-8 are
  /// replaced, and unregistered categories are dropped.
  ///
  /// Complexity: O(bytes).
  public init?(parsing bytes: [UInt8], id: String) {
    self.init(id: id)
    guard let pairs = Self.pairs(in: bytes), pairs["Type"] == "Application" else { return nil }
    program = pairs["Exec"].flatMap { CommandLineText.program(of: $0) }
    categories = (pairs["Categories"] ?? "").split(separator: ";").compactMap { ApplicationCategory(String($0)) }
    isHidden = pairs["Hidden"] == "true"
    isShown = pairs["NoDisplay"] != "true"
    runsInTerminal = pairs["Terminal"] == "true"
  }

  /// Returns the pairs of the main group.
  private static func pairs(in bytes: [UInt8]) -> [Substring: Substring]? {
    var pairs: [Substring: Substring]?
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") {
        guard pairs == nil else { break }
        if line.trimmingSpaces == "[Desktop Entry]" { pairs = [:] }
      } else if !line.hasPrefix("#"), let equals = line.firstIndex(of: "="), pairs != nil {
        let key = line[..<equals].trimmingSpaces
        if pairs?[key] == nil { pairs?[key] = line[line.index(after: equals)...].trimmingSpaces }
      }
    }
    return pairs
  }
}

/// The value of `Exec` (Desktop Entry Specification 1.5, section 7).
///
///     exec   = word *( 1*SP word )
///     word   = quoted / plain                      ; a word that is a field code stands for files, or for nothing
///     quoted = DQUOTE *( char / "\" char ) DQUOTE
private enum CommandLineText {
  /// Returns the first word that is not a field code.
  static func program(of text: Substring) -> String? {
    var rest = unescaped(text)[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard let first = rest.popFirst() else { return nil }
      if first == "\"" { return quotedWord(rest) }
      let word = String(first) + rest.prefix { $0 != " " }
      let isFieldCode = word.count == 2 && first == "%" && word != "%%"
      if !isFieldCode { return withoutMarks(word[...], mark: "%") }
      rest = rest.drop { $0 != " " }
    }
  }

  /// Returns the text up to a quotation mark; nil if it is empty.
  private static func quotedWord(_ text: Substring) -> String? {
    var isEscaped = false
    let quoted = text.prefix { character in
      defer { isEscaped = !isEscaped && character == "\\" }
      return isEscaped || character != "\""
    }
    return quoted.isEmpty ? nil : withoutMarks(quoted, mark: "\\")
  }

  /// Returns the text without the mark before each marked character. Two marks become one.
  private static func withoutMarks(_ text: Substring, mark: Character) -> String {
    var result = ""
    var isMarked = false
    for character in text {
      isMarked = !isMarked && character == mark
      if !isMarked { result.append(character) }
    }
    return result
  }

  /// Decodes the value of a string: `\s`, `\n`, `\t`, `\r` and `\\` stand for one character each.
  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let character = rest.popFirst() {
      guard character == "\\", let escape = rest.first, let meaning = escapes[escape] else {
        result.append(character)
        continue
      }
      rest.removeFirst()
      result.append(meaning)
    }
    return result
  }

  private static let escapes: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"]
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmingSpaces: Substring {
    var text = self
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text.drop { $0 == " " || $0 == "\t" }
  }
}
