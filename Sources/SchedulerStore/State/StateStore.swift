/// State that survives crashes, losses of power and damaged files: the newest state of each thing, by its key.
///
/// ```swift
/// var store = try StateStore.open(in: &files)
/// try store.append([StateChange(key: "session:1", payload: bytes)], in: &files)
/// if store.needsCompaction { try store.compact(in: &files) }
/// ```
/// A change is confirmed when `append` returns; from then on every `open` finds it. One that was not confirmed is found
/// whole or not at all. The file system has to allow hard links.
///
/// This type does not know what a state means, and it is not for two writers at a time: `open` takes a lock.
public struct StateStore: Sendable {
  /// The newest state of each thing.
  public private(set) var state: StoredState
  /// What was wrong with the files when they were opened.
  public let losses: [StateLoss]

  /// The name of the lock file.
  public static let lockName = StateFile.lock
  /// The names of the files that hold the state.
  public static let stateNames = [StateFile.snapshot, StateFile.journal]
  /// The name of the file in which the torn end of a journal is kept.
  public static let tornEndName = StateFile.tornEnd

  /// From so many bytes on the journal is worth a compaction: reading it takes about a millisecond.
  public static let rotationSize = 1 << 20

  /// The permission bits of files that are made.
  public var permissions: UInt32
  private var journal: Journal
  private var snapshotSequence: UInt64?
  private var olderSequence: UInt64
  private var snapshotSize: Int
  private var isDamaged: Bool

  /// Reads the state back, repairs what a crash has left, and makes sure that all that was read survives a loss of power.
  ///
  /// A torn end of the journal is kept in `journal.torn` and cut off. Other damage stays until the next compaction. In an
  /// empty directory the state is empty; where something must have been, what is missing is among `losses`.
  ///
  /// - Parameters:
  ///   - later: names of files of the directory that are made after the journal: where one of them is, a journal was.
  ///   - permissions: of files that are made.
  ///   - check: looks at the state that was read, before anything is repaired; it may refuse it.
  /// - Throws: `inUse`, `newerVersion`, what the check throws, and what the file system reports.
  public static func open(
    in files: inout some FileSystem & ~Copyable, besides later: [String] = [], permissions: UInt32 = 0o600,
    check: (StoredState) throws(StateStoreError) -> Void = { _ in }
  ) throws(StateStoreError) -> StateStore {
    do throws(FileSystemError) {
      try files.lock(StateFile.lock)
    } catch {
      guard case .inUse(let process) = error.reason else { throw .file(error) }
      throw .inUse(by: process)
    }
    do throws(StateStoreError) {
      try StateStoreError.check { () throws(FileSystemError) in try AtomicFile.removeLeftovers(in: &files) }
      let recovery = try Recovery(reading: &files, besides: later)
      try check(recovery.state)
      return try StateStore(recovery, permissions, in: &files)
    } catch {
      files.unlock(StateFile.lock)
      throw error
    }
  }

  /// Reads the state without a lock and without changing a file, also while another process writes.
  ///
  /// - Parameter later: as for `open`.
  /// - Throws: `newerVersion`, and what the file system reports.
  public static func read(
    from files: inout some FileSystem & ~Copyable, besides later: [String] = []
  ) throws(StateStoreError) -> (state: StoredState, losses: [StateLoss]) {
    let recovery = try Recovery(reading: &files, besides: later)
    return (recovery.state, recovery.losses)
  }

  private init(
    _ recovery: Recovery, _ permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) {
    journal = try StateStoreError.check { () throws(FileSystemError) in
      try recovery.repairJournal(permissions: permissions, in: &files)
    }
    state = recovery.state
    losses = recovery.losses
    self.permissions = permissions
    snapshotSequence = recovery.snapshotSequence
    olderSequence = recovery.olderSequence
    snapshotSize = recovery.snapshotSize
    isDamaged = losses.contains { if case .tornEnd(StateFile.journal, _) = $0 { false } else { true } }
  }

  /// Writes changes, all or none of them, and waits until they survive a loss of power. Takes some 0.1 ms on a local disk.
  ///
  /// - Parameter meanwhile: is done while the disk writes, and is handed the sequence that the changes will have. Not where
  ///   nothing could be appended; whether the changes are confirmed nobody knows then yet.
  /// - Returns: the sequence of the changes; without any, that of the last ones.
  /// - Throws: `tooLarge`, `journalUnusable`, also when a file of the state is gone, `inUse` when another process has taken the
  ///   directory since, and what the file system reports. The state is then as before, and no `open`
  ///   ever finds the changes: they are cut off again, or a compaction leaves them behind. With `outcomeUnknown` neither
  ///   was possible: the next `open` may find them, unless `compact` worked before.
  @discardableResult
  public mutating func append<Files: FileSystem & ~Copyable>(
    _ changes: [StateChange], in files: inout Files, meanwhile: (UInt64, inout Files) -> Void = { _, _ in }
  ) throws(StateStoreError) -> UInt64 {
    if changes.isEmpty { return state.lastSequence }
    try keepPlace(in: &files)
    let (sequence, isBeyondLast) = state.lastSequence.addingReportingOverflow(1)
    guard journal.isUsable, !isBeyondLast else { throw .journalUnusable }
    try Self.checkSizes(changes)
    let record = Record(sequence: sequence, payload: StateRecord.changes(changes).payload)
    do throws(FileSystemError) {
      try journal.append(record, in: &files) { meanwhile(sequence, &$0) }
    } catch {
      // The record may be there: nothing else may ever have its sequence.
      if !journal.isUsable { state.advance(to: sequence) }
      guard isGone(sequence, in: &files) else { throw .outcomeUnknown(error) }
      throw .file(error)
    }
    state.apply(changes, sequence: sequence)
    return sequence
  }

