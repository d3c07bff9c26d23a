import TestSupport
import Testing

@testable import SchedulerStore

@Suite struct HistoryCursorTests {
  private func lines(_ numbers: ClosedRange<UInt64>, length: Int) -> [HistoryLine] {
    let text = String(repeating: "a", count: length)
    return numbers.compactMap { HistoryLine(sequence: $0, object: #"{"text":"\#(text)"}"#) }
  }

  private func read(_ cursor: inout HistoryCursor, _ files: inout SimulatedFileSystem) throws -> [UInt64] {
    var all: [UInt64] = []
    while !cursor.isOver { all += try cursor.next(in: &files).map(\.sequence) }
    return all
  }

  /// What a reading of whole files gives.
  private func whole(_ files: inout SimulatedFileSystem) throws -> [UInt64] {
    var reader = HistoryReader()
    var all: [UInt64] = []
    while let lines = try reader.next(in: &files) { all += lines.compactMap { HistoryLine.sequence(of: $0[...]) } }
    return all
  }

  @Test(arguments: Laws.cases(0..<30 as Range<UInt64>, few: 6))
  func `slices of history have the same lines as whole files, also if lines are damaged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var files = SimulatedFileSystem()
    var sequence: UInt64 = 1
    for isNewest in [false, false, true] where isNewest || Bool.random(using: &random) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...120, using: &random) {
        let length = Int.random(in: 0..<4, using: &random) == 0 ? 20_000 : 100
        bytes += lines(sequence...sequence, length: length)[0].bytes
        sequence += UInt64.random(in: 1...3, using: &random)
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
    var cursor = HistoryCursor()
    #expect(try read(&cursor, &files) == whole(&files), "seed \(seed)")
  }

  @Test func `a slice reads a bounded part of a long file`() throws {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = lines(1...4_000, length: 500).flatMap(\.bytes)
    var cursor = HistoryCursor()
    let slice = try cursor.next(in: &files)
    #expect(slice.first?.sequence == 4_000 && !cursor.isOver)
    #expect(slice.reduce(0) { $0 + $1.bytes.count } <= HistoryCursor.sliceSize)
    let before = files.operationCount
    _ = try cursor.next(in: &files)
    #expect(files.operationCount - before <= 4)
    #expect(try slice.count + 400 < read(&cursor, &files).count)
  }

  @Test(arguments: [true, false])
  func `slices continue in the right place after a file was rotated or has lost its oldest lines`(
    isRotated: Bool
  ) throws {
    var files = SimulatedFileSystem()
    let all = lines(1...3_000, length: 500)
    files["history.jsonl"] = all.flatMap(\.bytes)
    var cursor = HistoryCursor()
    let slice = try cursor.next(in: &files).map(\.sequence)
    let more = lines(3_001...3_100, length: 500).flatMap(\.bytes)
    if isRotated {
      files["history-3000.jsonl"] = files["history.jsonl"]
      files["history.jsonl"] = more
    } else {
      files["history.jsonl"] = all[1_000...].flatMap(\.bytes) + more
    }
    let rest = try read(&cursor, &files)
    #expect(slice + rest == Array(((isRotated ? 1 : 1_001)...3_000 as ClosedRange<UInt64>).reversed()))
  }

  @Test func `a history without files is over at once`() throws {
    var files = SimulatedFileSystem()
    var cursor = HistoryCursor()
    #expect(try read(&cursor, &files).isEmpty && cursor.isOver)
  }
}
