/// No function, initialiser or subscript has two or more parameters without a label, so that a call says what its
/// arguments are. Operators have none. Public declarations of modules of Apple's shape have the parameters that Apple
/// gave them.
struct ArgumentRule: Rule {
  func violations(in file: SourceFile) -> [Violation] {
    guard file.isSwift, file.isProduct else { return [] }
    let isAppleShaped = file.module.map(ModuleTable.appleShaped.contains) ?? false
    return Signature.all(in: file.code).filter { $0.unlabelledCount > 1 }.compactMap { signature in
      let line = file.code[signature.firstLine - 1]
      if isAppleShaped, line.contains(word: "public") || line.contains(word: "open") { return nil }
      return file.violation(
        "\(signature.unlabelledCount) parameters without a label; at most one", line: signature.firstLine)
    }
  }
}

/// The parameters that a function, an initialiser or a subscript declares.
struct Signature: Equatable {
  /// The line of its name, counted from 1.
  let firstLine: Int
  /// How many of its parameters have no label.
  let unlabelledCount: Int

  /// All of those in lines of code without comments and strings, but for operators.
  static func all(in code: [String]) -> [Signature] {
    code.indices.compactMap { index in
      guard let (keyword, rest) = declaration(in: code[index]) else { return nil }
      var text = rest
      for line in code[(index + 1)...].prefix(30) where !hasParameters(text) { text += "\n" + line }
      var scan = ParameterScan(text)
      guard let parameters = scan.parameters() else { return nil }
      let count = parameters.count { isUnlabelled($0, isOfSubscript: keyword == "subscript") }
      return Signature(firstLine: index + 1, unlabelledCount: count)
    }
  }

  /// What the line declares, and the rest of the line behind the keyword; nil if it declares nothing, or an operator.
  private static func declaration(in line: String) -> (keyword: String, rest: String)? {
    for keyword in ["func", "init", "subscript"] where line.contains(word: keyword) {
      guard let range = line.firstRange(of: keyword) else { continue }
      let isCall = !line[..<range.lowerBound].allSatisfy { $0.isWord || " @()".contains($0) }
      let rest = line[range.upperBound...].drop { $0 == " " }
      let isOperator = keyword == "func" && !(rest.first.map { $0.isWord || $0 == "`" } ?? true)
      if !isCall && !isOperator { return (keyword, String(rest)) }
    }
    return nil
  }

  /// Whether the parenthesis behind a name is closed.
  private static func hasParameters(_ text: String) -> Bool {
    let opened = text.utf8.count { $0 == UInt8(ascii: "(") }
    return opened > 0 && opened == text.utf8.count { $0 == UInt8(ascii: ")") }
  }

  /// Whether a parameter has no label. The only name of a subscript's parameter is none.
  private static func isUnlabelled(_ parameter: String, isOfSubscript: Bool) -> Bool {
    let names = parameter.prefix { $0 != ":" }.split { $0 == " " || $0 == "\n" }.filter { !$0.hasPrefix("@") }
    return names.first == "_" || isOfSubscript && names.count == 1
  }
}

/// Finds the parameters behind the name of a function.
private struct ParameterScan {
  private let text: [Character]
  private var position = 0

  init(_ text: String) { self.text = Array(text) }

  /// The parameters, as they are written; nil if no parenthesis follows the name and its type parameters.
  mutating func parameters() -> [String]? {
    while let next, next.isWord || "`?! \n".contains(next) { position += 1 }
    if next == "<" { _ = list() }
    while let next, " \n".contains(next) { position += 1 }
    return next == "(" ? list() : nil
  }

  private var next: Character? { position < text.count ? text[position] : nil }

  /// The parts between commas from an opening bracket to the one that closes it.
  private mutating func list() -> [String] {
    var parts = [""]
    var brackets: [Character] = []
    while let next {
      position += 1
      // Closures compare with angles too, so these count outside of other brackets only.
      let opens = next == "<" && brackets.dropFirst().allSatisfy { $0 == "<" }
      let closes = next == ">" && brackets.last == "<" && text[position - 2] != "-"
      if "([{".contains(next) || opens {
        brackets.append(next)
        if brackets.count == 1 { continue }
      } else if ")]}".contains(next) || closes {
        brackets.removeLast()
        if brackets.isEmpty { break }
      } else if next == ",", brackets.count == 1 {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(next)
    }
    return parts.filter { $0.contains { !" \n".contains($0) } }
  }
}
