import DurableStore
import Glibc

/// A directory of the machine.
///
/// Everything happens relative to the directory that was opened, wherever it is moved. Links are not followed. What is
/// open is not inherited by children, and is closed with this value; locks are given back then. Calls that a signal
/// interrupts are made again.
public struct DirectoryFileSystem: FileSystem, ~Copyable {
  private let descriptor: Int32
  private let group: UInt32?
  /// The descriptors of open files, by the numbers that were handed out.
  private var openFiles: [Int32: Int32] = [:]
  private var locks: [String: Int32] = [:]
  private var lastNumber: Int32 = 0

  /// Opens a directory.
  ///
  /// - Parameters:
  ///   - path: the directory; links on the way are followed.
  ///   - group: the group to which new files belong; nil for that of the process.
  /// - Throws: `missing`, `permissionDenied` and what else the system reports, with the path for a name.
  public init(_ path: String, group: UInt32? = nil) throws(FileSystemError) {
    self.group = group
    descriptor = try Self.check(.list, path) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  deinit {
    for descriptor in openFiles.values { Glibc.close(descriptor) }
    for descriptor in locks.values { Glibc.close(descriptor) }
    Glibc.close(descriptor)
  }

  /// Makes a directory where there is none, and those that lead to it, so that they survive a loss of power.
  ///
  /// - Parameter permissions: of each that is made, of which the umask is taken away.
  /// - Throws: what the system reports, with the path for a name.
  public static func create(_ path: String, permissions: UInt32) throws(FileSystemError) {
    do throws(FileSystemError) {
      try makeDirectory(path, permissions)
    } catch {
      guard error.reason == .missing, let parent = parent(of: path) else { throw error }
      try create(parent, permissions: permissions)
      try makeDirectory(path, permissions)
    }
  }

  private static func makeDirectory(_ path: String, _ permissions: UInt32) throws(FileSystemError) {
    do throws(FileSystemError) {
      _ = try check(.write, path) { mkdir(path, permissions) }
    } catch {
      guard error.reason == .exists else { throw error }
      return
    }
    var directory = try DirectoryFileSystem(parent(of: path) ?? ".")
    try directory.synchronizeNames()
  }

  /// The path without its last name; nil when there is only one.
  private static func parent(of path: String) -> String? {
    let names = path.split(separator: "/")
    guard names.count > 1 || path.hasPrefix("/") else { return nil }
    return (path.hasPrefix("/") ? "/" : "") + names.dropLast().joined(separator: "/")
  }
}

extension DirectoryFileSystem {
  public mutating func names() throws(FileSystemError) -> [String] {
    // A directory is read with a descriptor of its own, whose position nobody else moves.
    let own = try Self.check(.list, ".") { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(own) else {
      let error = SystemError(code: errno)
      Glibc.close(own)
      throw FileSystemError(.list, ".", .init(error))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw FileSystemError(.list, ".", .init(SystemError(code: errno))) }
    return names.sorted()
  }

  public mutating func metadata(of name: String) throws(FileSystemError) -> FileMetadata {
    var status = stat()
    _ = try check(.read, name) { fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileMetadata(status)
  }

  public mutating func read(_ name: String, from offset: Int, limit: Int) throws(FileSystemError) -> [UInt8] {
    let file = try openRegular(.read, name, O_RDONLY)
    defer { Glibc.close(file.descriptor) }
    var bytes: [UInt8] = []
    // A byte more than there were, so that the read that takes the last one also finds the end.
    var room = min(limit, max(0, file.metadata.size - offset) + 1)
    while room > 0 {
      let position = off_t(offset + bytes.count)
      var failure: FileSystemError?
      let piece = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
        do throws(FileSystemError) {
          count = try check(.read, name) { pread(file.descriptor, memory.baseAddress, room, position) }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if piece.isEmpty { break }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      room = min(limit - bytes.count, 65_536)
    }
    return bytes
  }

  public mutating func create(_ name: String, permissions: UInt32) throws(FileSystemError) -> OpenFile {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = try check(.write, name) { openat(descriptor, name, flags, permissions) }
    do throws(FileSystemError) {
      if let group { _ = try check(.write, name) { fchown(file, uid_t.max, group) } }
      // The umask has taken bits away, and so may the change of group.
      _ = try check(.write, name) { fchmod(file, permissions) }
    } catch {
      unlinkat(descriptor, name, 0)
      Glibc.close(file)
      throw error
    }
    return opened(file, name)
  }

  public mutating func open(_ name: String) throws(FileSystemError) -> OpenFile {
    opened(try openRegular(.write, name, O_WRONLY | O_APPEND).descriptor, name)
  }

  public mutating func append(_ bytes: [UInt8], to file: OpenFile) throws(FileSystemError) {
    let descriptor = openFiles[file.number] ?? -1
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try rest.withUnsafeBufferPointer { (memory) throws(FileSystemError) in
        try Self.check(.write, file.name) { write(descriptor, memory.baseAddress, memory.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  public mutating func truncate(_ file: OpenFile, to size: Int) throws(FileSystemError) {
    _ = try check(.write, file.name) { ftruncate(openFiles[file.number] ?? -1, off_t(size)) }
  }

  public mutating func synchronize(_ file: OpenFile) throws(FileSystemError) {
    _ = try check(.synchronize, file.name) { fdatasync(openFiles[file.number] ?? -1) }
  }

  public mutating func close(_ file: OpenFile) {
    if let descriptor = openFiles.removeValue(forKey: file.number) { Glibc.close(descriptor) }
  }

  public mutating func link(_ name: String, to newName: String) throws(FileSystemError) {
    try Self.checkName(.link, newName)
    _ = try check(.link, name) { linkat(descriptor, name, descriptor, newName, 0) }
  }

  public mutating func rename(_ name: String, to newName: String) throws(FileSystemError) {
    try Self.checkName(.rename, newName)
    _ = try check(.rename, name) { renameat(descriptor, name, descriptor, newName) }
  }

  public mutating func remove(_ name: String) throws(FileSystemError) {
    _ = try check(.remove, name) { unlinkat(descriptor, name, 0) }
  }

  public mutating func synchronizeNames() throws(FileSystemError) {
    do throws(FileSystemError) {
      _ = try Self.check(.synchronize, ".") { fsync(descriptor) }
    } catch {
      // Not every file system can synchronise a directory; those say so.
      guard case .system(EINVAL, _) = error.reason else { throw error }
    }
  }
}

extension DirectoryFileSystem {
  /// The lock is one of flock(2). The file holds the identifier of the process, as far as there is room for it.
  public mutating func lock(_ name: String) throws(FileSystemError) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let file = try check(.lock, name) { openat(descriptor, name, flags, 0o600) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError(code: errno)
      defer { Glibc.close(file) }
      throw FileSystemError(.lock, name, error.code == EWOULDBLOCK ? .inUse(by: Self.holder(file)) : .init(error))
    }
    locks[name] = file
    let holder = Array("\(getpid())\n".utf8)
    if ftruncate(file, 0) == 0 { _ = pwrite(file, holder, holder.count, 0) }
  }

  public mutating func unlock(_ name: String) {
    if let descriptor = locks.removeValue(forKey: name) { Glibc.close(descriptor) }
  }

  /// The process that a lock file names.
  private static func holder(_ file: Int32) -> Int32? {
    var digits = [UInt8](repeating: 0, count: 32)
    let count = pread(file, &digits, digits.count, 0)
    return Int32(String(decoding: digits.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  private mutating func opened(_ descriptor: Int32, _ name: String) -> OpenFile {
    lastNumber += 1
    openFiles[lastNumber] = descriptor
    return OpenFile(number: lastNumber, name: name)
  }

  /// Opens what is a file with bytes, without waiting for the other end of a pipe.
  private func openRegular(
    _ action: FileSystemError.Action, _ name: String, _ flags: Int32
  ) throws(FileSystemError) -> (descriptor: Int32, metadata: FileMetadata) {
    let file = try check(action, name) { openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    do throws(FileSystemError) {
      var status = stat()
      _ = try check(action, name) { fstat(file, &status) }
      let metadata = FileMetadata(status)
      guard metadata.kind == .regular else {
        throw FileSystemError(action, name, metadata.kind == .directory ? .isDirectory : .notRegular)
      }
      return (file, metadata)
    } catch {
      Glibc.close(file)
      throw error
    }
  }

  /// Makes a call about a name in the directory.
  private func check<Result: SignedInteger>(
    _ action: FileSystemError.Action, _ name: String, _ call: () -> Result
  ) throws(FileSystemError) -> Result {
    try Self.checkName(action, name)
    return try Self.check(action, name, call)
  }

  private static func check<Result: SignedInteger>(
    _ action: FileSystemError.Action, _ name: String, _ call: () -> Result
  ) throws(FileSystemError) -> Result {
    do throws(SystemError) {
      return try SystemError.check(call)
    } catch {
      throw FileSystemError(action, name, .init(error))
    }
  }

  private static func checkName(_ action: FileSystemError.Action, _ name: String) throws(FileSystemError) {
    let isName = !["", ".", ".."].contains(name) && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    if !isName { throw FileSystemError(action, name, .badName) }
  }
}

extension FileSystemError.Reason {
  init(_ error: SystemError) {
    self =
      switch error.code {
      case ENOENT: .missing
      case EEXIST: .exists
      case EISDIR: .isDirectory
      case ELOOP: .notRegular
      case EACCES, EPERM: .permissionDenied
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .full
      default: .system(code: error.code, meaning: error.description)
      }
  }
}

extension FileMetadata {
  init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      default: .other
      }
    self.init(kind: kind, size: Int(status.st_size), permissions: UInt32(status.st_mode & 0o7777))
  }
}
