/// Why stored state could not be opened or changed.
public enum StateStoreError: Error, Hashable, Sendable {
  /// Another process has it open: the one of this identifier, nil while that is not known.
  case inUse(by: Int32?)
  /// A file, or a record of this name, was written by a newer program, and nothing was touched.
  case newerVersion(file: String, version: UInt8)
  /// What the file system reports.
  case file(FileSystemError)
  /// The same about changes that were being written: whether they are there, nobody knows.
  case outcomeUnknown(FileSystemError)
  /// After a failure nobody knows which bytes of the journal survive a loss of power: `compact` writes a new one.
  case journalUnusable
  /// Changes that take more bytes together than a record may have.
  case tooLarge(byteCount: Int, limit: Int)
  /// The store of the applied shield reports this.
  case shield(reason: String)
}

extension StateStoreError: CustomStringConvertible {
  /// One line for people, such as `the state is in use by process 4711`.
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

extension StateStoreError {
  /// Does something with files.
  static func check<Result>(_ body: () throws(FileSystemError) -> Result) throws(StateStoreError) -> Result {
    do throws(FileSystemError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
