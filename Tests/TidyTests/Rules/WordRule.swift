/// Words that may not occur.
struct WordRule: Rule {
  /// What is looked at.
  enum Place {
    /// Code of the products, without comments and strings.
    case productCode
    /// All code, that of tests included. Sources that stand for those of apps are as apps have them.
    case allCode
    /// Whole files of every kind.
    case everything
  }

  let words: [String]
  let place: Place
  let reason: String

  /// The words that this project does without.
  static let all: [WordRule] = [
    WordRule(words: ["try?"], place: .productCode, reason: "an error is thrown or reported, not dropped"),
    WordRule(words: ["print("], place: .productCode, reason: "output goes through the output layer, where it can fail"),
    WordRule(
      words: ["Date()", "Date.now", "ContinuousClock", "SuspendingClock"], place: .productCode,
      reason: "the present is an argument"),
    WordRule(words: ["try!", "fatalError(", "as!"], place: .allCode, reason: "no input may end the process"),
    WordRule(
      words: ["@unchecked", "nonisolated(unsafe)"], place: .allCode,
      reason: "the compiler proves that data is not shared"),
    // In pieces, so that this file does not hold them itself.
    WordRule(words: ["TO" + "DO", "FIX" + "ME", "XX" + "X"], place: .everything, reason: "what is here is finished"),
    WordRule(
      words: [".." + "/shared", "/wo" + "rk/"], place: .everything,
      reason: "only paths that a reader of this repository has"),
  ]

  func violations(in file: SourceFile) -> [Violation] {
    lines(of: file).enumerated().flatMap { index, line in
      words.filter { line.contains(word: $0) }.map { file.violation("'\($0)': \(reason)", line: index + 1) }
    }
  }

  private func lines(of file: SourceFile) -> [String] {
    switch place {
    case .productCode: file.isProduct ? file.code : []
    case .allCode: file.isAppSource ? [] : file.code
    case .everything: file.lines
    }
  }
}
