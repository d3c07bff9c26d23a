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
    case .tooLarge(let count, let limit): "a change of \(count) bytes; at most \(limit) at once"
    }
  }
}

extension StateStoreError {
  /// Calls `body` and rethrows an error of the file system as `file`.
  static func check<Result>(_ body: () throws(FileSystemError) -> Result) throws(StateStoreError) -> Result {
    do throws(FileSystemError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
