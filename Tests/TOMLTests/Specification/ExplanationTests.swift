import Foundation
import SchedulerDiagnostics
import SchedulerTOML
import Testing

extension DiagnosticExplanation: CustomTestStringConvertible {
  /// The code.
  public var testDescription: String { code.name }
}

@Suite("Explanations") struct ExplanationTests {
  @Test(
    "each wrong example has the mistake of its code, and each corrected example has none",
    arguments: Document.explanations)
  func examples(explanation: DiagnosticExplanation) {
    if let wrong = explanation.wrong { #expect(Reading(wrong).codes == [explanation.code.name]) }
    if let right = explanation.right { #expect(Reading(right).codes == []) }
    #expect((explanation.wrong == nil) == (explanation.right == nil))
    #expect(
      explanation.meaning.hasSuffix(".") && !explanation.title.hasSuffix(".") && !explanation.meaning.contains("\n"))
  }

  @Test("each declared TOML diagnostic code has exactly one explanation")
  func completeness() throws {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/SchedulerTOML/Problems/TOMLDiagnosticCodes.swift")
    let declared = try String(contentsOf: source, encoding: .utf8).matches(of: /DiagnosticCode\("([a-z0-9-]+)"\)/)
    #expect(Document.explanations.map(\.code.name).sorted() == declared.map { String($0.1) }.sorted())
    #expect(declared.count > 40)
  }

  @Test("only a code that no short text can show has no example")
  func withoutExample() {
    let codes = Document.explanations.filter { $0.wrong == nil }.map(\.code.name)
    #expect(codes == ["invalid-utf8", "wrong-encoding", "text-too-large", "nesting-too-deep"])
  }
}
