/// The state as recovered from the files.
///
/// A complete `snapshot` and `journal` suffice. Without a complete snapshot, the newest complete older snapshot is the
/// base, or nothing, and all changes above it in any file are applied.
struct Recovery {
  private(set) var state = StoredState()
  private(set) var losses: [StateLoss] = []
  /// The journal with its bytes; nil if there is none.
  private(set) var journal: (contents: JournalContents, bytes: [UInt8])?
  /// The last sequence in `snapshot`; nil if it is missing or incomplete.
  private(set) var snapshotSequence: UInt64?
  /// The last sequence in the newest older snapshot, or 0. All later changes are in older journals.
  private(set) var olderSequence: UInt64 = 0
  /// The size of `snapshot` in bytes.
  private(set) var snapshotSize = 0

  /// The changes in all files that were read.
  private var found: [SequencedChanges] = []
  /// The sequences of the changes in journals. A damaged snapshot may contain parts of others.
  private var journaled: [UInt64] = []
  /// The highest sequence in any file.
  private var highest: UInt64 = 0

  /// Reads the files. Changes none of them.
  ///
  /// The journal is read before the snapshot. A concurrent compaction replaces them in the opposite order, so the
  /// snapshot
  /// contains at least what the journal no longer does.
  ///
  /// - Parameter later: names of files that are created after the journal. If one of them exists, a journal existed.
  /// - Throws: `newerVersion`, and errors of the file system about an existing file.
  init(
    reading files: inout some FileSystem & ~Copyable, besides later: [String] = []
  ) throws(StateStoreError) {
    let names = try StateStoreError.check { () throws(FileSystemError) in try files.names() }
    let snapshots = StateFile.olderSequences(of: StateFile.snapshot, in: names)
    let journals = StateFile.olderSequences(of: StateFile.journal, in: names)
    let hasOlderFiles = !snapshots.isEmpty || !journals.isEmpty
    try readJournal(in: &files)
    try readSnapshot(isExpected: hasOlderFiles, in: &files)
    if let snapshotSequence {
      olderSequence = snapshots.last { $0 < snapshotSequence } ?? 0
    } else {
      try readOlderFiles(snapshots, journals, in: &files)
    }
    let hadJournal = hasOlderFiles || snapshotSequence != nil || later.contains(where: names.contains)
    if journal == nil && hadJournal { losses.append(.missingFile(StateFile.journal)) }
    combine()
  }

  private mutating func readJournal(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    guard let bytes = try Self.bytes(of: StateFile.journal, in: &files) else { return }
    let contents = try JournalContents(bytes, file: StateFile.journal)
    journal = (contents, bytes)
    add(contents)
  }

  private mutating func readSnapshot(
    isExpected: Bool, in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) {
    guard let bytes = try Self.bytes(ofSnapshot: StateFile.snapshot, in: &files) else {
      if isExpected { losses.append(.missingFile(StateFile.snapshot)) }
      return
    }
    let snapshot = try Snapshot(bytes, file: StateFile.snapshot)
    if snapshot.isWhole {
      snapshotSequence = snapshot.lastSequence
      snapshotSize = bytes.count
    }
    add(snapshot, file: StateFile.snapshot)
  }

  /// Falls back to the newest complete older snapshot. Uses what is left of incomplete ones.
  private mutating func readOlderFiles(
    _ snapshots: [UInt64], _ journals: [UInt64], in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) {
    for sequence in snapshots.reversed() {
      let name = StateFile.older(StateFile.snapshot, sequence)
      guard let bytes = try Self.bytes(ofSnapshot: name, in: &files) else { continue }
      let snapshot = try Snapshot(bytes, file: name)
      add(snapshot, file: name)
      guard snapshot.isWhole else { continue }
      olderSequence = sequence
      break
    }
    for sequence in journals {
      let name = StateFile.older(StateFile.journal, sequence)
      guard let bytes = try Self.bytes(of: name, in: &files) else { continue }
      add(try JournalContents(bytes, file: name))
    }
  }

  private mutating func add(_ journal: JournalContents) {
    losses += journal.losses
    found += journal.records
    journaled += journal.records.map(\.sequence)
    highest = max(highest, journal.lastSequence)
  }

  private mutating func add(_ snapshot: Snapshot, file: String) {
    highest = max(highest, snapshot.lastSequence ?? 0)
    guard snapshot.isWhole, let sequence = snapshot.lastSequence else {
      losses.append(.incompleteSnapshot(file: file))
      found += snapshot.records
      return
    }
    for record in snapshot.records { state.apply(record.changes, sequence: record.sequence) }
    state.advance(to: sequence)
  }

  /// Sorts the changes after the base and finds the missing ones.
  private mutating func combine() {
    let base = state.lastSequence
    for record in found.filter({ $0.sequence > base }).sorted(by: { $0.sequence < $1.sequence }) {
      state.apply(record.changes, sequence: record.sequence)
    }
    state.advance(to: highest)
    var previous = base
    for sequence in journaled.sorted() where sequence > previous {
      if sequence - previous > 1 { losses.append(.missingChanges(first: previous + 1, last: sequence - 1)) }
      previous = sequence
    }
    if highest > previous { losses.append(.missingChanges(first: previous + 1, last: highest)) }
  }

  /// Returns all bytes of a file, or nil if it does not exist.
  private static func bytes(
    of name: String, in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> [UInt8]? {
    try StateStoreError.check { () throws(FileSystemError) in
      try files.readIfPresent(name, limit: StateFile.sizeLimit)
    }
  }

  /// Returns all bytes of a snapshot. A snapshot on a failing medium counts as empty, because an older one may exist.
  private static func bytes(
    ofSnapshot name: String, in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> [UInt8]? {
    do throws(StateStoreError) {
      return try bytes(of: name, in: &files)
    } catch {
      guard case .file(let failure) = error, case .system = failure.reason else { throw error }
      return []
    }
  }
}
