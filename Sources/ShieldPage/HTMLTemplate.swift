/// A text with slots of the form `{{name}}`.
struct HTMLTemplate: Sendable {
  /// The texts between slots, one more than there are slots.
  private var texts: [String] = []
  private var names: [String] = []

  /// Parses a template. A slot that is not closed is text.
  init(_ template: String) {
    var rest = template[...]
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      texts.append(String(rest[..<start.lowerBound]))
      names.append(String(rest[start.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    texts.append(String(rest))
  }

  /// Returns the text with the content of its slots, which is put in as it is. A slot without content becomes empty.
  func filled(with slots: [String: String]) -> String {
    var text = texts[0]
    for (name, next) in zip(names, texts.dropFirst()) { text += (slots[name] ?? "") + next }
    return text
  }
}

extension String {
  /// The text for the content of elements and for attributes in double quotes. Control characters, which HTML does not
  /// allow, and those that change the direction of other text become U+FFFD.
  public var escapedForHTML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": text += "\u{FFFD}"
      case "\n", "\t": text += " "
      default:
        let isControl = scalar.properties.generalCategory == .control
        text.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
      }
    }
    return text
  }

  /// Returns the first characters of the text in at most `count` bytes of UTF-8, and an ellipsis if there are more.
  func cut(toBytes count: Int) -> String {
    guard utf8.count > count else { return self }
    var text = ""
    var byteCount = 0
    for character in self {
      byteCount += character.utf8.count
      if byteCount > count { break }
      text.append(character)
    }
    return text + "…"
  }
}
