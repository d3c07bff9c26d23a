import Testing

@testable import SchedulerStore

/// Failures of the file system: no confirmed change is lost, and the store continues if possible.
@Suite struct StateFailureTests {
  private static let brokenMedium = FileSystemError.Reason.system(code: 5, meaning: "input/output error")
  private let seeds = 0..<60 as Range<UInt64>

  private func opened() throws -> (SimulatedFileSystem, StateStore) {
    var files = try StateStoreTests.directory()
    let store = try StateStore.open(in: &files)
    return (files, store)
  }

  private func texts(_ files: SimulatedFileSystem) throws -> [String: String] {
    var files = files
    let store = try StateStore.open(in: &files)
    #expect(store.losses.allSatisfy { $0.isTornEnd })
    return store.state.texts
  }

  @Test(arguments: 0...30)
  func `a full disk refuses a change and takes the next one that fits`(room: Int) throws {
    var (files, store) = try opened()
    files = files.with([1: .partialFailure(byteCount: room, .full)])
    #expect(throws: StateStoreError.file(FileSystemError(.write, name: "journal", reason: .full))) {
      try store.append("d", "much longer than there is room for", in: &files)
    }
    #expect(store.state.texts == StateStoreTests.texts)
    #expect(try store.append("d", "9", in: &files) == 7)
    for seed in seeds {
      #expect(try texts(files.afterPowerLoss(seed: seed)) == StateStoreTests.texts.merging(["d": "9"]) { $1 })
    }
  }

  @Test func `a disk that stays full keeps all earlier changes`() throws {
    var (files, store) = try opened()
    files.plan.capacity = files.contents.values.reduce(0) { $0 + $1.count } + 10
    for _ in 0..<3 {
      #expect(throws: StateStoreError.file(FileSystemError(.write, name: "journal", reason: .full))) {
        try store.append("d", "9", in: &files)
      }
      #expect(throws: StateStoreError.file(FileSystemError(.write, name: "snapshot", reason: .full))) {
        try store.compact(in: &files)
      }
    }
    files.crash()
    store = try StateStore.open(in: &files)
    #expect(store.state.texts == StateStoreTests.texts)
    files.plan.capacity = nil
    #expect(try store.append("d", "9", in: &files) == 7)
  }

  @Test func `a torn end stays in the journal on a full disk, and the records after it are read`() throws {
    var files = try StateStoreTests.directory()
    files["journal"]? += [1, 2, 3]
    files.plan.capacity = files.contents.values.reduce(0) { $0 + $1.count } + 1
    var store = try StateStore.open(in: &files)
    #expect(store.losses == [.tornEnd(file: "journal", byteCount: 3)])
    files.plan.capacity = nil
    try store.append("d", "9", in: &files)
    store.close(in: &files)
    store = try StateStore.open(in: &files)
    #expect(store.state.texts["d"] == "9")
    #expect(store.losses.count == 1)
    #expect(store.needsCompaction)
  }

  @Test func `a failed synchronisation makes the journal unusable until a compaction`() throws {
    var (files, store) = try opened()
    files = files.with([2: .failure(Self.brokenMedium)])
    #expect(throws: StateStoreError.file(FileSystemError(.synchronize, name: "journal", reason: Self.brokenMedium))) {
      try store.append("d", "9", in: &files)
    }
    #expect(store.needsCompaction)
    #expect(throws: StateStoreError.journalUnusable) { try store.append("d", "10", in: &files) }
    #expect(store.state.texts == StateStoreTests.texts)
    try store.compact(in: &files)
    #expect(!store.needsCompaction)
    #expect(try store.append("d", "11", in: &files) == 8, "the sequence of the change that failed is not used again")
    for seed in seeds {
      #expect(try texts(files.afterPowerLoss(seed: seed)) == StateStoreTests.texts.merging(["d": "11"]) { $1 })
    }
  }

  @Test(
    arguments: [
      [1: .partialFailure(byteCount: 5, .full)], [1: .partialFailure(byteCount: .max, brokenMedium)],
      [2: .failure(brokenMedium)],
    ] as [[Int: FaultPlan.Fault]])
  func `a failed change never reappears, unless its error says that the outcome is unknown`(
    first: [Int: FaultPlan.Fault]
  ) throws {
    let (start, store) = try opened()
    var unknownCount = 0
    for second in 2...25 {
      for isLasting in [false, true] {
        let place: Comment = "\(first), then operation \(second), for good: \(isLasting)"
        let faults = (second...(isLasting ? 60 : second)).map { ($0, FaultPlan.Fault.failure(Self.brokenMedium)) }
        var (files, store) = (start.with(first.merging(faults) { first, _ in first }), store)
        let error = #expect(throws: StateStoreError.self, place) { try store.append("d", "9", in: &files) }
        #expect(store.state.texts == StateStoreTests.texts, place)
        var mayBeThere = false
        if case .outcomeUnknown = error { mayBeThere = true }
        unknownCount += mayBeThere ? 1 : 0
        for files in files.afterStops(seeds: seeds) {
          let texts = try texts(files)
          #expect(texts == StateStoreTests.texts || mayBeThere && texts["d"] == "9", place)
        }
        files.plan = FaultPlan()
        try store.compact(in: &files)
        try store.append("e", "10", in: &files)
        let expected = StateStoreTests.texts.merging(["e": "10"]) { $1 }
        for files in files.afterStops(seeds: 0..<20) { #expect(try texts(files) == expected, place) }
      }
    }
    #expect(unknownCount > 0 && unknownCount < 48, "\(first)")
  }

  @Test func `changes that are confirmed after a compaction fails at any operation are kept`() throws {
    let (start, store) = try opened()
    var (whole, compacted) = (start, store)
    try compacted.compact(in: &whole)
    for operation in 1...whole.operationCount - start.operationCount {
      for reason in [FileSystemError.Reason.full, Self.brokenMedium] {
        let place: Comment = "operation \(operation), \(reason)"
        var (files, store) = (start.with([operation: .failure(reason)]), store)
        do throws(StateStoreError) { try store.compact(in: &files) } catch {}
        var expected = StateStoreTests.texts
        do throws(StateStoreError) {
          try store.append("d", "9", in: &files)
          expected["d"] = "9"
        } catch {
          #expect(error == .journalUnusable, place)
          #expect(store.needsCompaction, place)
        }
        for files in files.afterStops(seeds: 0..<20) { #expect(try texts(files) == expected, place) }
        try store.compact(in: &files)
        try store.append("d", "10", in: &files)
        expected["d"] = "10"
        for files in files.afterStops(seeds: 0..<20) { #expect(try texts(files) == expected, place) }
      }
    }
  }

  @Test func `opening a store changes no file if any of its operations fails`() throws {
    let start = try StateStoreTests.directory()
    var whole = start
    _ = try StateStore.open(in: &whole)
    for operation in 1...whole.operationCount - start.operationCount {
      var files = start.with([operation: .failure(.permissionDenied)])
      #expect(throws: StateStoreError.self, "operation \(operation)") { try StateStore.open(in: &files) }
      #expect(files.contents == start.contents, "operation \(operation)")
      #expect(try StateStore.open(in: &files).state.texts == StateStoreTests.texts, "the lock was given back")
    }
  }

  @Test func `the state is read from older files when the medium of the snapshot is broken`() throws {
    var files = try StateStoreTests.directory()
    let broken = (1...10).first { operation in
      var copy = files.with([operation: .failure(Self.brokenMedium)])
      let losses = (try? StateStore.read(from: &copy))?.losses
      return losses == [.incompleteSnapshot(file: "snapshot")]
    }
    #expect(broken != nil)
    files = files.with([broken ?? 0: .failure(Self.brokenMedium)])
    #expect(try StateStore.read(from: &files).state.texts == StateStoreTests.texts)
  }

  @Test(arguments: ["journal", "snapshot"])
  func `the store refuses the files of a newer program and does not change them`(name: String) throws {
    var files = try StateStoreTests.directory()
    files[name]? += Record(sequence: 99, payload: [2, 1]).bytes
    let before = files.contents
    #expect(throws: StateStoreError.newerVersion(file: name, version: 2)) { try StateStore.open(in: &files) }
    #expect(files.contents == before)
  }

  @Test(
    arguments: [
      (.inUse(by: 7), "the state is in use by process 7"),
      (
        .newerVersion(file: "journal", version: 2),
        "'journal' has version 2 and was written by a newer program; version 1 is known"
      ),
      (.file(FileSystemError(.write, name: "journal", reason: .full)), "cannot write 'journal': no space left"),
      (
        .outcomeUnknown(FileSystemError(.synchronize, name: "journal", reason: brokenMedium)),
        "cannot synchronise 'journal': input/output error; whether the change is there is not known"
      ),
      (.journalUnusable, "the journal cannot be written since an earlier failure"),
      (.tooLarge(byteCount: 5, limit: 4), "a change of 5 bytes; at most 4 at once"),
    ] as [(StateStoreError, String)])
  func `a state store error describes itself in a sentence`(error: StateStoreError, text: String) {
    #expect(error.description == text)
  }
}
