import ProgramTesting
import SchedulerDiagnostics
import Testing

@testable import schedctl

/// docs/diagnostics.md is made from the explanations that the program itself shows.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter DiagnosticsPageTests` writes it anew.
@Suite struct DiagnosticsPageTests {
  @Test func `the diagnostics page equals the explanations that the program shows`() throws {
    let page = DiagnosticsPage.text(of: DiagnosticCatalogue.all)
    #expect(try page == Golden("docs/diagnostics.md").agreed(with: page))
  }

  @Test func `no code is explained twice`() {
    let codes = DiagnosticCatalogue.all.map(\.code.name)
    #expect(Set(codes).count == codes.count)
  }
}

/// The page of all explanations, in the order of their codes.
enum DiagnosticsPage {
  static func text(of explanations: [DiagnosticExplanation]) -> String {
    let sorted = explanations.sorted { $0.code.name < $1.code.name }
    let index = sorted.map { "[\($0.code)](#\($0.code))" }.joined(separator: " · ").wrapped(toColumns: 120)
    return """
      # Diagnostics

      <!-- generated -->

      Every mistake and remark has a code, shown in brackets: `error[unknown-key]`. This page explains each, with a text
      that has the mistake and the same text without it; `schedctl check --explain CODE` shows the same. Codes keep their
      meaning within a major version.

      Errors make `schedctl check` exit with 78. Warnings are probably mistakes; notes are worth knowing. Both leave the
      configuration in use.

      \(index.joined(separator: "\n"))


      """ + sorted.map(section).joined(separator: "\n")
  }

  private static func section(_ explanation: DiagnosticExplanation) -> String {
    var text = "## \(explanation.code)\n\n**\(explanation.title.capitalizingFirst).** "
    text =
      (text + explanation.meaning).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).wrapped(toColumns: 120).joined(separator: "\n") }.joined(separator: "\n") + "\n"
    if let wrong = explanation.wrong { text += "\nWrong:\n\n\(block(wrong))" }
    if let right = explanation.right { text += "\nRight:\n\n\(block(right))" }
    return text
  }

  private static func block(_ example: String) -> String {
    "```toml\n" + DiagnosticExplanation.lines(of: example).map { $0 + "\n" }.joined() + "```\n"
  }
}

extension String {
  /// The text with its first letter as a capital.
  fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
