import SchedulerDiagnostics

/// Writes XML 1.0, indented, with every text escaped.
struct XMLWriter {
  /// Names of attributes with their values, in order.
  typealias Attributes = KeyValuePairs<String, String>

  /// The text written so far.
  private(set) var text = ""
  private var open: [String] = []

  /// Opens an element. Everything up to the matching `end` is inside it.
  mutating func begin(_ name: String, with attributes: Attributes = [:]) {
    startLine()
    text += "<\(name)\(Self.text(of: attributes))>\n"
    open.append(name)
  }

  /// Closes the innermost open element.
  mutating func end() {
    guard let name = open.popLast() else { return }
    startLine()
    text += "</\(name)>\n"
  }

  /// Writes an element with a text or without content.
  mutating func element(_ name: String, with attributes: Attributes = [:], content: String? = nil) {
    startLine()
    let start = "<\(name)\(Self.text(of: attributes))"
    text += content.map { "\(start)>\(Self.escaped($0))</\(name)>\n" } ?? "\(start)/>\n"
  }

  /// Writes an element with lines of text, whose ends are kept.
  mutating func element(_ name: String, lines: [String]) {
    startLine()
    text += "<\(name)>" + lines.map(Self.escaped).joined(separator: "\n") + "</\(name)>\n"
  }

  /// Writes a line of text inside the innermost open element.
  mutating func line(_ content: String) {
    startLine()
    text += Self.escaped(content) + "\n"
  }

  private mutating func startLine() { text += String(repeating: "  ", count: open.count) }

  private static func text(of attributes: Attributes) -> String {
    attributes.reduce(into: "") { $0 += " \($1.key)=\"\(escaped($1.value))\"" }
  }

  /// Returns the text with markup escaped and invisible characters replaced. XML 1.0, section 2.2 allows neither
  /// control characters nor U+FFFE and U+FFFF, not even escaped; `PrintableText` shows control characters as pictures.
  static func escaped(_ content: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in PrintableText.printable(content).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      case "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
