import TestSupport
import Testing

@testable import SchedulerStore

@Suite struct HistoryReaderTests {
  private func bytes(_ sequences: ClosedRange<UInt64>) -> [UInt8] {
    sequences.compactMap { HistoryLine(sequence: $0, object: "{}") }.flatMap(\.bytes)
  }

  /// Returns the sequences of all lines, the newest first.
  private func sequences(
    in files: inout SimulatedFileSystem, pieceSize: Int = HistoryReader.usualPieceSize
  ) throws -> [UInt64?] {
    var reader = HistoryReader(pieceSize: pieceSize)
    return try sequences(from: &reader, in: &files)
  }

  private func sequences(
    from reader: inout HistoryReader, in files: inout SimulatedFileSystem
  ) throws -> [UInt64?] {
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
    #expect(most <= HistoryReader.usualPieceSize + HistoryLine.limit)
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

  @Test(arguments: Laws.cases(0..<30 as Range<UInt64>, few: 6))
  func `short pieces have the lines of long ones, also if lines are damaged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var files = SimulatedFileSystem()
    var sequence = 1
    for isNewest in [false, false, true] where isNewest || Bool.random(using: &random) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...120, using: &random) {
        bytes += longLine(sequence, length: Int.random(in: 0..<4, using: &random) == 0 ? 20_000 : 100)
        sequence += Int.random(in: 1...3, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: bytes += Array("a remark\n\n".utf8)
        case 1: bytes += [UInt8](repeating: 0x61, count: 300_000) + [0x0A]
        case 2: bytes[bytes.count - 20] = 0
        case 3: sequence -= min(sequence - 1, 5)
        default: break
        }
      }
      files[isNewest ? "history.jsonl" : "history-\(sequence).jsonl"] = bytes + Array(#"{"sequence":999999"#.utf8)
      sequence += 1
    }
    let whole = try sequences(in: &files, pieceSize: 64 << 20)
    #expect(try sequences(in: &files, pieceSize: 64 << 10) == whole, "seed \(seed)")
  }

  @Test func `a piece takes few reads, however long the file is`() throws {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = (1...4_000).flatMap { longLine($0, length: 500) }
    var reader = HistoryReader(pieceSize: 256 << 10)
    for _ in 0..<3 {
      let before = files.operationCount
      let lines = try #require(try reader.next(in: &files))
      #expect(files.operationCount - before <= 3 && 400..<600 ~= lines.count)
    }
  }

  /// The changes of the newest file between two pieces: it is rotated, loses its oldest lines, or both.
  @Test(
    arguments: [
      (true, 0, 100), (true, 0, 4_000), (false, 1, 0), (false, 1_000, 100), (true, 1_000, 100), (false, 2_900, 100),
      (true, 3_000, 100),
    ])
  func `no line is skipped if the newest file is rotated or loses its oldest lines between two pieces`(
    isRotated: Bool, lostCount: Int, newCount: Int
  ) throws {
    var files = SimulatedFileSystem()
    let lines = (1...3_000).map { longLine($0, length: 500) }
    files["history-0.jsonl"] = []
    files["history.jsonl"] = lines.flatMap(\.self)
    var reader = HistoryReader(pieceSize: 256 << 10)
    let first = try #require(try reader.next(in: &files)).map { HistoryLine.sequence(of: $0[...]) }
    let more = (3_001..<3_001 + newCount).flatMap { longLine($0, length: 500) }
    let rest = lines.dropFirst(lostCount).flatMap(\.self)
    files["history.jsonl"] = isRotated ? more : rest + more
    if isRotated, !rest.isEmpty { files["history-3000.jsonl"] = rest }
    let expected = (1...3_000).reversed().map(UInt64.init).filter { $0 > lostCount || first.contains($0) }
    #expect(try first + sequences(from: &reader, in: &files) == expected)
  }
}
