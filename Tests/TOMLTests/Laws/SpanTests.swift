import SchedulerDiagnostics
import SchedulerTOML
import Testing

@Suite("Spans and views") struct SpanTests {
  let reading = Reading(
    #"""
    a = "x"
    "b c" = [1, { d = 2 }]
    e.f = true
    [ g . h ]
    i = 07:32
    [[j.k]]
    [[j.k]]
    [j.k.l]
    """#)

  private func entry(_ path: String...) -> Entry? {
    var table: Table? = reading.document.root
    var found: Entry?
    for key in path {
      found = table?[key]
      table = found?.value.table ?? found?.value.array?.last?.table
    }
    return found
  }

  @Test("keys, values and tables have the spans of their text")
  func spans() throws {
    #expect(reading.codes == [])
    #expect(reading.excerpt(entry("a")?.value.span) == "\"x\"")
    #expect(reading.excerpt(entry("b c")?.key.span) == "\"b c\"")
    #expect(reading.excerpt(entry("b c")?.value.span) == "[1, { d = 2 }]")
    #expect(reading.excerpt(entry("b c")?.value.array?[1].span) == "{ d = 2 }")
    #expect(reading.excerpt(entry("e")?.value.span) == "e")
    #expect(reading.excerpt(entry("e", "f")?.key.span) == "f")
    #expect(reading.excerpt(entry("g")?.value.span) == "g")
    #expect(reading.excerpt(entry("g", "h")?.value.span) == "g . h")
    #expect(reading.excerpt(entry("j", "k")?.value.span) == "j.k")
    #expect(reading.excerpt(entry("j", "k", "l")?.value.span) == "j.k.l")
    #expect(reading.document.root.span.bytes == ByteSpan(lower: 0, upper: 0))
    #expect(reading.document.root.span.source == SourceID(index: 7))
    let elements = try #require(entry("j", "k")?.value.array)
    #expect(elements[0].span.bytes.lower < elements[1].span.bytes.lower)
  }

  @Test("each value returns content only through the accessor of its own kind")
  func kinds() throws {
    let document = Reading(
      "a = \"s\"\nb = 1\nc = 1.0\nd = true\ne = 2026-01-01T00:00:00Z\nf = 2026-01-01T00:00:00\ng = 2026-01-01\nh = 00:00\ni = []\nj = {}"
    ).document
    #expect(document.root.map(\.value.kind) == Value.Kind.allCases)
    for (position, entry) in document.root.enumerated() {
      let value = entry.value
      let answers = [
        value.string != nil, value.integer != nil, value.float != nil, value.boolean != nil,
        value.offsetDateTime != nil, value.localDateTime != nil, value.localDate != nil, value.localTime != nil,
        value.array != nil, value.table != nil,
      ]
      #expect(answers == (0..<10).map { $0 == position })
      #expect((value.withStringUTF8 { $0.count } != nil) == (value.kind == .string))
    }
  }

  @Test("keys match without decoding, with and without escapes")
  func matching() throws {
    let keys = Reading("ab = 1\n\"\\u0063d\" = 2\n'e f' = 3").document.root.map(\.key)
    #expect(keys[0].matches("ab") && !keys[0].matches("a") && !keys[0].matches("abc"))
    #expect(keys[1].matches("cd") && !keys[1].matches("\\u0063d"))
    #expect(keys[2].matches("e f") && keys[2].text == "e f")
    #expect(keys.map { $0.withUTF8 { $0.count } } == [2, 2, 3])
  }

  @Test("a later header moves the span of a table that an earlier one implied")
  func definition() {
    let reading = Reading("[a.b]\n[ a ]\nc = 1")
    #expect(reading.document.root["a"]?.value.span.bytes == ByteSpan(lower: 8, upper: 9))
  }

  struct Mapping: Sendable, CustomTestStringConvertible {
    let literal: String
    let range: Range<Int>
    let source: String
    var testDescription: String { "\(literal) \(range)" }
  }

  @Test(
    "positions in a string lead back to the source",
    arguments: [
      Mapping(literal: #""mon 09:00""#, range: 4..<9, source: "09:00"),
      Mapping(literal: #"'mon 09:00'"#, range: 0..<3, source: "mon"),
      Mapping(literal: #""a\tb\u00e9c""#, range: 1..<2, source: #"\t"#),
      Mapping(literal: #""a\tb\u00e9c""#, range: 2..<3, source: "b"),
      Mapping(literal: #""a\tb\u00e9c""#, range: 3..<5, source: #"\u00e9"#),
      Mapping(literal: #""a\tb\u00e9c""#, range: 4..<5, source: #"\u00e9"#),
      Mapping(literal: #""a\tb\u00e9c""#, range: 5..<6, source: "c"),
      Mapping(literal: #""a\tb\u00e9c""#, range: 0..<6, source: #"a\tb\u00e9c"#),
      Mapping(literal: #""a\tb\u00e9c""#, range: 2..<2, source: ""),
      Mapping(literal: #""abc\n""#, range: 9..<12, source: ""),
      Mapping(literal: #""abc""#, range: 2..<12, source: "c"),
      Mapping(literal: "\"\"\"\nab\\\n   cd\"\"\"", range: 1..<3, source: "b\\\n   c"),
      Mapping(literal: "\"\"\"\nab\\\n   cd\"\"\"", range: 2..<4, source: "cd"),
      Mapping(literal: "\"\"\"\nab\\\n   cd\"\"\"", range: 0..<2, source: "ab"),
      Mapping(literal: "'''\nab\ncd'''", range: 3..<5, source: "cd"),
    ])
  func stringSpans(mapping: Mapping) throws {
    let reading = Reading("key = \(mapping.literal)")
    let value = try #require(reading.document.root["key"]?.value)
    #expect(reading.excerpt(value.span(ofStringBytes: mapping.range)) == mapping.source)
  }
}
