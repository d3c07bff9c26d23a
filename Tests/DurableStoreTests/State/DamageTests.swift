import Testing

@testable import SchedulerStore

/// Damaged files: the rest is read, and the losses are reported.
@Suite struct DamageTests {
  private typealias Change = (inout SimulatedFileSystem) -> Void

  private func recovered(_ files: SimulatedFileSystem) throws -> StateStore {
    var files = files
    let store = try StateStore.open(in: &files)
    let read = try StateStore.read(from: &files)
    #expect(read.state == store.state)
    return store
  }

  @Test(arguments: ["journal", "snapshot", "journal-4", "snapshot-2"])
  func `recovery reports each flipped bit in a file that it needs, and reads the rest`(name: String) throws {
    let whole = try StateStoreTests.directory()
    for bit in 0..<(try #require(whole[name])).count * 8 {
      var files = whole
      files[name]?[bit / 8] ^= 1 << UInt8(bit % 8)
      let store = try recovered(files)
      let place: Comment = "\(name), bit \(bit)"
      let wrong = store.state.texts.filter { StateStoreTests.texts[$0.key] != $0.value }
      #expect(wrong.isEmpty, place)
      switch name {
      case "journal":
        #expect(!store.losses.isEmpty, place)
        #expect(store.state.count >= 3, "at most one change is lost; \(name), bit \(bit)")
      case "snapshot":
        #expect(store.losses == [.incompleteSnapshot(file: "snapshot")], place)
        #expect(store.state.texts == StateStoreTests.texts, place)
      // Older files are not needed.
      default:
        #expect(store.losses.isEmpty, place)
        #expect(store.state.texts == StateStoreTests.texts, place)
      }
    }
  }

  @Test(arguments: ["journal", "snapshot"])
  func `recovery reports each cut of a file, except a cut between two changes of the journal`(name: String) throws {
    let whole = try StateStoreTests.directory()
    let bytes = try #require(whole[name])
    for length in bytes.indices {
      var files = whole
      files[name] = Array(bytes.prefix(length))
      let store = try recovered(files)
      #expect(!store.losses.isEmpty || name == "journal" && [22, 52].contains(length), "\(name), \(length) bytes")
      #expect(store.state["a"] == [0x34], "\(name), \(length) bytes")
    }
  }

