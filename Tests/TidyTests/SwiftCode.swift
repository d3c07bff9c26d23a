import Foundation

/// Tells the code of a Swift text from its comments and strings.
struct SwiftCode {
  /// Bytes, of which a whole repository can be looked at in a second.
  private let text: [UInt8]
  private var position = 0
  private var code: [UInt8] = []

  /// `text` with comments and the contents of strings as spaces; line feeds and interpolated code stay.
  static func onlyCode(of text: String) -> String {
    var scan = SwiftCode(text: Array(text.utf8))
    scan.code.reserveCapacity(scan.text.count)
    while scan.position < scan.text.count { scan.code(untilClosing: false) }
    return String(decoding: scan.code, as: UTF8.self)
  }

  private init(text: [UInt8]) { self.text = text }

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
        if text[position] == UInt8(ascii: "(") { depth += 1 }
        if text[position] == UInt8(ascii: ")") { depth -= 1 }
        copy(1)
        if untilClosing && depth < 0 { return }
      }
    }
  }

  private mutating func comment() {
    while position < text.count, text[position] != UInt8(ascii: "\n") { blank(1) }
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
    while end < text.count, text[end] == UInt8(ascii: "#") { end += 1 }
    return end < text.count && text[end] == UInt8(ascii: "\"") ? end - position : nil
  }

  private mutating func string(hashes: Int) {
    copy(hashes)
    let quotes = isAt("\"\"\"") ? "\"\"\"" : "\""
    let end = quotes + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    copy(quotes.count)
    while position < text.count {
      if isAt(end) { return copy(end.count) }
      if quotes.count == 1 && text[position] == UInt8(ascii: "\n") { return }
      if isAt(escape + "(") {
        copy(escape.count + 1)
        code(untilClosing: true)
      } else {
        blank(isAt(escape) ? escape.count + 1 : 1)
      }
    }
  }

  private func isAt(_ word: String) -> Bool {
    var end = position
    for byte in word.utf8 {
      guard end < text.count, text[end] == byte else { return false }
      end += 1
    }
    return true
  }

  private mutating func copy(_ count: Int) {
    code += text[position..<min(position + count, text.count)]
    position += count
  }

  private mutating func blank(_ count: Int) {
    for byte in text[position..<min(position + count, text.count)] where byte & 0xC0 != 0x80 {
      code.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
    }
    position += count
    // A character is one blank, however many bytes it has.
    while position < text.count, text[position] & 0xC0 == 0x80 { position += 1 }
  }
}

extension String {
  /// Whether `word` occurs with no letter, digit or underscore right before and right after it; only ends of `word` that
  /// are such characters themselves are looked at.
  func contains(word: String) -> Bool {
    // Most lines do not have it, which bytes tell sooner than characters.
    guard strstr(self, word) != nil else { return false }
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
