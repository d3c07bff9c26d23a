/// Files and functions stay short enough to be read in one go.
struct LengthRule: Rule {
  static let longestFile = 300
  static let longestFunction = 40

  func violations(in file: SourceFile) -> [Violation] {
    guard file.isSwift else { return [] }
    var violations: [Violation] = []
    if file.lineCount > Self.longestFile {
      violations.append(file.violation("\(file.lineCount) lines; at most \(Self.longestFile) a file"))
    }
    guard file.isProduct else { return violations }
    for function in FunctionBody.all(in: file.code) where function.lineCount > Self.longestFunction {
      violations.append(
        file.violation(
          "a function of \(function.lineCount) lines; at most \(Self.longestFunction)", line: function.firstLine))
    }
    return violations
  }
}

/// The lines of a function, an initialiser, a subscript or a computed property, from its name to its last brace.
struct FunctionBody: Equatable {
  /// Counted from 1.
  let firstLine: Int
  let lineCount: Int

  /// All of those in lines of code without comments and strings, inner ones too.
  static func all(in code: [String]) -> [FunctionBody] {
    code.indices.compactMap { index in
      guard begins(code[index]), let last = lastLine(of: index, code) else { return nil }
      return FunctionBody(firstLine: index + 1, lineCount: last - index + 1)
    }
  }

  private static func begins(_ line: String) -> Bool {
    if ["func", "deinit", "subscript"].contains(where: line.contains(word:)) { return true }
    if line.contains(word: "init"), let start = line.firstRange(of: "init")?.lowerBound {
      return line[..<start].allSatisfy { $0.isWord || $0 == " " || $0 == "@" }
    }
    let isComputed = line.contains(word: "var") && line.hasSuffix("{")
    return isComputed && !line.contains("=")
  }

  /// The line of the brace that closes the body; nil for a requirement, which has none.
  private static func lastLine(of first: Int, _ code: [String]) -> Int? {
    var braces = 0
    var parentheses = 0
    for index in first..<code.count {
      for character in code[index] {
        switch character {
        case "(", "[": parentheses += 1
        case ")", "]": parentheses -= 1
        // Braces between parentheses are closures of default arguments.
        case "{" where parentheses == 0 || braces > 0: braces += 1
        case "}" where parentheses == 0 || braces > 0:
          braces -= 1
          if braces == 0 { return index }
          if braces < 0 { return nil }
        default: break
        }
      }
      if braces == 0 && parentheses == 0 && !continues(code, behind: index) { return nil }
    }
    return nil
  }

  /// Whether the next line goes on with the same declaration.
  private static func continues(_ code: [String], behind index: Int) -> Bool {
    guard index + 1 < code.count else { return false }
    let next = code[index + 1].drop { $0 == " " }
    return ["{", "->", "where", "throws", "async", "rethrows", "//"].contains { next.hasPrefix($0) }
  }
}
