import Testing

@testable import SchedulerStore

@Suite struct HistoryFileTests {
  private func lines(_ sequences: ClosedRange<UInt64>) -> [HistoryLine] {
    sequences.compactMap { HistoryLine(sequence: $0, object: #"{"event":"stop"}"#) }
  }

  private func bytes(_ sequences: ClosedRange<UInt64>) -> [UInt8] { lines(sequences).flatMap(\.bytes) }

  @Test(
    arguments: [
      (7, #"{"event":"stop"}"#, #"{"sequence":7,"event":"stop"}"#),
      (0, "{}", #"{"sequence":0}"#),
      (.max, #"{"a":"ä"}"#, #"{"sequence":18446744073709551615,"a":"ä"}"#),
    ] as [(UInt64, String, String)])
  func `a line begins with its sequence`(sequence: UInt64, object: String, text: String) {
    #expect(HistoryLine(sequence: sequence, object: object)?.bytes == Array((text + "\n").utf8))
    #expect(HistoryLine.sequence(of: Array(text.utf8)[...]) == sequence)
  }

  @Test(arguments: [
    "", "{", "}", "[]", "{}\n", "{\n}", "{\0}", " {}", "{" + String(repeating: " ", count: 32_755) + "}",
  ])
  func `what is not one object on one line is no line`(object: String) {
    #expect(HistoryLine(sequence: 1, object: object) == nil)
  }

  @Test func `lines are appended once, also when they are given again`() {
    var files = SimulatedFileSystem()
    var history = HistoryFile.open(in: &files)
    #expect(history.append(lines(1...3), in: &files) == .written(lineCount: 3))
    #expect(history.append(lines(1...5), in: &files) == .written(lineCount: 2))
    #expect(history.append(lines(2...4), in: &files) == .written(lineCount: 0))
    history.close(in: &files)
    history = HistoryFile.open(in: &files)
    #expect(history.lastSequence == 5)
    #expect(history.append(lines(4...6), in: &files) == .written(lineCount: 1))
    #expect(files.afterPowerLoss(seed: 1)["history.jsonl"] == bytes(1...6))
  }

  @Test(arguments: [
    [0x7B], Array(#"{"sequence":4,"event""#.utf8), [0, 0, 0, 0x0A], [0x7B, 0, 0x7D, 0x0A, 0, 0x0A, 0],
  ])
  func `a line that was not written whole is removed, and written again`(torn: [UInt8]) {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = bytes(1...3) + torn
    var history = HistoryFile.open(in: &files)
    #expect(history.lastSequence == 3)
    _ = history.append(lines(1...4), in: &files)
    #expect(files["history.jsonl"] == bytes(1...4))
  }

  /// Returns lines. The one with the sequence `damaged` has a NUL instead of its first quotation mark.
  private func bytes(_ sequences: ClosedRange<UInt64>, damaged: UInt64) -> [UInt8] {
    lines(sequences).flatMap { line in
      var bytes = line.bytes
      if line.sequence == damaged { bytes[1] = 0 }
      return bytes
    }
  }

  @Test(arguments: 1...7 as ClosedRange<UInt64>)
  func `a damaged line stays, and what is behind it counts`(damaged: UInt64) {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = bytes(1...8, damaged: damaged)
    var history = HistoryFile.open(in: &files)
    #expect(history.lastSequence == 8)
    _ = history.append(lines(7...9), in: &files)
    #expect(files["history.jsonl"] == bytes(1...8, damaged: damaged) + bytes(9...9))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a damaged line that can be given again is written again, with those after it`(damaged: UInt64) {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = bytes(1...8, damaged: damaged)
    var history = HistoryFile.open(in: &files, firstKept: 6)
    _ = history.append(lines(6...8), in: &files)
    #expect(files["history.jsonl"] == (damaged < 6 ? bytes(1...8, damaged: damaged) : bytes(1...8)))
  }

  @Test func `lines of others stay, and the last of ours is found before them`() {
    var files = SimulatedFileSystem()
    let foreign = Array("a remark\n".utf8) + Array(String(repeating: "#", count: 300_000).utf8) + [0x0A]
    files["history.jsonl"] = bytes(1...3) + foreign
    var history = HistoryFile.open(in: &files)
    #expect(history.lastSequence == 3)
    _ = history.append(lines(1...4), in: &files)
    #expect(files["history.jsonl"] == bytes(1...3) + foreign + bytes(4...4))
  }

  @Test func `only the end of a long file is read`() {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = bytes(1...20_000)
    let before = files.operationCount
    #expect(HistoryFile.open(in: &files).lastSequence == 20_000)
    #expect(files.operationCount - before == 6, "names, size, one read, open, two synchronisations")
  }

  @Test func `a full file becomes an older one, of which a few are kept`() {
    var files = SimulatedFileSystem()
    let padding = Array(repeating: UInt8(ascii: "x"), count: HistoryFile.rotationSize - 60) + [0x0A]
    var expected: [String] = []
    for round in 1...6 as ClosedRange<UInt64> {
      files["history.jsonl"] = padding + bytes(round * 10...round * 10)
      var history = HistoryFile.open(in: &files)
      #expect(history.append(lines(1...round * 10 + 5), in: &files) == .written(lineCount: 5))
      #expect(files["history.jsonl"] == bytes(round * 10 + 1...round * 10 + 5))
      expected = (expected + ["history-\(round * 10).jsonl"]).suffix(HistoryFile.olderFileLimit)
      #expect(files.contents.keys.sorted() == (expected + ["history.jsonl"]).sorted())
    }
  }

  @Test func `after a rotation the sequence is known from the name of the older file`() {
    var files = SimulatedFileSystem()
    files["history-30.jsonl"] = bytes(1...30)
    files["history-031.jsonl"] = []
    files["history-x.jsonl"] = []
    var history = HistoryFile.open(in: &files)
    #expect(history.lastSequence == 30)
    #expect(history.append(lines(28...31), in: &files) == .written(lineCount: 1))
  }

  @Test func `a full disk stops history until it is opened again, and no line is missing then`() {
    var files = SimulatedFileSystem()
    var history = HistoryFile.open(in: &files)
    _ = history.append(lines(1...3), in: &files)
    files.plan.capacity = bytes(1...3).count + 10
    let failure = FileSystemError(.write, name: "history.jsonl", reason: .full)
    #expect(history.append(lines(4...5), in: &files) == .stopped(failure))
    #expect(files["history.jsonl"] == bytes(1...3))
    files.plan.capacity = nil
    #expect(history.append(lines(6...7), in: &files) == .stopped(failure))
    history = HistoryFile.open(in: &files)
    #expect(history.append(lines(1...8), in: &files) == .written(lineCount: 5))
    #expect(files["history.jsonl"] == bytes(1...8))
  }

  @Test func `of many lines only the last piece can be in disorder after a loss of power`() {
    let lines = lines(1...5000)
    let bytes = lines.flatMap(\.bytes)
    var files = SimulatedFileSystem()
    var history = HistoryFile.open(in: &files)
    #expect(history.append(lines, in: &files) == .written(lineCount: 5000))
    #expect(files["history.jsonl"] == bytes)
    for stop in 4...files.operationCount {
      var stopped = SimulatedFileSystem().with([stop: .stopAfter])
      var history = HistoryFile.open(in: &stopped)
      _ = history.append(lines, in: &stopped)
      for var files in stopped.afterStops(seeds: 0..<10) {
        history = HistoryFile.open(in: &files, firstKept: 1)
        _ = history.append(lines, in: &files)
        let isWhole = files["history.jsonl"] == bytes
        #expect(isWhole, "operation \(stop)")
      }
    }
  }

  @Test func `a file that cannot be opened stops history from the start`() {
    var files = SimulatedFileSystem()
    files.plan.deniesPermission = true
    var history = HistoryFile.open(in: &files)
    #expect(
      history.append(lines(1...1), in: &files) == .stopped(FileSystemError(.list, name: ".", reason: .permissionDenied))
    )
  }
}
