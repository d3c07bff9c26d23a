import TestSupport

/// A tree of values for random texts.
indirect enum RandomTree: Equatable {
  case leaf(toml: String, tree: String)
  case array([RandomTree])
  case table([(key: String, value: RandomTree)])

  static func == (a: RandomTree, b: RandomTree) -> Bool { a.description == b.description }

  /// The tree in the notation of `describe`.
  var description: String {
    switch self {
    case .leaf(_, let tree): tree
    case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .table(let entries):
      "{" + entries.map { "\(Self.described($0.key)): \($0.value.description)" }.joined(separator: ", ") + "}"
    }
  }

  private static func described(_ key: String) -> String {
    key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && !key.isEmpty
      ? key : key.debugDescription.replacing("\\'", with: "'")
  }
}

/// Creates random trees and writes them in any of the forms that TOML has.
struct RandomWriter {
  var generator: SeededGenerator
  private var serial = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  // MARK: Trees

  mutating func makeTable(depth: Int) -> RandomTree {
    var entries: [(key: String, value: RandomTree)] = []
    for _ in 0..<below(depth == 0 ? 14 : 5) { entries.append((makeKey(), makeValue(depth: depth + 1))) }
    // Tables with headers come last in a text, so they come last in the tree.
    return .table(entries.filter { !hasHeader($0.value) } + entries.filter { hasHeader($0.value) })
  }

  private mutating func makeValue(depth: Int) -> RandomTree {
    switch depth < 4 ? below(8) : 0 {
    case 0...4: return makeLeaf()
    case 5: return .array((0..<below(4)).map { _ in makeValue(depth: depth + 1) })
    case 6: return .array((0...below(3)).map { _ in makeTable(depth: depth + 1) })
    default: return makeTable(depth: depth)
    }
  }

  private mutating func makeLeaf() -> RandomTree {
    switch below(6) {
    case 0:
      let value = Int64.random(in: .min ... .max, using: &generator) >> Int64(below(64))
      let text = value >= 0 && below(3) == 0 ? "0x" + String(value, radix: 16) : String(value)
      return .leaf(toml: text, tree: String(value))
    case 1: return below(2) == 0 ? .leaf(toml: "true", tree: "true") : .leaf(toml: "false", tree: "false")
    case 2:
      let value = Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 1024 * Double(1 << below(60))
      return .leaf(toml: "\(value)", tree: "float \(value)")
    case 3:
      let date = "20\(below(90) + 10)-0\(below(9) + 1)-1\(below(9))"
      return .leaf(toml: date, tree: "date \(date)")
    default:
      let text = makeText()
      return .leaf(toml: quoted(text), tree: text.debugDescription.replacing("\\'", with: "'"))
    }
  }

  private mutating func makeText() -> String {
    let characters: [Character] = ["a", "b", " ", "é", "🍅", "\"", "'", "\\", "\n", "\t", "#", "=", "]", "\u{1}", "日"]
    return String((0..<below(12)).map { _ in characters[below(characters.count)] })
  }

  private mutating func makeKey() -> String {
    serial += 1
    return below(4) == 0 ? "\(makeText())\(serial)" : "k\(serial)"
  }

  // MARK: Texts

  /// Returns the table as a text: values first, then tables with or without headers.
  mutating func write(_ table: RandomTree, path: [String] = []) -> String {
    guard case .table(let entries) = table else { return "" }
    var text = ""
    for (key, value) in entries where !hasHeader(value) {
      text += "\(blank())\(written(key))\(blank())=\(blank())\(inline(value))\(blank())\(comment())\(newline())"
    }
    for (key, value) in entries where hasHeader(value) {
      let path = path + [written(key)]
      let name = path.joined(separator: below(4) == 0 ? " . " : ".")
      if case .array(let tables) = value {
        for table in tables { text += "[[\(name)]]\(comment())\(newline())" + write(table, path: path) }
      } else {
        text += "\(blank())[\(name)]\(blank())\(comment())\(newline())" + write(value, path: path)
      }
    }
    return text
  }

  /// Whether a value is written with headers.
  private func hasHeader(_ value: RandomTree) -> Bool {
    switch value {
    case .leaf: false
    case .table: true
    case .array(let elements):
      !elements.isEmpty && elements.allSatisfy { if case .table = $0 { true } else { false } }
    }
  }

  private mutating func inline(_ value: RandomTree) -> String {
    switch value {
    case .leaf(let toml, _): return toml
    case .array(let elements):
      let parts = elements.map { inline($0) + gap() }
      return "[" + gap() + parts.joined(separator: "," + gap()) + (parts.isEmpty ? "" : below(2) == 0 ? "," : "")
        + gap() + "]"
    case .table(let entries):
      let parts = entries.map { "\(written($0.key))\(blank())=\(blank())\(inline($0.value))\(gap())" }
      return "{" + gap() + parts.joined(separator: "," + gap()) + (parts.isEmpty ? "" : below(2) == 0 ? "," : "")
        + gap() + "}"
    }
  }

  private mutating func written(_ key: String) -> String {
    let isBare =
      !key.isEmpty && key.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 }
    if isBare, below(4) > 0 { return key }
    let text = quoted(key)
    return text.hasPrefix("\"\"\"") || text.hasPrefix("'''") ? escaped(key) : text
  }

  /// Returns the text in any form of string that can represent it.
  private mutating func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
    let isLines = text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A }
    switch below(4) {
    case 0 where isPlain && !text.contains("'"): return "'\(text)'"
    case 1 where isLines && !text.contains("'"): return "'''\(newline())\(text)'''"
    case 2: return "\"\"\"\n\(escaped(text).dropFirst().dropLast())\\\n  \"\"\""
    default: return escaped(text)
    }
  }

  private mutating func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += below(2) == 0 ? "\\n" : "\\u000A"
      case "\u{1}": result += "\\x01"
      default:
        if below(8) == 0 {
          let digits = String(scalar.value, radix: 16, uppercase: below(2) == 0)
          result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return "\"\(result)\""
  }

  private mutating func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
  private mutating func blank() -> String { ["", " ", "\t", "  "][below(4)] }
  private mutating func newline() -> String { below(4) == 0 ? "\r\n" : "\n" }
  private mutating func comment() -> String { below(5) == 0 ? "# é = [1]" : "" }
  private mutating func gap() -> String { below(4) == 0 ? "\(blank())\(comment())\(newline())\(blank())" : blank() }
}
