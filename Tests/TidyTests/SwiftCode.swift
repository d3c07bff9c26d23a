/// Tells the code of a Swift text from its comments and strings.
struct SwiftCode {
  private let text: [Character]
  private var position = 0
  private var code: [Character] = []

  /// `text` with comments and the contents of strings as spaces; line feeds and interpolated code stay.
  static func onlyCode(of text: String) -> String {
    var scan = SwiftCode(text: Array(text))
    scan.code.reserveCapacity(scan.text.count)
    while scan.position < scan.text.count { scan.code(untilClosing: false) }
    return String(scan.code)
  }

  private init(text: [Character]) { self.text = text }

  /// Copies code to the end, or up to the parenthesis that closes an interpolation.
  private mutating func code(untilClosing: Bool) {
    var depth = 0
    while position < text.count {
      if isAt("//") {
        comment()
      } else if isAt("/*") {
        nestedComment()
      } else if let hashes = hashesOfString() {
        string(hashes: hashes)
      } else {
        if text[position] == "(" { depth += 1 }
        if text[position] == ")" { depth -= 1 }
        copy(1)
        if untilClosing && depth < 0 { return }
      }
    }
  }

  private mutating func comment() {
    while position < text.count, text[position] != "\n" { blank(1) }
  }

  private mutating func nestedComment() {
    var depth = 0
    repeat {
      if isAt("/*") {
        depth += 1
      } else if isAt("*/") {
        depth -= 1
      } else {
        blank(1)
        continue
      }
      blank(2)
    } while depth > 0 && position < text.count
  }

  /// How many `#` stand before the quote of a string that begins here; nil when none begins.
  private func hashesOfString() -> Int? {
    var end = position
    while end < text.count, text[end] == "#" { end += 1 }
    return end < text.count && text[end] == "\"" ? end - position : nil
  }

  private mutating func string(hashes: Int) {
    copy(hashes)
    let quotes = isAt("\"\"\"") ? "\"\"\"" : "\""
    let end = quotes + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    copy(quotes.count)
    while position < text.count {
      if isAt(end) { return copy(end.count) }
      if quotes.count == 1 && text[position] == "\n" { return }
      if isAt(escape + "(") {
        copy(escape.count + 1)
        code(untilClosing: true)
      } else {
        blank(isAt(escape) ? escape.count + 1 : 1)
      }
    }
  }

  private func isAt(_ word: String) -> Bool { text[position...].starts(with: word) }

  private mutating func copy(_ count: Int) {
    code += text[position..<min(position + count, text.count)]
    position += count
  }

  private mutating func blank(_ count: Int) {
    for character in text[position..<min(position + count, text.count)] {
      code.append(character == "\n" ? "\n" : " ")
    }
    position += count
  }
}

extension String {
  /// Whether `word` occurs with no letter, digit or underscore right before and right after it; only ends of `word` that
  /// are such characters themselves are looked at.
  func contains(word: String) -> Bool {
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      let isFree = { (outer: Character?, inner: Character?) in !(outer?.isWord ?? false) || !(inner?.isWord ?? false) }
      let before = range.lowerBound == startIndex ? nil : self[index(before: range.lowerBound)]
      let after = range.upperBound == endIndex ? nil : self[range.upperBound]
      if isFree(before, word.first) && isFree(after, word.last) { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}

extension Character {
  /// Whether it can be part of a name.
  var isWord: Bool { isLetter || isNumber || self == "_" }
}
