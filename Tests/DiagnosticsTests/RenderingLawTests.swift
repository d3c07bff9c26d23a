import SchedulerDiagnostics
import TestSupport
import Testing

@Suite struct RenderingLawTests {
  /// A piece of a line, and how a terminal shows it.
  private struct Piece {
    let bytes: [UInt8]
    /// What is drawn; nil for a tab.
    let drawing: String?
    let width: Int

    init(_ text: String, as drawing: String? = nil, width: Int) {
      self.init(bytes: Array(text.utf8), drawing ?? text, width: width)
    }
    init(bytes: [UInt8], _ drawing: String?, width: Int) {
      self.bytes = bytes
      self.drawing = drawing
      self.width = width
    }
  }

  private static let pieces: [Piece] =
    [
      Piece(bytes: [0x09], nil, width: 0), Piece(bytes: [0xFF], "\u{FFFD}", width: 1),
      Piece(bytes: [0xC3], "\u{FFFD}", width: 1), Piece("\u{1B}", as: "␛", width: 1),
      Piece("\u{0}", as: "␀", width: 1), Piece("\u{202E}", as: "\u{FFFD}", width: 1), Piece("日", width: 2),
      Piece("한", width: 2), Piece("🍅", width: 2), Piece("Ａ", width: 2), Piece("é", width: 1),
      Piece("e\u{301}\u{302}", width: 1), Piece("語\u{3099}", width: 2), Piece("ß", width: 1),
      Piece("❤\u{FE0F}", as: "❤", width: 1), Piece("👍\u{1F3FD}", as: "👍", width: 2),
    ] + "abc =\"[]".map { Piece(String($0), width: 1) }

  /// A line made of random pieces and the columns in which each of them starts.
  private struct Line {
    var pieces: [Piece] = []
    var offsets = [0]
    var columns = [0]

    init(length: Int, _ random: inout SeededGenerator) {
      for _ in 0..<length {
        let piece = RenderingLawTests.pieces.randomElement(using: &random)!
        pieces.append(piece)
        offsets.append(offsets.last! + piece.bytes.count)
        columns.append(columns.last! + (piece.drawing == nil ? 4 - columns.last! % 4 : piece.width))
      }
    }

    var bytes: [UInt8] { pieces.flatMap(\.bytes) }

    /// What a terminal shows in each column: the drawing in its first, an empty text in the second of a wide one.
    var cells: [String] {
      zip(pieces, zip(columns, columns.dropFirst())).flatMap { piece, columns in
        let count = columns.1 - columns.0
        guard let drawing = piece.drawing else { return Array(repeating: " ", count: count) }
        return [drawing] + Array(repeating: "", count: count - 1)
      }
    }
  }

  /// The cells of a terminal that shows `row`: marks join the cell before them.
  private func terminal(_ row: Substring) -> [String] {
    let wide: Set<Unicode.Scalar> = ["日", "한", "🍅", "Ａ", "語", "👍"]
    let marks: Set<Unicode.Scalar> = ["\u{301}", "\u{302}", "\u{3099}"]
    var cells: [String] = []
    for scalar in row.unicodeScalars {
      if marks.contains(scalar) {
        let base = cells.lastIndex { !$0.isEmpty } ?? 0
        cells[base].unicodeScalars.append(scalar)
      } else {
        cells += wide.contains(scalar) ? [String(scalar), ""] : [String(scalar)]
      }
    }
    return cells
  }

  /// The source row and the row of carets below it, without gutter.
  private func rows(_ line: Line, _ range: Range<Int>, columns: Int?) -> (source: [String], carets: [Character]) {
    var sources = SourceMap()
    let id = sources.add(SourceText(name: "f", bytes: line.bytes))
    let span = SourceSpan(
      source: id, bytes: ByteSpan(lower: line.offsets[range.lowerBound], upper: line.offsets[range.upperBound]))
    let text = DiagnosticRenderer(color: false, columns: columns).render(.example(at: span, ""), in: sources)
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    return (terminal(rows[3].dropFirst(5)), Array(rows[4].dropFirst(5)))
  }

