/// What was found wrong when stored state was read, though something of it could be.
public enum StateLoss: Hashable, Sendable {
  /// Bytes within a file that are no record; those before and behind them were read.
  case damaged(file: String, bytes: Range<Int>)
  /// Bytes at the end of a file that are no record. Most often a change that was never confirmed, because the process was
  /// killed or the power failed while it was written; those of `journal` are kept in `journal.torn`.
  case tornEnd(file: String, byteCount: Int)
  /// A record whose sequence is not above the one before it. It was left out.
  case outOfOrder(file: String, sequence: UInt64, previous: UInt64)
  /// A snapshot that is not whole: an older one and the journals since were read instead, and what is left of this one.
  case incompleteSnapshot(file: String)
  /// A file that has to be there and is not, or has no bytes.
  case missingFile(String)
  /// Changes that are in no file, by the first and the last sequence.
  case missingChanges(first: UInt64, last: UInt64)
  /// Changes at the end that history still tells of, by the number of the last event in each.
  case endsBeforeHistory(state: Int64, history: Int64)
}

extension StateLoss: CustomStringConvertible {
  /// One line for people, such as `'journal': 28 bytes at byte 120 cannot be read`.
  public var description: String {
    switch self {
    case .damaged(let file, let bytes):
      "'\(file)': \(Self.count(bytes.count, "byte")) at byte \(bytes.lowerBound) cannot be read"
    case .tornEnd(let file, let count): "'\(file)': the last \(Self.count(count, "byte")) cannot be read"
    case .outOfOrder(let file, let sequence, let previous):
      "'\(file)': change \(sequence) behind change \(previous) is left out"
    case .incompleteSnapshot(let file): "'\(file)' is not whole; read from older files as far as they go"
    case .missingFile(let file): "'\(file)' is missing or empty"
    case .missingChanges(let first, let last):
      first == last ? "change \(first) is lost" : "changes \(first) to \(last) are lost"
    case .endsBeforeHistory(let state, let history):
      "the last changes are lost: it ends with event \(state), history with event \(history)"
    }
  }

  private static func count(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}
