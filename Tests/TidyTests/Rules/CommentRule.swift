/// Comments and pages are in plain technical English: they contain none of the phrases that hide who does what.
struct CommentRule: Rule {
  /// Pages that quote names of tests, messages of the program, or old releases as they are.
  static let exceptions = ["docs/changelog.md", "docs/diagnostics.md", "docs/testing.md"]

  /// Phrases that occur nowhere in a comment, in lower case.
  static let phrases = [
    "behind it", "behind that", "behind them", "so many", "somebody", "nobody", "whoever", "is told", "is said",
    "let be", "goes on", "none such", "of which", "has to be done to",
  ]

  /// Beginnings that a documentation comment does not have, because their subject is not the declaration.
  static let beginnings = ["Lets ", "Has ", "The same", "Nothing.", "That of", "Of each"]

  func violations(in file: SourceFile) -> [Violation] {
    guard !Self.exceptions.contains(file.path) else { return [] }
    let comments = file.comments
    return comments.enumerated().flatMap { index, comment in
      let words = comment.text.lowercased()
      var found = Self.phrases.filter { words.contains(word: $0) }
      let isContinued = index > 0 && comments[index - 1].line == comment.line - 1 && comments[index - 1].isDocumentation
      if comment.isDocumentation, !isContinued { found += Self.beginnings.filter(comment.text.hasPrefix) }
      return found.map { file.violation("'\($0)': say it in plain English", line: comment.line) }
    }
  }
}

/// A line of a comment, or of a page outside of its examples.
struct CommentLine: Equatable {
  /// Counted from 1.
  let line: Int
  let text: String
  /// Whether it is part of a documentation comment of Swift.
  let isDocumentation: Bool
}

extension SourceFile {
  /// The comments of a product's source, or the prose of a page; empty for other files.
  var comments: [CommentLine] {
    if isProduct { return isSwift ? swiftComments : cComments }
    return path == "README.md" || path.hasPrefix("docs/") && path.hasSuffix(".md") ? prose : []
  }

  private var swiftComments: [CommentLine] {
    zip(lines, code).enumerated().compactMap { index, pair in
      let codeLength = pair.1.lastIndex { $0 != " " }.map { pair.1.distance(from: pair.1.startIndex, to: $0) + 1 } ?? 0
      return Self.comment(in: String(pair.0.dropFirst(codeLength)), line: index + 1)
    }
  }

  private var cComments: [CommentLine] {
    lines.enumerated().compactMap { index, line in Self.comment(in: line, line: index + 1) }
  }

  private static func comment(in line: String, line number: Int) -> CommentLine? {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("//") else { return nil }
    let words = text.drop { $0 == "/" }.drop { $0 == " " }
    return CommentLine(line: number, text: String(words), isDocumentation: text.hasPrefix("///"))
  }

  private var prose: [CommentLine] {
    var isExample = false
    return lines.enumerated().compactMap { index, line in
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isExample.toggle() }
      return isExample ? nil : CommentLine(line: index + 1, text: line, isDocumentation: false)
    }
  }
}
