/// The journal that changes are appended to.
struct Journal: Sendable {
  private let file: OpenFile
  /// The size of the complete records, in bytes.
  private(set) var length: Int
  /// Whether appended records will survive.
  private(set) var isUsable = true
  /// Whether the file ends after its complete records, also after a loss of power. If not, it may contain a failed
  /// record.
  private(set) var isCertain = true

  /// Returns the bytes of a journal that continues after a sequence.
  static func start(after sequence: UInt64) -> [UInt8] {
    Record(sequence: sequence, payload: StateRecord.journalStart.payload).bytes
  }

  /// Opens the journal, cuts it after its complete records and waits until those survive a loss of power. From then on
  /// they are confirmed, even if the process that wrote them was killed before it could confirm them.
  init(length: Int, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    file = try files.open(StateFile.journal)
    self.length = length
    do throws(FileSystemError) {
      if try files.metadata(of: StateFile.journal).size != length { try files.truncate(file, to: length) }
      try files.synchronize(file)
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Appends a record and waits until it survives a loss of power.
  ///
  /// - Parameter meanwhile: called while the disk writes the record, if it could be appended.
  /// - Throws: errors of the file system. The record is then not in the journal, or the journal is no longer certain.
  ///   If the synchronisation failed, the journal is not usable either, because earlier records may be lost as well.
  mutating func append<Files: FileSystem & ~Copyable>(
    _ record: Record, in files: inout Files, meanwhile: (inout Files) -> Void
  ) throws(FileSystemError) {
    let bytes = record.bytes
    do throws(FileSystemError) {
      try files.append(bytes, to: file)
    } catch {
      isCertain = isCutBack(in: &files)
      isUsable = isCertain
      throw error
    }
    do throws(FileSystemError) {
      try files.startWriting(file)
      meanwhile(&files)
      try files.synchronize(file)
    } catch {
      isCertain = isCutBack(in: &files)
      isUsable = false
      throw error
    }
    length += bytes.count
  }

  /// Whether the file is still the one with that name.
  func isInPlace(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> Bool {
    try files.isInPlace(file, size: length)
  }

  /// Makes the journal unusable for further records.
  mutating func retire() { isUsable = false }

  func close(in files: inout some FileSystem & ~Copyable) { files.close(file) }

  /// Removes the rest of a failed record and waits until the removal is durable. Returns whether that succeeded.
  private func isCutBack(in files: inout some FileSystem & ~Copyable) -> Bool {
    do throws(FileSystemError) {
      guard try files.metadata(of: StateFile.journal).size != length else { return true }
      try files.truncate(file, to: length)
      try files.synchronize(file)
      return true
    } catch {
      return false
    }
  }
}

/// The content of a journal.
///
/// A journal begins with a record that names the sequence before its first change. This distinguishes an emptied
/// journal from a new one and reveals a lost beginning.
struct JournalContents {
  /// The changes in ascending order of their sequences.
  private(set) var records: [SequencedChanges] = []
  /// The losses found.
  private(set) var losses: [StateLoss] = []
  /// The highest sequence of any record.
  private(set) var lastSequence: UInt64 = 0
  /// The end of the last record.
  private(set) var wholeLength = 0

  /// Reads a journal as far as possible.
  ///
  /// - Throws: `newerVersion`.
  init(_ bytes: [UInt8], file: String) throws(StateStoreError) {
    var scanner = RecordScanner(bytes)
    if bytes.isEmpty { losses.append(.missingFile(file)) }
    while true {
      let start = scanner.position
      guard let piece = scanner.next() else { return }
      let range = start..<scanner.position
      switch try StatePiece(piece, file: file) {
      case .journalStart(let sequence) where start == 0: lastSequence = sequence
      case .changes(let record): add(record, file: file)
      case .damage where piece == .damage(range) && range.upperBound == bytes.count:
        losses.append(.tornEnd(file: file, byteCount: range.count))
        return
      default: losses.append(.damaged(file: file, bytes: range))
      }
      wholeLength = range.upperBound
    }
  }

  private mutating func add(_ record: SequencedChanges, file: String) {
    guard record.sequence > lastSequence else {
      losses.append(.outOfOrder(file: file, sequence: record.sequence, previous: lastSequence))
      return
    }
    records.append(record)
    lastSequence = record.sequence
  }
}
