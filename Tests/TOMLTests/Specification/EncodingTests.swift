import SchedulerTOML
import TestSupport
import Testing

@Suite("Encoding") struct EncodingTests {
  @Test(
    "line ends and the byte order mark",
    arguments: [
      Sample("", "{}"),
      Sample("\n\r\n \t\n", "{}"),
      Sample("\u{FEFF}a = 1", "{a: 1}"),
      Sample("\u{FEFF}", "{}"),
      Sample("a = 1\r\n[b]\r\nc = 2\r\n", "{a: 1, b: {c: 2}}"),
      Sample("a = 1", "{a: 1}"),
    ])
  func lineEnds(sample: Sample) { expectTree(sample) }

  @Test(
    "characters that stand nowhere",
    arguments: [
      Mistake("a = 1\n\u{FEFF}b = 2", "misplaced-byte-order-mark", "\u{FEFF}"),
      Mistake("\u{FEFF}\u{FEFF}b = 2", "misplaced-byte-order-mark", "\u{FEFF}"),
      Mistake("a = \u{FEFF}2", "misplaced-byte-order-mark", "\u{FEFF}"),
      Mistake("a = 1\rb = 2\rc = 3", "bare-carriage-return", "\r"),
      Mistake("\r", "bare-carriage-return", "\r"),
      Mistake("a\u{B} = 1", "control-character", "\u{B}"),
      Mistake("a = \u{1}1", "control-character", "\u{1}"),
      Mistake("a = 1\u{0}", "control-character", "\u{0}"),
      Mistake("a = 1 \u{C}", "control-character", "\u{C}"),
      Mistake("[a]\u{C}", "control-character", "\u{C}"),
      Mistake("a \u{C} = 1", "control-character", "\u{C}"),
      Mistake("a = [1, \u{C}]", "control-character", "\u{C}"),
    ])
  func strayCharacters(mistake: Mistake) throws { try expectMistake(mistake) }

  /// The ill-formed sequences of table 3-7 of the Unicode standard.
  static let illFormed: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
    [0xE1, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x8D], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
  ]

  @Test("bytes that are not UTF-8 are refused everywhere", arguments: illFormed)
  func malformed(bytes: [UInt8]) {
    let places: [(before: String, after: String)] = [
      ("# ", "\n"), ("# ", ""), ("a = \"", "\"\n"), ("a = '", "'"), ("a = \"\"\"x\n", "\"\"\""), ("a = '''", "'''"),
      ("a", " = 1"), ("\"a", "\" = 1"), ("a = ", ""), ("a = 1", "\n"), ("a = 1 ", "\n"), ("[", "]\n"), ("[a] ", "\n"),
      ("a = [\"", "\"]\n"), ("a = [1, ", "]\n"), ("a = {\"", "\" = 1}"), ("a ", " = 1\n"),
    ]
    for place in places {
      let reading = Reading(Array(place.before.utf8) + bytes + Array(place.after.utf8))
      #expect(reading.codes == ["invalid-utf8"], "\(place)")
      let lower = reading.diagnostics.first?.primary?.span.bytes.lower
      #expect(lower.map(Int.init) == place.before.utf8.count, "\(place)")
    }
  }

  @Test("the TOML reader accepts the same UTF-8 as the standard library")
  func validation() {
    var generator = SeededGenerator(seed: 3)
    let interesting: [UInt8] = [
      0x41, 0x7E, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
    ]
    for _ in 0..<Laws.count(20_000, few: 2_000) {
      let bytes = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        Bool.random(using: &generator) ? 0x61 : interesting.randomElement(using: &generator) ?? 0
      }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      #expect(Reading(Array("# ".utf8) + bytes).codes.isEmpty == isValid, "\(bytes)")
    }
  }

  @Test(
    "UTF-16 is one mistake",
    arguments: [
      [0xFF, 0xFE, 0x61, 0x00, 0x20, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x61, 0x00, 0x20, 0x00],
      [0x00, 0x61, 0x00, 0x20],
    ] as [[UInt8]])
  func utf16(bytes: [UInt8]) { #expect(Reading(bytes).codes == ["wrong-encoding"]) }

  @Test("a text of the largest size is read, a longer one is refused")
  func size() {
    let line = Array("# padding ........................................................................\n".utf8)
    var bytes = Array(repeatElement(line, count: Document.maximumByteCount / line.count + 1).joined())
    bytes.removeLast(bytes.count - Document.maximumByteCount)
    #expect(Reading(bytes).codes == [])
    bytes.append(0x0A)
    #expect(Reading(bytes).codes == ["text-too-large"])
  }
}