  @Test func `with two damaged snapshots the remaining records are read and the loss is reported`() throws {
    var files = try StateStoreTests.directory()
    files["snapshot"]?[0] ^= 1
    files["snapshot-2"]?[0] ^= 1
    let store = try recovered(files)
    #expect(store.state.texts == StateStoreTests.texts)
    #expect(
      store.losses == [
        .incompleteSnapshot(file: "snapshot"), .incompleteSnapshot(file: "snapshot-2"),
        .missingChanges(first: 1, last: 2),
      ])
  }

  @Test func `changes known only from the head of a damaged snapshot are reported missing`() throws {
    var files = try StateStoreTests.directory()
    files["snapshot"]?[40] ^= 1
    files["journal"] = nil
    files["journal-4"] = nil
    let store = try recovered(files)
    #expect(
      store.losses == [
        .incompleteSnapshot(file: "snapshot"), .missingFile("journal"), .missingChanges(first: 3, last: 4),
      ])
    #expect(store.state.texts == ["a": "4", "b": "2"])
  }

  @Test func `wherever a compaction stops, damage to the snapshot loses no change`() throws {
    let start = try StateStoreTests.directory()
    for operation in 1... {
      var stopped = start
      var store = try StateStore.open(in: &stopped)
      stopped = stopped.with([operation: .stopAfter])
      do throws(StateStoreError) { try store.compact(in: &stopped) } catch {}
      guard stopped.isStopped else { break }
      for (way, files) in stopped.afterStops(seeds: 0..<30).enumerated() {
        var files = files
        files["snapshot"]?[25] ^= 1
        let store = try recovered(files)
        #expect(store.state.texts == StateStoreTests.texts, "operation \(operation), way \(way)")
        #expect(store.losses == [.incompleteSnapshot(file: "snapshot")], "operation \(operation), way \(way)")
      }
    }
  }

  @Test func `recovery reports missing files that it needs and the changes lost with them`() throws {
    let whole = try StateStoreTests.directory()
    let cases: [([String], [StateLoss], Int)] = [
      (["snapshot-2", "journal-4"], [], 4),
      (["journal"], [.missingFile("journal")], 2),
      (["snapshot"], [.missingFile("snapshot")], 4),
      (["snapshot", "snapshot-2"], [.missingFile("snapshot"), .missingChanges(first: 1, last: 2)], 4),
      (["snapshot", "journal-4"], [.missingFile("snapshot"), .missingChanges(first: 3, last: 4)], 4),
      (["snapshot", "snapshot-2", "journal-4"], [.missingChanges(first: 1, last: 4)], 2),
      (["journal", "journal-4", "snapshot"], [.missingFile("snapshot"), .missingFile("journal")], 2),
    ]
    for (names, losses, count) in cases {
      var files = whole
      for name in names { files[name] = nil }
      let store = try recovered(files)
      #expect(store.losses == losses, "without \(names)")
      #expect(store.state.count == count, "without \(names)")
    }
  }

  @Test(arguments: [[], [0], Array(repeating: 0, count: 100), Array("not a journal".utf8)] as [[UInt8]])
  func `a journal without a record is reported as a loss, and its bytes are kept in journal.torn`(bytes: [UInt8]) throws
  {
    for isAlone in [false, true] {
      var files = isAlone ? SimulatedFileSystem() : try StateStoreTests.directory()
      files["journal"] = bytes
      var store = try StateStore.open(in: &files)
      #expect(
        store.losses == [
          bytes.isEmpty ? .missingFile("journal") : .tornEnd(file: "journal", byteCount: bytes.count)
        ])
      #expect(files["journal.torn"] == (bytes.isEmpty ? nil : bytes))
      #expect(try store.append("z", "1", in: &files) == (isAlone ? 1 : 5))
      #expect(try recovered(files.afterPowerLoss(seed: 3)).state["z"] == [0x31])
    }
  }

  @Test func `recovery reports losses if it can read nothing at all`() throws {
    var files = try StateStoreTests.directory()
    for name in files.contents.keys { files[name] = Array(repeating: 0, count: files[name]?.count ?? 0) }
    let store = try recovered(files)
    #expect(store.state.count == 0)
    #expect(store.losses.count == 4)
  }

  @Test func `a torn end of the journal is cut off and kept in a separate file`() throws {
    var files = try StateStoreTests.directory()
    let whole = try #require(files["journal"])
    files["journal"]? += Array("torn".utf8)
    var store = try StateStore.open(in: &files)
    #expect(store.losses == [.tornEnd(file: "journal", byteCount: 4)])
    #expect(files["journal"] == whole)
    #expect(files["journal.torn"] == Array("torn".utf8))
    #expect(!store.needsCompaction)
    try store.append("f", "7", in: &files)
    #expect(try recovered(files.afterPowerLoss(seed: 1)).losses.isEmpty)
  }

  @Test func `repeated and decreasing sequence numbers are reported and skipped`() throws {
    var files = try StateStoreTests.directory()
    let late = Record(sequence: 5, payload: StateRecord.changes([StateChange(key: "d", payload: [9])]).payload)
    files["journal"]? += late.bytes
    let store = try recovered(files)
    #expect(store.state.texts == StateStoreTests.texts)
    #expect(store.losses == [.outOfOrder(file: "journal", sequence: 5, previous: 6)])
  }

  @Test func `a journal with the highest sequence can be opened, and refuses further changes`() throws {
    var files = SimulatedFileSystem()
    files["journal"] = Journal.start(after: .max - 1) + Record(sequence: .max, payload: [1, 1]).bytes
    var store = try StateStore.open(in: &files)
    #expect(store.losses == [.missingChanges(first: 1, last: .max - 1)])
    #expect(throws: StateStoreError.journalUnusable) { try store.append("a", "1", in: &files) }
  }

  @Test func `damage is reported until a compaction, and the damaged bytes are kept`() throws {
    var files = try StateStoreTests.directory()
    files["snapshot"]?[25] ^= 1
    files["journal"]?[25] ^= 1
    let damaged = files.contents
    var store = try StateStore.open(in: &files)
    #expect(store.needsCompaction)
    try store.compact(in: &files)
    #expect(files["snapshot.damaged"] == damaged["snapshot"])
    #expect(files["journal-6"] == damaged["journal"])
    #expect(files["snapshot-2"] == damaged["snapshot-2"], "the newest snapshot that was whole stays")
    let again = try recovered(files.afterPowerLoss(seed: 1))
    #expect(again.losses.isEmpty)
    #expect(again.state == store.state)
    #expect(!again.needsCompaction)
  }

  @Test(
    arguments: [
      (.damaged(file: "journal", bytes: 120..<148), "'journal': 28 bytes at byte 120 cannot be read"),
      (.tornEnd(file: "journal", byteCount: 1), "'journal': the last 1 byte cannot be read"),
      (.outOfOrder(file: "journal", sequence: 5, previous: 6), "'journal': change 5 behind change 6 is left out"),
      (.incompleteSnapshot(file: "snapshot"), "'snapshot' is not whole; read from older files as far as they go"),
      (.missingFile("journal"), "'journal' is missing or empty"),
      (.missingChanges(first: 4, last: 4), "change 4 is lost"),
      (.missingChanges(first: 4, last: 6), "changes 4 to 6 are lost"),
    ] as [(StateLoss, String)])
  func `a loss describes itself in a sentence`(loss: StateLoss, text: String) { #expect(loss.description == text) }
}
