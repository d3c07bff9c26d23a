import SchedulerDiagnostics
import SchedulerJSON

extension DiagnosticExplanation {
  /// A page for a terminal that wide; nil for none.
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

  /// Longer lines are tiring to read.
  private static let widestParagraph = 80

  /// The lines of an example as they can be shown: control characters are pictures.
  static func lines(of example: String) -> [String] {
    var lines = example.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { PrintableText.printable(String($0)) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension JSONWriter {
  /// An explanation as an object.
  mutating func explanation(_ explanation: DiagnosticExplanation) {
    object { json in
      json.member("code", explanation.code.name)
      json.member("title", explanation.title)
      json.member("meaning", explanation.meaning)
      json.member("wrong", ifPresent: explanation.wrong)
      json.member("right", ifPresent: explanation.right)
    }
  }
}
