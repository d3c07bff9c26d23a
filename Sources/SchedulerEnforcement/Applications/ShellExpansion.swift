/// Replaces variables and a few substitutions in the words of a shell script.
struct ShellExpansion: Sendable {
  private var variables: [String: [String]] = [:]
  private let script: String
  private let find: @Sendable (String) -> String?

  /// Maximum number of values that a variable or a word has.
  private static let valueLimit = 8
  /// Maximum length of a word that is read, in bytes: that of a path.
  private static let wordByteLimit = 4096
  /// Maximum number of substitutions inside each other. Wrappers of packages have two.
  private static let depthLimit = 8

  /// Creates an expansion for the script at a path. `find` returns the path of a program.
  init(script: String, find: @escaping @Sendable (String) -> String?) {
    (self.script, self.find) = (script, find)
  }

  private var directory: String { String(script[..<(script.lastIndex(of: "/") ?? script.startIndex)]) }

  /// Adds the values of a word to those of a variable.
  mutating func assign(_ word: Substring, to name: String) {
    let values = (variables[name] ?? []) + self.values(of: word)
    variables[name] = Array(values.uniqued.prefix(Self.valueLimit))
  }

  /// Returns the possible values of a word, without quotation marks; empty if none is known, or if the word is longer
  /// than a path or has more substitutions inside each other than a wrapper.
  func values(of word: Substring) -> [String] { values(of: word, depth: 0) }

  private func values(of word: Substring, depth: Int) -> [String] {
    guard depth < Self.depthLimit, word.utf8.count <= Self.wordByteLimit else { return [] }
    var values = [""]
    var rest = word
    while let first = rest.popFirst() {
      let parts: [String]
      switch first {
      case "\"": continue
      case "'":
        parts = [String(rest.prefix { $0 != "'" })]
        rest = rest.drop { $0 != "'" }.dropFirst()
      case "\\": parts = rest.popFirst().map { [String($0)] } ?? []
      case "$": parts = substitution(in: &rest, isFirst: values == [""], depth: depth)
      case "`":
        parts = output(of: rest.prefix { $0 != "`" }, depth: depth)
        rest = rest.drop { $0 != "`" }.dropFirst()
      default: parts = [String(first)]
      }
      values = Array(values.flatMap { value in parts.map { value + $0 } }.prefix(Self.valueLimit))
      if values.isEmpty { return [] }
    }
    return values
  }

  /// Returns the values of what follows `$`, and removes it from the text.
  ///
  ///     substitution = name / "{" name [ [ ":" ] "-" word ] "}" / "(" command ")" / "0"
  private func substitution(in rest: inout Substring, isFirst: Bool, depth: Int) -> [String] {
    if rest.first == "(" {
      var openCount = 0
      let inner = rest.prefix { character in
        if character == "(" { openCount += 1 }
        if character == ")" { openCount -= 1 }
        return openCount > 0
      }
      rest = rest.dropFirst(inner.count + 1)
      return output(of: inner.dropFirst(), depth: depth)
    }
    if rest.first == "{" {
      let inner = rest.dropFirst().prefix { $0 != "}" }
      rest = rest.dropFirst(inner.count + 2)
      let name = inner.prefix(while: Self.isOfName)
      let preset = inner.dropFirst(name.count).drop { $0 == ":" }
      let values = preset.first == "-" ? values(of: preset.dropFirst(), depth: depth + 1) : []
      return known(name, or: values, isPath: isFirst && rest.isPath)
    }
    let name = rest.prefix(while: Self.isOfName)
    rest = rest.dropFirst(name.count)
    return known(name, or: [], isPath: isFirst && rest.isPath)
  }

  /// Returns the values of a variable. An unknown one at the start of a path may be the directory of the script.
  private func known(_ name: Substring, or preset: [String], isPath: Bool) -> [String] {
    if name == "0" { return [script] }
    let values = ((variables[String(name)] ?? []) + preset).uniqued
    return values.isEmpty && isPath ? [directory] : values
  }

  /// Returns the output of a command that names the directory of the script or the path of a program.
  private func output(of command: Substring, depth: Int) -> [String] {
    let words = command.split(whereSeparator: \.isWhitespace)
    let mentionsScript = command.contains("$0") || command.contains("BASH_SOURCE")
    switch words.first {
    case "dirname" where mentionsScript: return [directory]
    case "cd" where mentionsScript: return [directory]
    case "readlink" where mentionsScript, "realpath" where mentionsScript: return [script]
    case "command" where words.dropFirst().first == "-v", "which", "type":
      return words.last.flatMap { values(of: $0, depth: depth + 1).first }.flatMap(find).map { [$0] } ?? []
    case "basename" where mentionsScript: return [String(script.dropFirst(directory.count + 1))]
    default: return []
    }
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }
}

extension Substring {
  /// Whether a path continues here, perhaps after a quotation mark.
  fileprivate var isPath: Bool { drop { $0 == "\"" }.first == "/" }
}
