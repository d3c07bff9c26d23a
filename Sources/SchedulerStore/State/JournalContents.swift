/// The content of a journal.
///
/// A journal begins with a record that names the sequence before its first change. This distinguishes an emptied
/// journal
/// from a new one and reveals a lost beginning.
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
      case .changes(let record): add(record, file)
      case .damage where piece == .damage(range) && range.upperBound == bytes.count:
        losses.append(.tornEnd(file: file, byteCount: range.count))
        return
      default: losses.append(.damaged(file: file, bytes: range))
      }
      wholeLength = range.upperBound
    }
  }

  private mutating func add(_ record: SequencedChanges, _ file: String) {
    guard record.sequence > lastSequence else {
      losses.append(.outOfOrder(file: file, sequence: record.sequence, previous: lastSequence))
      return
    }
    records.append(record)
    lastSequence = record.sequence
  }
}
