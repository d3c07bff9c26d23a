import Scheduler
import SchedulerTOML

extension DiagnosticExplanation {
  /// Returns the explanation as a page. Without a terminal, `columns` is nil.
  func page(columns: Int?) -> String {
    let width = min(columns ?? Self.widestParagraph, Self.widestParagraph)
    var page = "\(code): \(title)\n\n\(meaning.wrapped(toColumns: width).joined(separator: "\n"))\n"
    for (heading, example) in [("wrong", wrong), ("right", right)] {
      guard let example else { continue }
      page += "\n\(heading):\n\n"
      for line in Self.lines(of: example) { page += line.isEmpty ? "\n" : "    \(line)\n" }
    }
    return page
  }

  /// The maximum width of a paragraph in columns.
  private static let widestParagraph = 80

  /// Returns the lines of an example, with control characters as visible pictures.
  static func lines(of example: String) -> [String] {
    var lines = example.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { PrintableText.printable(String($0)) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension JSONWriter {
  /// Writes an explanation as an object.
  mutating func explanation(_ explanation: DiagnosticExplanation) {
    object { json in
      json.member("code", value: explanation.code.name)
      json.member("title", value: explanation.title)
      json.member("meaning", value: explanation.meaning)
      json.member("wrong", ifPresent: explanation.wrong)
      json.member("right", ifPresent: explanation.right)
    }
  }
}

/// The explanations of all diagnostic codes of `check` and `simulate`.
enum DiagnosticCatalogue {
  static let all: [DiagnosticExplanation] =
    Configuration.explanations + Document.explanations + SimulationScript.explanations
}
