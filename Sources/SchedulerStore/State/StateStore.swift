/// Durable storage of the newest state of each key. It survives crashes, losses of power and damaged files.
///
/// ```swift
/// var store = try StateStore.open(in: &files)
/// try store.append([StateChange(key: "session:1", payload: bytes)], in: &files)
/// if store.needsCompaction { try store.compact(in: &files) }
/// ```
/// A change is confirmed when `append` returns; every later `open` finds it. A change that was not confirmed is found
/// as a whole or not at all. The file system must support hard links.
///
/// This type does not interpret states. It supports one writer at a time: `open` takes a lock.
public struct StateStore: Sendable {
  /// The newest state of each key.
  public private(set) var state: StoredState
  /// The defects of the files when they were opened.
  public let losses: [StateLoss]

  /// Whether the directory had a journal when it was opened, perhaps one without changes.
  public let hadJournal: Bool

  /// The name of the lock file.
  public static let lockName = StateFile.lock
  /// The names of the files that hold the state.
  public static let stateNames = [StateFile.snapshot, StateFile.journal]
  /// The name of the file that keeps the torn end of a journal.
  public static let tornEndName = StateFile.tornEnd

  /// Size in bytes from which the journal is worth compacting; reading it takes about a millisecond.
  public static let rotationSize = 1 << 20

  /// The permission bits of created files.
  public var permissions: UInt32
  private var journal: Journal
  private var snapshotSequence: UInt64?
  private var olderSequence: UInt64
  private var snapshotSize: Int
  private var isDamaged: Bool

  /// Reads the state, repairs what a crash left, and makes sure that everything that was read survives a loss of power.
  ///
  /// A torn end of the journal is moved to `journal.torn`. Other damage stays until the next compaction. In an empty
  /// directory the state is empty; missing files that must have existed are listed in `losses`.
  ///
  /// - Parameters:
  ///   - later: names of files of the directory that are created after the journal. If one of them exists, a journal
  ///     existed. A name that ends in `-` stands for all names that begin with it.
  ///   - permissions: permission bits of created files.
  ///   - check: examines the state before anything is repaired. It may reject the state by throwing.
  /// - Throws: `inUse`, `newerVersion`, errors of `check`, and errors of the file system.
  public static func open(
    in files: inout some FileSystem & ~Copyable, besides later: [String] = [], permissions: UInt32 = 0o600,
    check: (StoredState) throws(StateStoreError) -> Void = { _ in }
  ) throws(StateStoreError) -> StateStore {
    try StateStoreError.mapping(files.lock(StateFile.lock), to: StateStoreError.init)
    do throws(StateStoreError) {
      try StateStoreError.mapping(AtomicFile.removeLeftovers(in: &files), to: StateStoreError.file)
      let recovery = try Recovery(reading: &files, besides: later)
      try check(recovery.state)
      return try StateStore(recovery, permissions: permissions, in: &files)
    } catch {
      files.unlock(StateFile.lock)
      throw error
    }
  }

  /// Reads the state without a lock and without changing a file. It works while another process writes.
  ///
  /// - Parameter later: as for `open`.
  /// - Throws: `newerVersion`, and errors of the file system.
  public static func read(
    from files: inout some FileSystem & ~Copyable, besides later: [String] = []
  ) throws(StateStoreError) -> (state: StoredState, losses: [StateLoss]) {
    let recovery = try Recovery(reading: &files, besides: later)
    return (recovery.state, recovery.losses)
  }

  private init(
    _ recovery: Recovery, permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) {
    journal = try StateStoreError.mapping(
      recovery.repairJournal(permissions: permissions, in: &files), to: StateStoreError.file)
    state = recovery.state
    losses = recovery.losses
    hadJournal = recovery.journal != nil
    self.permissions = permissions
    snapshotSequence = recovery.snapshotSequence
    olderSequence = recovery.olderSequence
    snapshotSize = recovery.snapshotSize
    isDamaged = losses.contains { if case .tornEnd(StateFile.journal, _) = $0 { false } else { true } }
  }