  @Test(arguments: Laws.cases(0..<400 as Range<UInt64>, few: 40))
  func `carets stand exactly under the bytes they mean`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let line = Line(length: .random(in: 1...40, using: &random), &random)
    let lower = Int.random(in: 0...line.pieces.count, using: &random)
    let upper = Int.random(in: lower...line.pieces.count, using: &random)
    let (source, carets) = rows(line, lower..<upper, columns: 1000)
    #expect(source == line.cells)
    let end = max(line.columns[upper], line.columns[lower] + 1)
    #expect(carets.count == end)
    #expect(carets.prefix(line.columns[lower]).allSatisfy { $0 == " " })
    #expect(carets.dropFirst(line.columns[lower]).allSatisfy { $0 == "^" })
  }

  @Test(arguments: Laws.cases(0..<400 as Range<UInt64>, few: 40))
  func `a shortened source line still shows the text that the carets mark`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let line = Line(length: .random(in: 100...6000, using: &random), &random)
    let lower = Int.random(in: 0..<line.pieces.count, using: &random)
    let upper = min(line.pieces.count, lower + .random(in: 1...4, using: &random))
    let width = Int.random(in: 25...100, using: &random)
    let (source, carets) = rows(line, lower..<upper, columns: width + 5)
    #expect(source.count <= width)
    let first = try #require(carets.firstIndex(of: "^"))
    let marked = source[first..<carets.count].joined()
    let meant = line.pieces[lower..<upper].contains { $0.drawing == nil }
    // How wide a tab is depends on where the cut line begins, so only the other drawings are compared.
    let expected = line.pieces[lower..<upper].map { $0.drawing ?? "" }.joined()
    #expect(meant ? withoutSpaces(marked) == withoutSpaces(expected) : marked == expected)
  }

  private func withoutSpaces(_ text: String) -> String { text.filter { $0 != " " } }

  @Test(arguments: Laws.cases(0..<600 as Range<UInt64>, few: 40))
  func `diagnostics with any bytes and spans render without control characters`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sources = SourceMap()
    for name in ["a", "b\u{1B}", "c"] { _ = sources.add(SourceText(name: name, bytes: randomBytes(&random))) }
    var list = DiagnosticList()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      list.report(
        .example(
          Severity.allCases.randomElement(using: &random)!, at: randomSpan(&random), randomText(&random),
          secondary: (0..<Int.random(in: 0...3, using: &random)).map { _ in (randomSpan(&random), randomText(&random))
          },
          help: [randomText(&random)]))
    }
    let columns = [nil, 0, 1, 7, 30, 80].randomElement(using: &random)!
    let text = DiagnosticRenderer(color: false, columns: columns).render(list, in: sources)
    #expect(text.hasSuffix("\n"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  private func randomBytes(_ random: inout SeededGenerator) -> [UInt8] {
    let length = [0, 1, 3, 40, 400, 20_000].randomElement(using: &random)!
    let alphabets: [[UInt8]] = [
      Array(0...255), [10, 13, 32, 97], [0x80, 0xBF, 0xE2, 0x80, 0x8D, 0xF0, 0x9F, 97],
      [0xCC, 0x81, 9, 97], [0xEF, 0xBB, 0xBF],
    ]
    let alphabet = alphabets.randomElement(using: &random)!
    return (0..<length).map { _ in alphabet.randomElement(using: &random)! }
  }

  private func randomSpan(_ random: inout SeededGenerator) -> SourceSpan {
    let lower = Int.random(in: 0...[3, 500, 21_000].randomElement(using: &random)!, using: &random)
    let length = Int.random(in: 0...[0, 3, 500, 21_000].randomElement(using: &random)!, using: &random)
    return SourceSpan(
      source: SourceID(index: .random(in: 0..<3, using: &random)), bytes: ByteSpan(lower: lower, upper: lower + length))
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    String(
      decoding: (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) },
      as: UTF8.self)
  }
}
