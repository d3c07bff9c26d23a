/// An application's desktop entry, as far as shields need it (Desktop Entry Specification 1.5).
public struct DesktopEntry: Hashable, Sendable {
  /// Its desktop id, without `.desktop`.
  public let id: String
  /// The program that it starts, a path or a file name; nil when it names none.
  public var program: String?
  /// Its registered categories, in the order of the entry.
  public var categories: [ApplicationCategory] = []
  /// Whether it counts as deleted: it hides an entry of the same id in a later directory.
  public var isHidden = false
  /// Whether menus show it.
  public var isShown = true
  /// Whether it runs in a terminal.
  public var runsInTerminal = false

  /// The entry of a program, shown and with no categories.
  public init(id: String, program: String? = nil) {
    self.id = id
    self.program = program
  }
}

extension DesktopEntry {
  /// Reads an entry of an application; nil for a text that is none: another type, or no group `[Desktop Entry]`.
  ///
  ///     file  = *line                          ; sections 3 and 6 of the specification
  ///     line  = comment / group / pair / blank
  ///     group = "[" name "]"
  ///     pair  = key *SP "=" *SP value          ; "Name[de]" is another key than "Name"
  ///
  /// Tolerant: lines that are none of these are passed over, of a key given twice the first counts, bytes that are not
  /// UTF-8 are replaced, and unregistered categories are left out.
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

  /// The pairs of the main group.
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
  /// The first word that is no field code.
  static func program(of text: Substring) -> String? {
    var rest = unescaped(text)[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard let first = rest.popFirst() else { return nil }
      if first == "\"" { return quotedWord(rest) }
      let word = String(first) + rest.prefix { $0 != " " }
      let isFieldCode = word.count == 2 && first == "%" && word != "%%"
      if !isFieldCode { return withoutMarks(word[...], "%") }
      rest = rest.drop { $0 != " " }
    }
  }

  /// The text up to a quotation mark; nil for an empty one.
  private static func quotedWord(_ text: Substring) -> String? {
    var isEscaped = false
    let quoted = text.prefix { character in
      defer { isEscaped = !isEscaped && character == "\\" }
      return isEscaped || character != "\""
    }
    return quoted.isEmpty ? nil : withoutMarks(quoted, "\\")
  }

  /// The text without the mark in front of each character that has one; of two marks one is left.
  private static func withoutMarks(_ text: Substring, _ mark: Character) -> String {
    var result = ""
    var isMarked = false
    for character in text {
      isMarked = !isMarked && character == mark
      if !isMarked { result.append(character) }
    }
    return result
  }

  /// The value of a string: `\s`, `\n`, `\t`, `\r` and `\\` mean one character each.
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