  /// Writes changes, all or none of them, and waits until they survive a loss of power. Takes about 0.1 ms on a local
  /// disk.
  ///
  /// - Parameter meanwhile: called while the disk writes, with the sequence of the changes, which are not confirmed at
  ///   that time. Not called if nothing could be appended.
  /// - Returns: the sequence of the changes; if there are none, that of the last ones.
  /// - Throws: `tooLarge`; `journalUnusable`, also if a file of the state was removed; `inUse` if another process has
  ///   taken the directory since; and errors of the file system. The state is then unchanged and no `open` ever finds
  ///   the changes: they are cut off again or left out by a compaction. With `outcomeUnknown` neither was possible, and
  ///   the next `open` may find them unless `compact` succeeded before.
  @discardableResult
  public mutating func append<Files: FileSystem & ~Copyable>(
    _ changes: [StateChange], in files: inout Files, meanwhile: (UInt64, inout Files) -> Void = { _, _ in }
  ) throws(StateStoreError) -> UInt64 {
    if changes.isEmpty { return state.lastSequence }
    try restoreDirectory(in: &files)
    let (sequence, isBeyondLast) = state.lastSequence.addingReportingOverflow(1)
    guard journal.isUsable, !isBeyondLast else { throw .journalUnusable }
    try Self.checkSizes(changes)
    let record = Record(sequence: sequence, payload: StateRecord.changes(changes).payload)
    do throws(FileSystemError) {
      try journal.append(record, in: &files) { meanwhile(sequence, &$0) }
    } catch {
      // The journal may contain the record, so nothing else may ever have its sequence.
      if !journal.isUsable { state.advance(to: sequence) }
      guard isGone(sequence, in: &files) else { throw .outcomeUnknown(error) }
      throw .file(error)
    }
    state.apply(changes, sequence: sequence)
    return sequence
  }

  /// Invalidates a failed record if the journal may still contain it. Returns whether it will not be read any more.
  private mutating func isGone(_ sequence: UInt64, in files: inout some FileSystem & ~Copyable) -> Bool {
    if journal.isCertain { return true }
    do throws(StateStoreError) { try compact(in: &files) } catch {}
    // A snapshot up to it suffices: the records of the journal up to it are ignored.
    return snapshotSequence == sequence
  }

  /// Closes the files and releases the lock. Confirmed changes are safe even without it.
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
  /// Checks whether the files still exist. If one was removed, `needsCompaction` becomes true.
  ///
  /// - Returns: whether the path of the directory now refers to another one, which lacks the other files as well.
  /// - Throws: `inUse` if another process has taken the directory since, and errors of the file system.
  @discardableResult
  public mutating func restoreDirectory(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) -> Bool {
    let isOther = try StateStoreError.mapping(files.restoreDirectory(), to: StateStoreError.init)
    var isSnapshotGone = false
    do throws(FileSystemError) {
      if journal.isUsable, try !journal.isInPlace(in: &files) { journal.retire() }
      if snapshotSequence != nil { isSnapshotGone = try !files.isPresent(StateFile.snapshot) }
    } catch {
      throw .file(error)
    }
    guard isSnapshotGone else { return isOther }
    // A journal without its snapshot is incomplete: nothing is confirmed before everything is written again.
    snapshotSequence = nil
    journal.retire()
    return isOther
  }

  /// Whether `compact` is worthwhile: the journal is long or damaged, a file is missing, or nothing can be appended.
  public var needsCompaction: Bool {
    isDamaged || !journal.isUsable || journal.length > max(Self.rotationSize, snapshotSize)
  }

  /// Writes the state to a new snapshot and starts a new journal.
  ///
  /// The previous snapshot and the journals since it are kept until the next compaction. Compaction may be interrupted
  /// at any step: the existing files are always sufficient. Does nothing if nothing is new.
  ///
  /// Complexity: O(bytes of the state), plus six synchronisations of the disk.
  ///
  /// - Throws: errors of the file system. Changes can still be appended unless the journal is unusable.
  public mutating func compact(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    do throws(FileSystemError) {
      if snapshotSequence != state.lastSequence { try replaceSnapshot(in: &files) }
      let isNew = journal.isUsable && journal.length == Journal.start(after: state.lastSequence).count
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
    let oldName =
      snapshotSequence.map { StateFile.older(StateFile.snapshot, sequence: $0) } ?? StateFile.damagedSnapshot
    try Self.keep(StateFile.snapshot, as: oldName, in: &files)
    try snapshot.publish(in: &files)
    olderSequence = snapshotSequence ?? olderSequence
    snapshotSequence = state.lastSequence
    snapshotSize = bytes.count
  }

  private mutating func replaceJournal(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    let bytes = Journal.start(after: state.lastSequence)
    var file = AtomicFile(StateFile.journal, permissions: permissions)
    try Self.keep(StateFile.journal, as: StateFile.older(StateFile.journal, sequence: state.lastSequence), in: &files)
    try file.prepare(bytes, in: &files)
    // From here on, a record appended to the old file may never be read.
    journal.retire()
    try file.publish(in: &files)
    journal.close(in: &files)
    journal = try Journal(length: bytes.count, in: &files)
  }

  /// Gives a file a second name, which it keeps when the first name passes to another file. Replaces a file that has
  /// the second name.
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
      try files.removeIfPresent(StateFile.older(StateFile.snapshot, sequence: sequence))
    }
    for sequence in StateFile.olderSequences(of: StateFile.journal, in: names) where sequence <= olderSequence {
      try files.removeIfPresent(StateFile.older(StateFile.journal, sequence: sequence))
    }
  }
}
