import Testing

@testable import SchedulerStore

/// A reader without a lock finds everything that was confirmed before it began, even while another process writes.
@Suite struct ReaderTests {
  /// The directory after each operation of a writer: three changes and two compactions.
  private static let moments: [(files: SimulatedFileSystem, confirmed: UInt64)] = {
    guard let start = try? StateStoreTests.directory() else { return [] }
    var operation = 1
    var moments = [(start, 6 as UInt64)]
    while true {
      var files = start.with([operation: .stopAfter])
      let last = (try? write(&files)) ?? 6
      guard files.isStopped else { return moments }
      moments.append((files.afterCrash, last))
      operation += 1
    }
  }()

  /// Writes the changes and returns the last sequence that was confirmed before the machine stopped.
  private static func write(_ files: inout SimulatedFileSystem) throws -> UInt64 {
    var store = try StateStore.open(in: &files)
    do throws(StateStoreError) {
      try store.append("a", "7", in: &files)
      try store.compact(in: &files)
      try store.append("b", "8", in: &files)
      try store.compact(in: &files)
      try store.append("c", "9", in: &files)
    } catch {}
    return store.state.lastSequence
  }

  @Test(arguments: 1...4)
  func `reading while a writer works finds every confirmed change and reports no loss`(seenOperations: Int) throws {
    let moments = Self.moments
    #expect(moments.count > 40)
    for (index, moment) in moments.enumerated() {
      for later in moments[index...] {
        var files = ChangingFileSystem(now: moment.files, later: later.files, rest: seenOperations)
        let (state, losses) = try StateStore.read(from: &files)
        #expect(state.lastSequence >= moment.confirmed, "\(index), \(seenOperations)")
        #expect(state.lastSequence <= later.confirmed + 1, "\(index), \(seenOperations)")
        #expect(losses.allSatisfy { $0.isTornEnd }, "\(index), \(seenOperations): \(losses)")
      }
    }
  }
}

/// A directory that another process changes after some operations of the reader.
private struct ChangingFileSystem: FileSystem {
  var now: SimulatedFileSystem
  let later: SimulatedFileSystem
  var rest: Int
  var group: UInt32?

  private mutating func step() {
    if rest == 0 { now = later }
    rest -= 1
  }

  mutating func names() throws(FileSystemError) -> [String] {
    step()
    return try now.names()
  }
  mutating func metadata(of name: String) throws(FileSystemError) -> FileMetadata {
    step()
    return try now.metadata(of: name)
  }
  mutating func read(_ name: String, from offset: Int, limit: Int) throws(FileSystemError) -> [UInt8] {
    step()
    return try now.read(name, from: offset, limit: limit)
  }

  // A reader changes nothing.
  private func refused(_ name: String) -> FileSystemError { FileSystemError(.write, name: name, reason: .readOnly) }
  mutating func create(_ name: String, permissions: UInt32) throws(FileSystemError) -> OpenFile { throw refused(name) }
  mutating func protect(_ name: String, permissions: UInt32) throws(FileSystemError) { throw refused(name) }
  mutating func open(_ name: String) throws(FileSystemError) -> OpenFile { throw refused(name) }
  mutating func append(_ bytes: [UInt8], to file: OpenFile) throws(FileSystemError) { throw refused(file.name) }
  mutating func truncate(_ file: OpenFile, to size: Int) throws(FileSystemError) { throw refused(file.name) }
  mutating func synchronize(_ file: OpenFile) throws(FileSystemError) { throw refused(file.name) }
  mutating func close(_ file: OpenFile) {}
  mutating func link(_ name: String, to newName: String) throws(FileSystemError) { throw refused(name) }
  mutating func rename(_ name: String, to newName: String) throws(FileSystemError) { throw refused(name) }
  mutating func remove(_ name: String) throws(FileSystemError) { throw refused(name) }
  mutating func synchronizeNames() throws(FileSystemError) { throw refused(".") }
  mutating func lock(_ name: String) throws(FileSystemError) { throw refused(name) }
  mutating func unlock(_ name: String) {}
}
