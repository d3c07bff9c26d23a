import Testing

@testable import SchedulerStore

@Suite struct StateStoreTests {
  /// Returns a directory with files of every kind: two compactions, each followed by a change.
  static func directory() throws -> SimulatedFileSystem {
    var files = SimulatedFileSystem()
    var store = try StateStore.open(in: &files)
    try store.append("a", "1", in: &files)
    try store.append("b", "2", in: &files)
    try store.compact(in: &files)
    try store.append("c", "3", in: &files)
    try store.append([StateChange(key: "a", payload: [0x34]), .removal(of: "b")], in: &files)
    try store.compact(in: &files)
    try store.append("d", "5", in: &files)
    try store.append("e", "6", in: &files)
    store.close(in: &files)
    return files
  }

  static let texts = ["a": "4", "c": "3", "d": "5", "e": "6"]

  @Test func `a store that is opened again has the changes that were appended`() throws {
    var files = try Self.directory()
    let store = try StateStore.open(in: &files)
    #expect(store.state.texts == Self.texts)
    #expect(store.state.entries.map(\.key) == ["c", "a", "d", "e"])
    #expect(store.state.entries.map(\.sequence) == [3, 4, 5, 6])
    #expect(store.state["a"] == [0x34])
    #expect(store.state["b"] == nil)
    #expect(store.losses.isEmpty)
    #expect(!store.needsCompaction)
  }

  @Test func `sequence numbers continue without a gap over compactions and restarts`() throws {
    var files = SimulatedFileSystem()
    for round in 0..<5 as Range<UInt64> {
      var store = try StateStore.open(in: &files)
      #expect(try store.append("x", "\(round)", in: &files) == 2 * round + 1)
      if round % 2 == 1 { try store.compact(in: &files) }
      #expect(try store.append("y", "\(round)", in: &files) == 2 * round + 2)
      #expect(try store.append([], in: &files) == 2 * round + 2)
      store.close(in: &files)
    }
  }

  @Test func `changes appended together form one record`() throws {
    var files = SimulatedFileSystem()
    var store = try StateStore.open(in: &files)
    let sequence = try store.append(
      [StateChange(key: "a", payload: [1]), StateChange(key: "b", payload: [2]), StateChange(key: "a", payload: [3])],
      in: &files)
    #expect(store.state.entries.map(\.sequence) == [sequence, sequence])
    #expect(store.state["a"] == [3])
  }

  @Test func `a compaction keeps the previous snapshot and the journals since it, and removes older ones`() throws {
    let files = try Self.directory()
    #expect(files.contents.keys.sorted() == ["journal", "journal-4", "snapshot", "snapshot-2"])
    var later = files
    var store = try StateStore.open(in: &later)
    try store.compact(in: &later)
    #expect(later.contents.keys.sorted() == ["journal", "journal-6", "snapshot", "snapshot-4"])
    #expect(later["snapshot-4"] == files["snapshot"])
    #expect(later["journal-6"] == files["journal"])
  }

  @Test func `a compaction without new changes writes nothing`() throws {
    var files = try Self.directory()
    var store = try StateStore.open(in: &files)
    try store.compact(in: &files)
    let contents = files.contents
    try store.compact(in: &files)
    #expect(files.contents == contents)
  }

  @Test func `a long journal needs a compaction, and a large state needs compactions less often`() throws {
    var files = SimulatedFileSystem()
    var store = try StateStore.open(in: &files)
    let half = Array(repeating: 7 as UInt8, count: StateStore.rotationSize / 2)
    try store.append([StateChange(key: "a", payload: half)], in: &files)
    #expect(!store.needsCompaction)
    try store.append([StateChange(key: "b", payload: half)], in: &files)
    #expect(store.needsCompaction)
    try store.append([StateChange(key: "c", payload: half)], in: &files)
    try store.compact(in: &files)
    #expect(!store.needsCompaction)
    for _ in 0..<2 { try store.append([StateChange(key: "a", payload: half)], in: &files) }
    #expect(!store.needsCompaction, "the journal is still smaller than the snapshot")
    try store.append([StateChange(key: "a", payload: half + half)], in: &files)
    #expect(store.needsCompaction)
  }

  @Test func `a store allows only one writer at a time`() throws {
    var files = try Self.directory()
    let store = try StateStore.open(in: &files)
    #expect(throws: StateStoreError.inUse(by: nil)) { try StateStore.open(in: &files) }
    #expect(try StateStore.read(from: &files).state.texts == Self.texts)
    store.close(in: &files)
    try StateStore.open(in: &files).close(in: &files)
  }

  @Test func `reading changes nothing and needs no lock`() throws {
    var files = try Self.directory()
    files["journal"]? += [1, 2, 3]
    files["snapshot"]?[30] ^= 1
    let before = files.contents
    let (state, losses) = try StateStore.read(from: &files)
    #expect(state.texts == Self.texts)
    #expect(losses == [.tornEnd(file: "journal", byteCount: 3), .incompleteSnapshot(file: "snapshot")])
    #expect(files.contents == before)
  }

  @Test func `an empty directory reads and opens as an empty state`() throws {
    var files = SimulatedFileSystem()
    let (state, losses) = try StateStore.read(from: &files)
    #expect(state.count == 0)
    #expect(losses.isEmpty)
    let store = try StateStore.open(in: &files)
    #expect(store.state == state)
    #expect(store.losses.isEmpty)
  }

  @Test func `a change that is too large is refused and changes nothing`() throws {
    var files = SimulatedFileSystem()
    var store = try StateStore.open(in: &files)
    let key = String(repeating: "k", count: StateChange.keyLimit + 1)
    #expect(throws: StateStoreError.tooLarge(byteCount: 65_536, limit: 65_535)) {
      try store.append(key, "1", in: &files)
    }
    let payload = Array(repeating: 1 as UInt8, count: Record.payloadLimit - 8)
    #expect(throws: StateStoreError.tooLarge(byteCount: 64 << 20 | 1, limit: 64 << 20)) {
      try store.append([StateChange(key: "k", payload: payload)], in: &files)
    }
    #expect(try store.append("k", "1", in: &files) == 1)
  }
}
