/// No type is named like a module (`TOML.TOML` could then not be written), and no name says only that something helps.
/// Modules of Apple's shape have the types that Apple gave them, such as `OSLog`.
struct NameRule: Rule {
  /// Words that name no concept.
  static let vagueWords = ["Util", "Helper", "Manager"]

  func violations(in file: SourceFile) -> [Violation] {
    guard file.isSwift else { return [] }
    var violations: [Violation] = []
    if let word = Self.vagueWords.first(where: { file.path.contains($0) }) {
      violations.append(file.violation("a file named after '\(word)' says nothing about what is in it"))
    }
    for (index, line) in file.code.enumerated() {
      guard let name = Self.declaredType(in: line) else { continue }
      let isApples = file.module == name && ModuleTable.appleShaped.contains(name)
      if ModuleTable.imports[name] != nil, !isApples {
        violations.append(file.violation("type '\(name)' is named like a module", line: index + 1))
      }
      if Self.vagueWords.contains(where: { name.contains($0) }) {
        violations.append(file.violation("type '\(name)' has a name that says nothing", line: index + 1))
      }
    }
    return violations
  }

  /// The name of the type that a line of code declares.
  static func declaredType(in line: String) -> String? {
    let keywords: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    let words = line.split(separator: " ")
    guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count else { return nil }
    if words[..<keyword].contains("import") { return nil }
    let name = words[keyword + 1].prefix { $0.isWord }
    return name.isEmpty || name == "func" || name == "var" || name == "let" ? nil : String(name)
  }
}