  /// Leaves a record that failed behind, if the journal may still have it. Says whether nobody will read it any more.
  private mutating func isGone(_ sequence: UInt64, in files: inout some FileSystem & ~Copyable) -> Bool {
    if journal.isCertain { return true }
    do throws(StateStoreError) { try compact(in: &files) } catch {}
    // A snapshot up to it is enough: what a journal has of it does not count any more.
    return snapshotSequence == sequence
  }

  /// Ends the use of the files and gives the lock back. Everything confirmed is safe without it.
  public consuming func close(in files: inout some FileSystem & ~Copyable) {
    journal.close(in: &files)
    files.unlock(StateFile.lock)
  }

  private static func checkSizes(_ changes: [StateChange]) throws(StateStoreError) {
    let longestKey = changes.reduce(0) { max($0, $1.key.utf8.count) }
    guard longestKey <= StateChange.keyLimit else {
      throw .tooLarge(byteCount: longestKey, limit: StateChange.keyLimit)
    }
    let size = changes.reduce(2) { $0 + 6 + $1.key.utf8.count + $1.payload.count }
    guard size <= Record.payloadLimit else { throw .tooLarge(byteCount: size, limit: Record.payloadLimit) }
  }
}

extension StateStore {
  /// Looks whether the files are there, which somebody may have removed: if not, `needsCompaction` says so.
  ///
  /// - Throws: `inUse` when another process has taken the directory since, and what the file system reports.
  public mutating func keepPlace(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    do throws(FileSystemError) {
      try files.keepPlace()
      if journal.isUsable, !journal.isInPlace(in: &files) { journal.retire() }
      guard snapshotSequence != nil, !files.isPresent(StateFile.snapshot) else { return }
      // What a journal has means little without it: nothing more is confirmed before all is written anew.
      snapshotSequence = nil
      journal.retire()
    } catch {
      guard case .inUse(let process) = error.reason else { throw .file(error) }
      throw .inUse(by: process)
    }
  }

  /// Whether `compact` is worth its while: the journal is long or was damaged, a file is gone, or none can be appended to.
  public var needsCompaction: Bool {
    isDamaged || !journal.isUsable || journal.length > max(Self.rotationSize, snapshotSize)
  }

  /// Writes the state into a new snapshot and begins a new journal.
  ///
  /// The snapshot before and the journals since it stay until the next time. May be left at any step: what is there is
  /// always enough. Does nothing when there is nothing new.
  ///
  /// Complexity: O(bytes of the state), and six times what the disk takes to synchronise.
  ///
  /// - Throws: what the file system reports. Changes can still be appended unless the journal is not usable.
  public mutating func compact(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    do throws(FileSystemError) {
      if snapshotSequence != state.lastSequence { try replaceSnapshot(in: &files) }
      let isNew = journal.isUsable && journal.length == Journal.start(behind: state.lastSequence).count
      if !isNew { try replaceJournal(in: &files) }
      isDamaged = false
      try removeOlderFiles(in: &files)
    } catch {
      throw .file(error)
    }
  }

  private mutating func replaceSnapshot(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    let bytes = Snapshot.bytes(of: state)
    var snapshot = AtomicFile(StateFile.snapshot, permissions: permissions)
    try snapshot.prepare(bytes, in: &files)
    let oldName = snapshotSequence.map { StateFile.older(StateFile.snapshot, $0) } ?? StateFile.damagedSnapshot
    try Self.keep(StateFile.snapshot, as: oldName, in: &files)
    try snapshot.publish(in: &files)
    olderSequence = snapshotSequence ?? olderSequence
    snapshotSequence = state.lastSequence
    snapshotSize = bytes.count
  }

  private mutating func replaceJournal(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    let bytes = Journal.start(behind: state.lastSequence)
    var file = AtomicFile(StateFile.journal, permissions: permissions)
    try Self.keep(StateFile.journal, as: StateFile.older(StateFile.journal, state.lastSequence), in: &files)
    try file.prepare(bytes, in: &files)
    // From here on what is appended to the old file may be read by nobody.
    journal.retire()
    try file.publish(in: &files)
    journal.close(in: &files)
    journal = try Journal(length: bytes.count, in: &files)
  }

  /// Gives a file a second name, under which it stays when the first goes to another file. What had the second name goes.
  private static func keep(
    _ name: String, as olderName: String, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    do throws(FileSystemError) {
      try files.removeIfPresent(olderName)
      try files.link(name, to: olderName)
    } catch {
      guard error.reason == .missing else { throw error }
      return
    }
    try files.synchronizeNames()
  }

  private func removeOlderFiles(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    let names = try files.names()
    for sequence in StateFile.olderSequences(of: StateFile.snapshot, in: names) where sequence < olderSequence {
      try files.removeIfPresent(StateFile.older(StateFile.snapshot, sequence))
    }
    for sequence in StateFile.olderSequences(of: StateFile.journal, in: names) where sequence <= olderSequence {
      try files.removeIfPresent(StateFile.older(StateFile.journal, sequence))
    }
  }
}
