/// A failure to open or to change stored state.
public enum StateStoreError: Error, Hashable, Sendable {
  /// Another process has the state open: the one with this identifier, or nil if it is unknown.
  case inUse(by: Int32?)
  /// A file, or a record in a file of this name, was written by a newer program. Nothing was changed.
  case newerVersion(file: String, version: UInt8)
  /// The file system failed.
  case file(FileSystemError)
  /// The file system failed while changes were being written. Whether they are stored is unknown.
  case outcomeUnknown(FileSystemError)
  /// After a failure it is unknown which bytes of the journal survive a loss of power. `compact` writes a new one.
  case journalUnusable
  /// The changes together are larger than a record.
  case tooLarge(byteCount: Int, limit: Int)
  /// The store of the applied shield reports this.
  case shield(reason: String)
}

extension StateStoreError {
  /// The error of a store by an error of its files.
  init(_ error: FileSystemError) {
    if case .inUse(let process) = error.reason { self = .inUse(by: process) } else { self = .file(error) }
  }
}

extension StateStoreError: CustomStringConvertible {
  /// A one-line message, such as `the state is in use by process 4711`.
  public var description: String {
    switch self {
    case .inUse(let process): "the state is in use by \(process.map { "process \($0)" } ?? "another process")"
    case .newerVersion(let file, let version):
      "'\(file)' has version \(version) and was written by a newer program; version \(StateRecord.version) is known"
    case .file(let error): error.description
    case .outcomeUnknown(let error): "\(error); whether the change is there is not known"
    case .journalUnusable: "the journal cannot be written since an earlier failure"
    case .shield(let reason): "the shield cannot be applied: \(reason)"
    case .tooLarge(let count, let limit): "a change of \(count) bytes; at most \(limit) at once"
    }
  }
}

/// A defect found while reading stored state that was still partly readable.
public enum StateLoss: Hashable, Sendable {
  /// Bytes within a file that are not a record. The records before and after them were read.
  case damaged(file: String, bytes: Range<Int>)
  /// Bytes at the end of a file that are not a record. Usually a change that was never confirmed, because the process
  /// was killed or the power failed while it was written. Those of `journal` are kept in `journal.torn`.
  case tornEnd(file: String, byteCount: Int)
  /// A record whose sequence is not above that of the record before it. It was ignored.
  case outOfOrder(file: String, sequence: UInt64, previous: UInt64)
  /// An incomplete snapshot. An older one, the journals since, and the rest of this one were read instead.
  case incompleteSnapshot(file: String)
  /// A file that must exist is missing or empty.
  case missingFile(String)
  /// Changes that are in no file, by their first and last sequence.
  case missingChanges(first: UInt64, last: UInt64)
  /// Changes at the end that only history records, by the number of the last event in each.
  case endsBeforeHistory(state: Int64, history: Int64)
  /// Changes at the end that were durable since the machine was started, by the sequence of the last change and of the
  /// last one known. Either an older copy of the files took their place, or their end was damaged.
  case olderCopy(last: UInt64, known: UInt64)
  /// Lines that are in no file of history, by the first and last of their numbers.
  case missingLines(first: Int64, last: Int64)

  /// Whether only the end of a file is lost.
  public var isTornEnd: Bool { if case .tornEnd = self { true } else { false } }
}

extension StateLoss: CustomStringConvertible {
  /// A one-line message, such as `'journal': 28 bytes at byte 120 cannot be read`.
  public var description: String {
    switch self {
    case .damaged(let file, let bytes):
      "'\(file)': \(Self.count(bytes.count, of: "byte")) at byte \(bytes.lowerBound) cannot be read"
    case .tornEnd(let file, let count): "'\(file)': the last \(Self.count(count, of: "byte")) cannot be read"
    case .outOfOrder(let file, let sequence, let previous):
      "'\(file)': change \(sequence) behind change \(previous) is left out"
    case .incompleteSnapshot(let file): "'\(file)' is not whole; read from older files as far as they go"
    case .missingFile(let file): "'\(file)' is missing or empty"
    case .missingChanges(let first, let last):
      first == last ? "change \(first) is lost" : "changes \(first) to \(last) are lost"
    case .endsBeforeHistory(let state, let history):
      "the last changes are lost: the state ends with event \(state), history with event \(history)"
    case .olderCopy(let last, let known):
      "the state ends with change \(last), but change \(known) was written since the machine was started: an older copy may have "
        + "taken its place"
    case .missingLines(let first, let last):
      first == last ? "line \(first) of history is lost" : "lines \(first) to \(last) of history are lost"
    }
  }

  private static func count(_ count: Int, of word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}
