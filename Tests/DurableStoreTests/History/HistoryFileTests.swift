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
      ((1 << 53) - 1, #"{"a":"ä"}"#, #"{"sequence":9007199254740991,"a":"ä"}"#),
    ] as [(UInt64, String, String)])
  func `a history line begins with its sequence number`(sequence: UInt64, object: String, text: String) {
    #expect(HistoryLine(sequence: sequence, object: object)?.bytes == Array((text + "\n").utf8))
    #expect(HistoryLine.sequence(of: Array(text.utf8)[...]) == sequence)
  }

  @Test(arguments: [
    "", "{", "}", "[]", "{}\n", "{\n}", "{\0}", " {}", "{" + String(repeating: " ", count: 32_755) + "}",
  ])
  func `text that is not one object on one line is refused as a history line`(object: String) {
    #expect(HistoryLine(sequence: 1, object: object) == nil)
  }

  @Test func `history appends each line once, even if it is given again`() {
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
  func `history removes an incomplete last line and writes that line again`(torn: [UInt8]) {
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
  func `history keeps a damaged line and still counts the lines after it`(damaged: UInt64) {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = bytes(1...8, damaged: damaged)
    var history = HistoryFile.open(in: &files)
    #expect(history.lastSequence == 8)
    _ = history.append(lines(7...9), in: &files)
    #expect(files["history.jsonl"] == bytes(1...8, damaged: damaged) + bytes(9...9))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `recovery writes a damaged line and those after it again if the state has them`(damaged: UInt64) {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = bytes(1...8, damaged: damaged)
    var history = HistoryFile.open(in: &files, firstKept: 6)
    _ = history.append(lines(6...8), in: &files)
    #expect(files["history.jsonl"] == (damaged < 6 ? bytes(1...8, damaged: damaged) : bytes(1...8)))
  }

  @Test func `history keeps foreign lines and finds its own last line before them`() {
    var files = SimulatedFileSystem()
    let foreign = Array("a remark\n".utf8) + Array(String(repeating: "#", count: 300_000).utf8) + [0x0A]
    files["history.jsonl"] = bytes(1...3) + foreign
    var history = HistoryFile.open(in: &files)
    #expect(history.lastSequence == 3)
    _ = history.append(lines(1...4), in: &files)
    #expect(files["history.jsonl"] == bytes(1...3) + foreign + bytes(4...4))
  }

  @Test func `opening history reads only the end of a long file`() {
    var files = SimulatedFileSystem()
    files["history.jsonl"] = bytes(1...20_000)
    let before = files.operationCount
    #expect(HistoryFile.open(in: &files).lastSequence == 20_000)
    #expect(files.operationCount - before == 6, "names, size, one read, open, two synchronisations")
  }

  @Test func `history renames a full file and keeps a limited number of older files`() {
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

  @Test func `after a rotation the last sequence number is known from the name of the older file`() {
    var files = SimulatedFileSystem()
    files["history-30.jsonl"] = bytes(1...30)
    files["history-031.jsonl"] = []
    files["history-x.jsonl"] = []
    var history = HistoryFile.open(in: &files)
    #expect(history.lastSequence == 30)
    #expect(history.append(lines(28...31), in: &files) == .written(lineCount: 1))
  }

  @Test func `a full disk stops history until history is opened again, and then no line is missing`() {
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

  @Test func `a loss of power while many lines are appended can damage only the last piece`() {
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

  @Test func `history stops from the start when its file cannot be opened`() {
    var files = SimulatedFileSystem()
    files.plan.deniesPermission = true
    var history = HistoryFile.open(in: &files)
    #expect(
      history.append(lines(1...1), in: &files) == .stopped(FileSystemError(.list, name: ".", reason: .permissionDenied))
    )
  }
}
