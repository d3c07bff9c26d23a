import TestSupport
import Testing

@testable import SchedulerStore

/// Exactly the lines that are too old are removed, whenever the machine stops.
@Suite struct HistoryRetentionTests {
  /// Returns a line for each age, from 1 on; nil for a line without a time.
  private static func lines(_ ages: [Int64?], from first: UInt64 = 1) -> [HistoryLine] {
    zip(first..., ages).compactMap { sequence, age in
      HistoryLine(sequence: sequence, object: age.map { "{\"age\":\($0)}" } ?? "{}")
    }
  }

  private static func age(_ line: HistoryLine) -> Int64? {
    let parts = String(decoding: line.bytes, as: UTF8.self).split(separator: "\"age\":")
    return parts.count == 2 ? Int64(parts[1].dropLast(2)) : nil
  }

  private static func sequences(_ bytes: [UInt8]?) -> [UInt64] { HistoryLine.lines(in: bytes ?? []).map(\.sequence) }

  private static func remove(
    _ history: inout HistoryFile, in files: inout SimulatedFileSystem
  ) throws(FileSystemError) {
    try history.removeLines(olderThan: 10, slack: 5, in: &files, age: age)
  }

  @Test(
    arguments: [
      ([], []), ([16], [1]), ([16, 16], [2]), ([15, 11, 3], [1, 2, 3]), ([16, 11, 10, 3], [3, 4]),
      ([16, 3, 16, 2], [2, 3, 4]), ([nil, 16, nil, 3], [3, 4]), ([nil, nil], [1, 2]), ([3, 16], [1, 2]),
      ([16, nil, nil], [2, 3]), ([30, 20, nil, 16, nil], [5]), ([-5, 40], [1, 2]),
    ] as [([Int64?], [UInt64])])
  func `history removes the oldest lines that are too old once the first of them is much too old`(
    ages: [Int64?], staying: [UInt64]
  ) throws {
    var files = SimulatedFileSystem()
    var history = HistoryFile.open(in: &files)
    _ = history.append(Self.lines(ages), in: &files)
    let before = files["history.jsonl"]
    try Self.remove(&history, in: &files)
    #expect(Self.sequences(files["history.jsonl"]) == staying)
    if staying.count == ages.count { #expect(files["history.jsonl"] == before) }
    let next = UInt64(ages.count) + 1
    #expect(history.append(Self.lines([0], from: next), in: &files) == .written(lineCount: 1))
    #expect(Self.sequences(files.afterPowerLoss(seed: 1)["history.jsonl"]) == staying + [next])
    history.close(in: &files)
    #expect(HistoryFile.open(in: &files).lastSequence == next)
  }

  @Test func `an older history file is removed once its newest line is too old, and younger files stay`() throws {
    var files = SimulatedFileSystem()
    files["history-2.jsonl"] = Self.lines([40, 11]).flatMap(\.bytes)
    files["history-4.jsonl"] = Self.lines([30, 10], from: 3).flatMap(\.bytes)
    files["history.jsonl"] = Self.lines([20, 1], from: 5).flatMap(\.bytes)
    var history = HistoryFile.open(in: &files)
    try Self.remove(&history, in: &files)
    #expect(files.contents.keys.sorted() == ["history-4.jsonl", "history.jsonl"])
    #expect(Self.sequences(files["history-4.jsonl"]) == [3, 4])
    #expect(Self.sequences(files["history.jsonl"]) == [5, 6])
  }

  @Test func `whenever a removal of old lines stops, the kept lines are there, and new lines follow them`() throws {
    let ages: [Int64?] = [20, 17, nil, 3, nil, 2]
    var whole = SimulatedFileSystem()
    var history = HistoryFile.open(in: &whole)
    _ = history.append(Self.lines(ages), in: &whole)
    var done = whole
    var tried = history
    try Self.remove(&tried, in: &done)
    let count = done.operationCount - whole.operationCount
    try #require(count > 5)
    for operation in 1...count {
      for fault in [.stopBefore, .stopAfter, .stopWithin(byteCount: 7)] as [FaultPlan.Fault] {
        var files = whole.with([operation: fault])
        var stopped = history
        do throws(FileSystemError) { try Self.remove(&stopped, in: &files) } catch {}
        for var files in files.afterStops(seeds: 0..<UInt64(Laws.count(8, few: 2))) {
          let found = Self.sequences(files["history.jsonl"])
          #expect([[1, 2, 3, 4, 5, 6], [3, 4, 5, 6]].contains(found), "operation \(operation), \(fault)")
          var again = HistoryFile.open(in: &files)
          #expect(again.append(Self.lines([0], from: 7), in: &files) == .written(lineCount: 1))
          #expect(Self.sequences(files["history.jsonl"]) == found + [7])
        }
      }
    }
  }

  @Test func `removing old history fails on a full disk and loses neither old nor later lines`() throws {
    var files = SimulatedFileSystem()
    var history = HistoryFile.open(in: &files)
    _ = history.append(Self.lines([20, 3]), in: &files)
    files.plan.capacity = 0
    #expect(throws: FileSystemError.self) { try Self.remove(&history, in: &files) }
    files.plan.capacity = nil
    #expect(history.append(Self.lines([0], from: 3), in: &files) == .written(lineCount: 1))
    #expect(Self.sequences(files["history.jsonl"]) == [1, 2, 3])
  }
}
