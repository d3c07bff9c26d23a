import Testing

@testable import SchedulerStore

@Suite struct HistoryReaderTests {
  private func bytes(_ sequences: ClosedRange<UInt64>) -> [UInt8] {
    sequences.compactMap { HistoryLine(sequence: $0, object: "{}") }.flatMap(\.bytes)
  }

  /// Returns the sequences of all lines, the newest first.
  private func sequences(in files: inout SimulatedFileSystem) throws -> [UInt64?] {
    var reader = HistoryReader()
    var sequences: [UInt64?] = []
    while let lines = try reader.next(in: &files) { sequences += lines.map { HistoryLine.sequence(of: $0[...]) } }
    return sequences
  }

  @Test func `the history reader finds no lines without a file`() throws {
    var files = SimulatedFileSystem()
    #expect(try sequences(in: &files).isEmpty)
  }

  @Test func `the history reader reads all files, newest line first`() throws {
    var files = SimulatedFileSystem()
    files["history-20.jsonl"] = bytes(10...20)
    files["history-9.jsonl"] = bytes(1...9)
    files["history-x.jsonl"] = bytes(90...99)
    files["history.jsonl"] = bytes(21...23)
    #expect(try sequences(in: &files) == (1...23).reversed().map(UInt64.init))
  }

  @Test func `the history reader skips an incomplete line and a line that history did not write`() throws {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = bytes(1...2) + Array("a remark\n\n".utf8) + bytes(3...4).dropLast()
    #expect(try sequences(in: &files) == [3, 2, 1])
  }

  @Test func `lines that are in two files, because one was renamed meanwhile, are read once`() throws {
    var files = SimulatedFileSystem()
    files["history-5.jsonl"] = bytes(1...5)
    files["history.jsonl"] = bytes(4...6)
    #expect(try sequences(in: &files) == [6, 5, 4, 3, 2, 1])
  }

  private func longLine(_ sequence: Int, length: Int) -> [UInt8] {
    let start = Array("{\"sequence\":\(sequence),\"x\":\"".utf8)
    return start + Array(repeating: UInt8(ascii: "a"), count: length) + Array("\"}\n".utf8)
  }

  @Test func `a file that is larger than any that is written is read in pieces`() throws {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = (1...1_200).flatMap { longLine($0, length: 29_000) }
    #expect(files["history.jsonl"]?.count ?? 0 > 32 << 20)
    var reader = HistoryReader()
    var found: [UInt64?] = []
    var most = 0
    while let lines = try reader.next(in: &files) {
      found += lines.map { HistoryLine.sequence(of: $0[...]) }
      most = max(most, lines.reduce(0) { $0 + $1.count })
    }
    #expect(found == (1...1_200).reversed().map(UInt64.init) && reader.unreadableCount == 0)
    #expect(most <= HistoryReader.pieceSize + HistoryLine.limit)
  }

  @Test(arguments: [100, 1 << 19, 5 << 20])
  func `a line of any length between two pieces is read or counted once`(length: Int) throws {
    var files = SimulatedFileSystem()
    let isReadable = length < 1 << 20
    files["history.jsonl"] = bytes(1...3) + longLine(4, length: length) + bytes(5...6)
    var reader = HistoryReader()
    var found: [UInt64?] = []
    while let lines = try reader.next(in: &files) { found += lines.map { HistoryLine.sequence(of: $0[...]) } }
    #expect(found == (isReadable ? [6, 5, 4, 3, 2, 1] : [6, 5, 3, 2, 1]))
    #expect(reader.unreadableCount == (isReadable ? 0 : 1) && reader.missingCount == 0)
  }

  @Test(
    arguments: [
      ("1 2 3", 0, 0), ("1 ? 2 3", 1, 0), ("1 ? 3", 1, 0), ("1 0 0 6", 2, 2), ("1 4", 0, 2), ("3 4", 0, 0),
    ] as [(String, Int, UInt64)])
  func `the reader counts unreadable lines and missing sequence numbers`(
    text: String, unreadable: Int, missing: UInt64
  ) throws {
    let lines = text.split(separator: " ").map { word in
      UInt64(word).map { $0 == 0 ? [0, 0x0A] : bytes($0...$0) } ?? Array("a remark\n".utf8)
    }
    var files = SimulatedFileSystem()
    files["history-1.jsonl"] = lines[0]
    files["history.jsonl"] = Array(lines.dropFirst().joined()) + [0]
    var reader = HistoryReader()
    while try reader.next(in: &files) != nil {}
    #expect(reader.unreadableCount == unreadable)
    #expect(reader.missingCount == missing)
  }
}
