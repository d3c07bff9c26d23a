import TestSupport
import Testing

@testable import SchedulerStore

@Suite struct HistoryPageTests {
  /// Returns up to four files of lines with gaps between their sequences, some of them in a foreign format.
  private static func history(_ random: inout SeededGenerator) -> SimulatedFileSystem {
    var files = SimulatedFileSystem()
    var sequence: UInt64 = 0
    for isNewest in [false, false, false, true] where isNewest || Bool.random(using: &random) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...400, using: &random) {
        sequence += UInt64.random(in: 1...3, using: &random)
        let length = Int.random(in: 0..<20, using: &random) == 0 ? 20_000 : Int.random(in: 0...600, using: &random)
        let object = #"{"text":"\#(String(repeating: "a", count: length))"}"#
        bytes += HistoryLine(sequence: sequence, object: object)?.bytes ?? []
        if Int.random(in: 0..<9, using: &random) == 0 { bytes += Array("a remark\n\n".utf8) }
      }
      // The next line is incomplete.
      files[isNewest ? "history.jsonl" : "history-\(sequence).jsonl"] = bytes + Array(#"{"sequence":999999"#.utf8)
      sequence += 1
    }
    return files
  }

  @Test(arguments: Laws.cases(0..<40 as Range<UInt64>, few: 8))
  func `a history page has the same lines as a reading of the whole history`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var files = Self.history(&random)
    var reader = HistoryReader()
    var all: [UInt64] = []
    while let lines = try reader.next(in: &files) { all += lines.compactMap { HistoryLine.sequence(of: $0[...]) } }
    all.reverse()
    for _ in 0..<12 {
      let number = UInt64.random(in: 0...(all.last ?? 0) + 2, using: &random)
      let limit = Int.random(in: 1...150, using: &random)
      let page = try HistoryPage.lines(after: number, limit: limit, in: &files)
      #expect(page.map(\.sequence) == Array(all.filter { $0 > number }.prefix(limit)), "seed \(seed) after \(number)")
    }
  }

  @Test func `a page of history reads only a small part of a long file`() throws {
    var files = SimulatedFileSystem()
    let lines = (1...40_000 as ClosedRange<UInt64>).compactMap { HistoryLine(sequence: $0, object: #"{"event":"x"}"#) }
    files["history.jsonl"] = lines.flatMap(\.bytes)
    let before = files.operationCount
    #expect(try HistoryPage.lines(after: 25_000, limit: 100, in: &files).map(\.sequence) == Array(25_001...25_100))
    // Each step reads at most one piece.
    #expect(files.operationCount - before < 12)
  }

  @Test func `a history page without a file has no lines`() throws {
    var files = SimulatedFileSystem()
    #expect(try HistoryPage.lines(after: 0, limit: 10, in: &files).isEmpty)
  }
}
