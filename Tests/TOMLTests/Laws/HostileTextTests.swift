import SchedulerTOML
import TestSupport
import Testing

/// Texts that would exhaust the stack or take quadratic time in a naive parser.
@Suite("Hostile texts") struct HostileTextTests {
  /// The length of a text in bytes, far more than a stack has room for levels.
  static let size = Laws.count(250_000, few: 50_000)

  @Test(
    "deep nesting is one mistake",
    arguments: [
      LongText("a = ", repeating: "[", size), LongText("a = ", repeating: "{a=", size / 3),
      LongText("a = ", repeating: "[{a=", size / 4),
      LongText("a = ", repeating: "[", size / 2, String(repeating: "]", count: size / 2)),
      LongText("", repeating: "a.", size / 2, "a = 1"), LongText("[", repeating: "a.", size / 2, "a]\nb = 1"),
      LongText("[[", repeating: "a.", size / 2, "a]]\nb = 1"), LongText("a = {", repeating: "a.", size / 2, "a = 1}"),
    ])
  func nesting(long: LongText) { #expect(Reading(long.text).codes == ["nesting-too-deep"]) }

  @Test(
    "the deepest nesting that is allowed",
    arguments: [
      Sample("[", "]"), Sample("{a=", "}"),
    ])
  func deepest(bracket: Sample) {
    let (open, close) = (bracket.text, bracket.tree)
    func text(_ depth: Int) -> String {
      "a = " + String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    #expect(Reading(text(Document.maximumNesting)).codes == [])
    #expect(Reading(text(Document.maximumNesting + 1)).codes == ["nesting-too-deep"])
    let dotted = Array(repeating: "a", count: Document.maximumNesting)
    #expect(Reading("[\(dotted.joined(separator: "."))]\nb = 1").codes == [])
    #expect(Reading("[\(dotted.joined(separator: "."))]\nb.c = 1").codes == ["nesting-too-deep"])
    #expect(Reading("[\(dotted.joined(separator: "."))]\nb = []").codes == ["nesting-too-deep"])
    #expect(Reading("\(dotted.dropLast().joined(separator: ".")) = [[]]").codes == [])
    #expect(Reading("\(dotted.joined(separator: ".")) = [[]]").codes == ["nesting-too-deep"])
    #expect(Reading("[\(dotted.joined(separator: ".")).a]\nb = 1").codes == ["nesting-too-deep"])
  }

  @Test(
    "long texts of one kind are read to their end",
    arguments: [
      ("[[a.b.c]]\n", []), ("[a]\n", ["duplicate-table"]), ("a = 1\n", ["duplicate-key"]), ("# x\n", []), ("\n", []),
      ("= 1\n", ["missing-key"]), ("a b\n", ["missing-equals"]), ("\u{1}", ["control-character"]),
      ("[", ["unexpected-text"]),
      ("]", ["unexpected-text"]), ("'''", ["multiline-key"]), ("\"", ["multiline-key"]),
      ("a = [\n", ["unterminated-array"]),
      ("a = {\n", ["nesting-too-deep"]), ("a={b=1\n", ["unterminated-inline-table"]),
      ("a = \"\\q\"\n", ["invalid-escape"]),
      ("a.", ["nesting-too-deep"]), ("\r", ["bare-carriage-return"]), (",", ["unexpected-text"]),
    ] as [(String, [String])])
  func repetition(unit: String, codes: [String]) {
    let reading = Reading(String(repeating: unit, count: Self.size / unit.utf8.count))
    #expect(reading.codes.first == codes.first, "\(reading.diagnostics.prefix(2))")
  }

  @Test(
    "long values of one kind are read to their end",
    arguments: [
      ("[", "1,", "]"), ("[", "[],", "]"), ("[", "{},", "]"), ("[", "1 ", "]"), ("[", ",", "]"), ("[\n", "x\n", "]"),
      ("[\n", "\"x\"\n", "]"), ("\"", "\\u00e9", "\""), ("\"", "\\q", "\""), ("\"", "a", "\""), ("", "1", ""),
      ("0.", "1", ""), ("1e", "1", ""), ("0x", "f", ""), ("", "1_", ""), ("09:00:00.", "1", ""), ("{", "a = 1,", "}"),
      ("{\n", "a = 1\n", "}"), ("{", "a.a.a = 1,", "}"), ("", "a ", ""), ("[", "a ", "]"), ("", "“", ""),
      ("{", "a ", "}"),
      ("[", "“,", "]"), ("[", "a=1,", "]"), ("{", "a:1,", "}"), ("{", "a==1,", "}"), ("[", "\"\"=1,", "]"),
      ("[\na.a.a.a.a.a ", "x ", "]"), ("{", "a b,", "}"), ("[", "2026-1-1,", "]"), ("[", "\"x\"y,", "]"),
    ] as [(String, String, String)])
  func values(before: String, unit: String, after: String) {
    _ = Reading("a = \(before)" + String(repeating: unit, count: Self.size / unit.utf8.count) + after + "\nb = 1")
  }

  @Test("many tables with the same many keys are kept apart")
  func manyTables() {
    let keys = (0..<20).map { "k\($0)" }
    let text = (0..<1000).map { table in
      "[t\(table)]\n" + keys.enumerated().map { "\($1) = \(table * 100 + $0)\n" }.joined()
    }.joined()
    let reading = Reading(text)
    #expect(reading.codes == [])
    for (number, table) in reading.document.root.compactMap(\.value.table).enumerated() {
      #expect(table.count == 20 && table["k20"] == nil)
      #expect(keys.indices.allSatisfy { table["k\($0)"]?.value.integer == Int64(number * 100 + $0) })
    }
  }

  @Test("a table finds each of its many keys")
  func manyKeys() {
    let count = Laws.count(60_000, few: 6_000)
    let text = (0..<count).map { "k\($0) = \($0)" }.joined(separator: "\n")
    let root = Reading(text).document.root
    #expect(root.count == count)
    #expect((0..<count).allSatisfy { root["k\($0)"]?.value.integer == Int64($0) })
  }
}

/// A text with a repeated part, which a report of the tests names and does not print.
struct LongText: CustomTestStringConvertible {
  let text: String
  let testDescription: String

  init(_ start: String, repeating part: String, _ count: Int, _ end: String = "") {
    text = start + String(repeating: part, count: count) + end
    testDescription = "\(start)\(part) (\(count) times) \(end.prefix(10))"
  }
}
