import Glibc
import SchedulerStore

extension DirectoryFileSystem {
  mutating func opened(_ descriptor: Int32, name: String) -> OpenFile {
    lastNumber += 1
    openFiles[lastNumber] = descriptor
    return OpenFile(number: lastNumber, name: name)
  }

  func descriptor(of file: OpenFile, _ action: FileSystemError.Action) throws(FileSystemError) -> Int32 {
    guard let descriptor = openFiles[file.number] else {
      throw FileSystemError(action, name: file.name, reason: .init(SystemError(code: EBADF)))
    }
    return descriptor
  }

  /// Opens a regular file without waiting for the other end of a pipe.
  func openRegular(
    _ action: FileSystemError.Action, name: String, flags: Int32
  ) throws(FileSystemError) -> (descriptor: Int32, metadata: FileMetadata) {
    let file = try check(action, name: name) { openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    do throws(FileSystemError) {
      let metadata = FileMetadata(try status(of: file, for: action, name: name))
      guard metadata.kind == .regular else {
        throw FileSystemError(action, name: name, reason: metadata.kind == .directory ? .isDirectory : .notRegular)
      }
      return (file, metadata)
    } catch {
      Glibc.close(file)
      throw error
    }
  }

  /// Makes a system call that concerns a name in the directory.
  func check<Result: SignedInteger>(
    _ action: FileSystemError.Action, name: String, call: () -> Result
  ) throws(FileSystemError) -> Result {
    try Self.checkName(action, name: name)
    return try Self.check(action, name: name, call: call)
  }

  static func check<Result: SignedInteger>(
    _ action: FileSystemError.Action, name: String, call: () -> Result
  ) throws(FileSystemError) -> Result {
    // The file is not followed if it is a link.
    try FileSystemError.mapping(SystemError.check(call)) {
      .init(action, name: name, reason: $0.code == ELOOP ? .notRegular : .init($0))
    }
  }

  static func checkName(_ action: FileSystemError.Action, name: String) throws(FileSystemError) {
    let isName = !["", ".", ".."].contains(name) && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    if !isName { throw FileSystemError(action, name: name, reason: .badName) }
  }
}

extension FileMetadata {
  init(_ status: FileStatus) {
    let kind: Kind = status.isRegular ? .regular : status.isDirectory ? .directory : .other
    self.init(kind: kind, size: status.size, permissions: status.permissions)
  }
}
