import Testing

@testable import SchedulerDiagnostics

@Suite struct LocatorTests {
  @Test(arguments: [
    ("", 0, 1, 1), ("", 9, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4), ("abc", 99, 1, 4),
    ("a\nb", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\n", 2, 2, 1), ("a\r\nb", 1, 1, 2), ("a\r\nb", 2, 1, 2),
    ("a\r\nb", 3, 2, 1), ("a\rb", 2, 1, 3), ("\n\n\n", 2, 3, 1), ("\tx", 1, 1, 2), ("日本", 3, 1, 2),
    ("日本", 4, 1, 2), ("e\u{301}x", 3, 1, 3), ("🍅x", 4, 1, 2), ("\u{FEFF}a", 0, 1, 1), ("\u{FEFF}a", 3, 1, 1),
    ("\u{FEFF}a", 4, 1, 2), ("a\u{FEFF}b", 4, 1, 3),
  ])
  func `a byte offset maps to a line and to a column that counts scalars`(
    text: String, offset: Int, line: Int, column: Int
  ) {
    let position = LineIndex(SourceText(name: "t", text)).position(at: offset)
    #expect(position == (line, column))
  }

  @Test(
    arguments: [
      [0xE2, 0x82, 0x61, 0xFF, 0xC0, 0x80, 0x62], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC3], [0xF0, 0x9F, 0x8D],
    ] as [[UInt8]])
  func `a byte that belongs to no scalar counts as one column`(bytes: [UInt8]) {
    let index = LineIndex(SourceText(name: "t", bytes: bytes))
    #expect(bytes.indices.map { index.position(at: $0).column } == bytes.indices.map { $0 + 1 })
  }

  @Test(arguments: [
    ("", [0..<0]), ("a", [0..<1]), ("a\nbc\n", [0..<1, 2..<4, 5..<5]), ("a\r\n\r\nb", [0..<1, 3..<3, 5..<6]),
    ("\r\n\n", [0..<0, 2..<2, 3..<3]), ("\u{FEFF}a\n", [3..<4, 5..<5]), ("a\r", [0..<2]),
  ])
  func `the content of a line excludes its line ending`(text: String, lines: [Range<Int>]) {
    let index = LineIndex(SourceText(name: "t", text))
    #expect((1...index.lineCount).map { index.content(ofLine: $0) } == lines)
  }

  @Test func `a located diagnostic has every position that a program needs`() throws {
    var sources = SourceMap()
    let first = sources.add(SourceText(name: "config.toml", "a = 1\nwindws = [\n]\n"))
    let second = sources.add(SourceText(name: "other.toml", "b = 2\n"))
    var locator = SourceLocator(sources)
    let located = locator.locate(
      Diagnostic(
        .error, code: DiagnosticCode("unknown-key"), message: "unknown key",
        at: DiagnosticLabel(SourceSpan(source: first, bytes: ByteSpan(lower: 6, upper: 18)), message: "this"),
        secondary: [DiagnosticLabel(SourceSpan(source: second, bytes: ByteSpan(lower: 4, upper: 5)), message: "there")],
        help: ["mend it"]))
    let primary = try #require(located.primary)
    #expect(primary.message == "this")
    #expect(primary.location == .init(file: "config.toml", line: 2, column: 1, endLine: 3, endColumn: 2))
    #expect(located.secondary.map(\.message) == ["there"])
    #expect(
      located.secondary.map(\.location) == [.init(file: "other.toml", line: 1, column: 5, endLine: 1, endColumn: 6)])
    #expect(located.severity == .error && located.code.name == "unknown-key" && located.help == ["mend it"])
  }
}
