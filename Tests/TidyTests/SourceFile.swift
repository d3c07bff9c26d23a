/// A file of the repository and what the rules need to know about it.
struct SourceFile: Sendable {
  /// From the top of the repository, such as `Sources/SchedulerTOML/Document.swift`.
  let path: String
  /// The text, line by line.
  let lines: [String]
  /// The lines of a Swift file without comments and without the content of strings.
  let code: [String]

  init(path: String, _ text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let code = path.hasSuffix(".swift") ? SwiftCode.onlyCode(of: text) : ""
    self.code = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var isSwift: Bool { path.hasSuffix(".swift") }
  /// Whether it is built into the products.
  var isProduct: Bool { path.hasPrefix("Sources/") }

  /// Whether it stands for a source of an app, which is not in this repository's style.
  var isAppSource: Bool { path.hasPrefix("Tests/AppSources/") }

  /// The target that it belongs to: the folder in `Sources`.
  var module: String? {
    let parts = path.split(separator: "/")
    return isProduct && parts.count > 2 ? String(parts[1]) : nil
  }

  /// How many lines it has; the line feed at the end begins none.
  var lineCount: Int { lines.last == "" ? lines.count - 1 : lines.count }

  /// A violation at a line counted from 1.
  func violation(_ message: String, line: Int = 1) -> Violation {
    Violation(path: path, line: line, message: message)
  }
}

/// A place where a rule is broken.
struct Violation: Hashable, Sendable, CustomStringConvertible {
  let path: String
  let line: Int
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}

/// Something that holds for every file.
protocol Rule: Sendable {
  func violations(in file: SourceFile) -> [Violation]
}
