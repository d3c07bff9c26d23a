/// A file with the newest state of all keys up to a sequence.
///
/// It consists of the records of a journal: one that names the sequence and the number of records that follow, and one
/// for all states of the same change.
struct Snapshot {
  /// The last sequence contained; nil if it cannot be read.
  let lastSequence: UInt64?
  /// The states, as changes with their sequences.
  let records: [SequencedChanges]
  /// Whether no record is missing.
  let isWhole: Bool

  /// Returns the file content for a state.
  ///
  /// Complexity: O(bytes + n log n).
  static func bytes(of state: StoredState) -> [UInt8] {
    var records: [SequencedChanges] = []
    for entry in state.entries {
      let change = StateChange(key: entry.key, payload: entry.payload)
      if records.last?.sequence == entry.sequence {
        records[records.count - 1].changes.append(change)
      } else {
        records.append(SequencedChanges(sequence: entry.sequence, changes: [change]))
      }
    }
    let start = StateRecord.snapshotStart(recordCount: UInt32(records.count))
    let head = Record(sequence: state.lastSequence, payload: start.payload).bytes
    return records.reduce(into: head) { bytes, record in
      bytes += Record(sequence: record.sequence, payload: StateRecord.changes(record.changes).payload).bytes
    }
  }

  /// Reads a file as far as possible.
  ///
  /// - Throws: `newerVersion`.
  init(_ bytes: [UInt8], file: String) throws(StateStoreError) {
    var scanner = RecordScanner(bytes)
    var start: (sequence: UInt64, count: Int)?
    var records: [SequencedChanges] = []
    var isWhole = true
    while let piece = scanner.next() {
      switch try StatePiece(piece, file: file) {
      case .snapshotStart(let sequence, let count) where start == nil && records.isEmpty: start = (sequence, count)
      case .changes(let record) where record.sequence > records.last?.sequence ?? 0: records.append(record)
      default: isWhole = false
      }
    }
    lastSequence = start?.sequence
    self.records = records
    self.isWhole = isWhole && start?.count == records.count && (records.last?.sequence ?? 0) <= (start?.sequence ?? 0)
  }
}

/// Changes that were written together.
struct SequencedChanges: Hashable, Sendable {
  let sequence: UInt64
  var changes: [StateChange]
}

/// A decoded part of a file.
enum StatePiece: Hashable {
  case journalStart(UInt64)
  case snapshotStart(UInt64, count: Int)
  case changes(SequencedChanges)
  /// Bytes that are not a record, or a record without a meaning.
  case damage

  /// Decodes a piece.
  ///
  /// - Throws: `newerVersion`.
  init(_ piece: RecordScanner.Piece, file: String) throws(StateStoreError) {
    guard case .record(let record) = piece else {
      self = .damage
      return
    }
    do throws(StateRecord.ReadingError) {
      switch try StateRecord(payload: record.payload) {
      case .journalStart: self = .journalStart(record.sequence)
      case .snapshotStart(let count): self = .snapshotStart(record.sequence, count: Int(count))
      case .changes(let changes): self = .changes(SequencedChanges(sequence: record.sequence, changes: changes))
      }
    } catch {
      guard case .unknownVersion(let version) = error else {
        self = .damage
        return
      }
      throw .newerVersion(file: file, version: version)
    }
  }
}
