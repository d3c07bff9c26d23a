/// A file with the newest state of everything up to a sequence.
///
/// The same records as in a journal: one that says up to where and how many follow, and one for all states that came with
/// the same change.
struct Snapshot {
  /// The last sequence that it holds; nil when that cannot be read.
  let lastSequence: UInt64?
  /// The states, as changes with their sequences.
  let records: [SequencedChanges]
  /// Whether nothing is missing.
  let isWhole: Bool

  /// The file for a state. Complexity: O(bytes + n log n).
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

  /// Reads a file, as far as it goes.
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

/// Changes that came together.
struct SequencedChanges: Hashable, Sendable {
  let sequence: UInt64
  var changes: [StateChange]
}

/// A piece of a file, understood.
enum StatePiece: Hashable {
  case journalStart(UInt64)
  case snapshotStart(UInt64, count: Int)
  case changes(SequencedChanges)
  /// No record, or one that means nothing.
  case damage

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
