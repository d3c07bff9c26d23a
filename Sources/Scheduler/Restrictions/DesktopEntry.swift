/// The part of an application's desktop entry that shields need (Desktop Entry Specification 1.5).
public struct DesktopEntry: Hashable, Sendable {
  /// The desktop ID, without `.desktop`.
  public let id: String
  /// The name in the entry's own language; nil if it has none.
  public var name: String?
  /// The program that the entry starts, a path or a file name; nil if it names none. `env` and the variables that it
  /// sets are left out.
  public var program: String?
  /// The arguments that the program gets one after the other, without files: those before the first field code, or
  /// those after it if there are none. Empty if the entry starts the program without further arguments.
  public var arguments: [String] = []
  /// The registered categories, in the order of the entry.
  public var categories: [ApplicationCategory] = []
  /// The class or instance that a window of it has in X11, or its app_id in Wayland, if that differs from the ID; nil if
  /// the entry does not say.
  public var windowClass: String?
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
    name = pairs["Name"].map(String.init)
    let command = CommandLineText.words(of: pairs["Exec"] ?? "").drop { $0 == nil }
    let words = CommandWords.withoutEnvironment(command)
    program = words.first ?? nil
    arguments = words.dropFirst().split(separator: nil).first?.compactMap { $0 } ?? []
    categories = (pairs["Categories"] ?? "").split(separator: ";").compactMap { ApplicationCategory(String($0)) }
    windowClass = pairs["StartupWMClass"].flatMap { $0.isEmpty ? nil : String($0) }
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
  /// Returns the words; nil for a field code. Empty if a word at the beginning is an empty quotation.
  static func words(of text: Substring) -> [String?] {
    var words: [String?] = []
    var rest = unescaped(text)[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard let first = rest.first else { return words }
      if first == "\"" {
        let quoted = quotation(in: rest.dropFirst())
        if quoted.isEmpty, words.allSatisfy({ $0 == nil }) { return [] }
        words.append(withoutMarks(quoted, mark: "\\"))
        rest = rest.dropFirst(quoted.count + 2)
      } else {
        let word = rest.prefix { $0 != " " }
        rest = rest.dropFirst(word.count)
        words.append(isFieldCode(word) ? nil : withoutMarks(word, mark: "%"))
      }
    }
  }

  private static func isFieldCode(_ word: Substring) -> Bool { word.count == 2 && word.first == "%" && word != "%%" }

  /// Returns the text up to a quotation mark.
  private static func quotation(in text: Substring) -> Substring {
    var isEscaped = false
    return text.prefix { character in
      defer { isEscaped = !isEscaped && character == "\\" }
      return isEscaped || character != "\""
    }
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

/// The words of a command.
public enum CommandWords {
  /// Returns a command without `env`, its options and the variables that it sets. Nil stands for a word that is not
  /// known.
  public static func withoutEnvironment(_ words: ArraySlice<String?>) -> ArraySlice<String?> {
    guard let program = words.first ?? nil, ApplicationName(program).fileName == "env" else { return words }
    var rest = words.dropFirst()
    while let word = rest.first ?? nil, word.hasPrefix("-") || word.contains("=") {
      rest = rest.dropFirst(["-u", "--unset", "-C", "--chdir"].contains(word) ? 2 : 1)
    }
    return rest.isEmpty ? words : rest
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmingSpaces: Substring {
    var text = self
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text.drop { $0 == " " || $0 == "\t" }
  }
}
