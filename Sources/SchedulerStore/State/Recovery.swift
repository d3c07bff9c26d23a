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
  /// snapshot contains at least what the journal no longer does.
  ///
  /// - Parameter later: names of files that are created after the journal. If one of them exists, a journal existed.
  /// - Throws: `newerVersion`, and errors of the file system about an existing file.
  init(reading files: inout some FileSystem & ~Copyable, besides later: [String] = []) throws(StateStoreError) {
    let names = try StateStoreError.mapping(files.names(), to: StateStoreError.file)
    let snapshots = StateFile.olderSequences(of: StateFile.snapshot, in: names)
    let journals = StateFile.olderSequences(of: StateFile.journal, in: names)
    let hasOlderFiles = !snapshots.isEmpty || !journals.isEmpty
    try readJournal(in: &files)
    try readSnapshot(isExpected: hasOlderFiles, in: &files)
    if let snapshotSequence {
      olderSequence = snapshots.last { $0 < snapshotSequence } ?? 0
    } else {
      try readOlderFiles(snapshots: snapshots, journals: journals, in: &files)
    }
    let hadJournal =
      hasOlderFiles || snapshotSequence != nil
      || later.contains { later in
        names.contains { $0 == later || later.hasSuffix("-") && $0.hasPrefix(later) }
      }
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
    snapshots: [UInt64], journals: [UInt64], in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) {
    for sequence in snapshots.reversed() {
      let name = StateFile.older(StateFile.snapshot, sequence: sequence)
      guard let bytes = try Self.bytes(ofSnapshot: name, in: &files) else { continue }
      let snapshot = try Snapshot(bytes, file: name)
      add(snapshot, file: name)
      guard snapshot.isWhole else { continue }
      olderSequence = sequence
      break
    }
    for sequence in journals {
      let name = StateFile.older(StateFile.journal, sequence: sequence)
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
    try StateStoreError.mapping(files.readIfPresent(name, limit: StateFile.sizeLimit), to: StateStoreError.file)
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

extension Recovery {
  /// Returns the journal to append to: the existing one without its torn end, or a new one if there is no complete
  /// record.
  func repairJournal(
    permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Journal {
    let bytes = journal?.bytes ?? []
    var length = journal?.contents.wholeLength ?? 0
    let isKept = try keepTornEnd(Array(bytes[length...]), permissions: permissions, in: &files)
    if length == 0 {
      let start = Journal.start(after: state.lastSequence)
      var file = AtomicFile(StateFile.journal, permissions: permissions)
      try file.prepare(start, in: &files)
      try file.publish(in: &files)
      length = start.count
    } else if !isKept {
      length = bytes.count
    }
    let repaired = try Journal(length: length, in: &files)
    try files.synchronizeNames()
    return repaired
  }

  /// Keeps a copy of the torn end. Returns whether it may be removed from the journal. On a full disk it stays, and the
  /// records after it are still read.
  private func keepTornEnd(
    _ bytes: [UInt8], permissions: UInt32, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Bool {
    guard !bytes.isEmpty else { return true }
    var file = AtomicFile(StateFile.tornEnd, permissions: permissions)
    do throws(FileSystemError) {
      try file.replace(with: bytes, in: &files)
      return true
    } catch {
      guard error.reason == .full else { throw error }
      return false
    }
  }
}

/// The names of the files that hold state.
///
/// `snapshot` and `journal` are the current ones. The name of an older snapshot ends with its last sequence, that of an
/// older journal with the last sequence that it was kept for.
enum StateFile {
  static let snapshot = "snapshot"
  static let journal = "journal"
  static let tornEnd = "journal.torn"
  static let damagedSnapshot = "snapshot.damaged"
  static let lock = "lock"

  /// Maximum size of a file that is read into memory, in bytes: about a thousand times what a busy machine writes.
  static let sizeLimit = 256 << 20

  static func older(_ name: String, sequence: UInt64) -> String { "\(name)-\(sequence)" }

  /// Returns the sequences of the older files of a kind among `names`, in ascending order.
  static func olderSequences(of kind: String, in names: [String]) -> [UInt64] {
    names.compactMap { name in
      guard name.hasPrefix("\(kind)-"), let sequence = UInt64(name.dropFirst(kind.count + 1)) else { return nil }
      // A file with another spelling of the number is not one of ours.
      return older(kind, sequence: sequence) == name ? sequence : nil
    }.sorted()
  }
}
