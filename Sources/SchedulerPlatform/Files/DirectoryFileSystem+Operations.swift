import CSchedulerLinux
import Glibc
import SchedulerStore

extension DirectoryFileSystem {
  /// Returns the names, sorted by their bytes.
  ///
  /// Complexity: O(n log n).
  public mutating func names() throws(FileSystemError) -> [String] {
    // A separate descriptor, whose position is not shared.
    let own = try Self.check(.list, name: ".") { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(own) else {
      let error = SystemError(code: errno)
      Glibc.close(own)
      throw FileSystemError(.list, name: ".", reason: .init(error))
    }
    return try FileSystemError.mapping(DirectoryListing.names(of: stream).sorted()) {
      .init(.list, name: ".", reason: .init($0))
    }
  }

  /// Returns the properties of a file; see fstatat(2).
  public mutating func metadata(of name: String) throws(FileSystemError) -> FileMetadata {
    try Self.checkName(.read, name: name)
    guard let status = FileStatus(name, in: descriptor) else {
      throw FileSystemError(.read, name: name, reason: .init(SystemError(code: errno)))
    }
    return FileMetadata(status)
  }

  /// Returns bytes of a file; see pread(2). Never waits for the other end of a pipe.
  public mutating func read(_ name: String, from offset: Int, limit: Int) throws(FileSystemError) -> [UInt8] {
    let file = try openRegular(.read, name: name, flags: O_RDONLY)
    defer { Glibc.close(file.descriptor) }
    return try Self.bytes(from: offset, limit: limit, size: file.metadata.size) {
      room, position throws(FileSystemError) in
      try FileSystemError.mapping(
        SystemError.bytes(atMost: room) { pread(file.descriptor, $0, room, off_t(position)) }
      ) { .init(.read, name: name, reason: .init($0)) }
    }
  }

  /// Returns up to `limit` bytes of a file from an offset, as `read` does.
  ///
  /// - Parameter size: the size of the file when it was opened.
  static func bytes(
    from offset: Int, limit: Int, size: Int,
    read: (_ room: Int, _ position: Int) throws(FileSystemError) -> [UInt8]
  ) throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than the size, so that the read that returns the last byte also detects the end.
    var room = min(limit, max(0, size - offset) + 1)
    while room > 0 {
      let piece = try read(room, offset + bytes.count)
      if piece.isEmpty { break }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      // A failing medium and some file systems return less before the end. That is not the end.
      if piece.count < room, offset + bytes.count >= size { break }
      room = min(limit - bytes.count, 65_536)
    }
    return bytes
  }

  /// Creates an empty file that did not exist; see openat(2).
  public mutating func create(_ name: String, permissions: UInt32) throws(FileSystemError) -> OpenFile {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = try check(.write, name: name) { openat(descriptor, name, flags, permissions) }
    do throws(FileSystemError) {
      if let group { _ = try check(.write, name: name) { fchown(file, uid_t.max, group) } }
      // The umask has removed bits, and the change of group may have as well.
      _ = try check(.write, name: name) { fchmod(file, permissions) }
    } catch {
      unlinkat(descriptor, name, 0)
      Glibc.close(file)
      throw error
    }
    return opened(file, name: name)
  }

  /// Opens a file for appending; see openat(2).
  public mutating func open(_ name: String) throws(FileSystemError) -> OpenFile {
    opened(try openRegular(.write, name: name, flags: O_WRONLY | O_APPEND).descriptor, name: name)
  }

  /// Appends bytes; see write(2).
  public mutating func append(_ bytes: [UInt8], to file: OpenFile) throws(FileSystemError) {
    let descriptor = try descriptor(of: file, .write)
    try FileSystemError.mapping(SystemError.write(bytes, to: descriptor)) {
      .init(.write, name: file.name, reason: .init($0))
    }
  }

  /// Truncates a file; see ftruncate(2).
  public mutating func truncate(_ file: OpenFile, to size: Int) throws(FileSystemError) {
    let descriptor = try descriptor(of: file, .write)
    _ = try check(.write, name: file.name) { ftruncate(descriptor, off_t(size)) }
  }

  /// Starts writing the bytes to the disk; see sync_file_range(2). Does nothing on file systems that do not support it.
  public mutating func startWriting(_ file: OpenFile) throws(FileSystemError) {
    let descriptor = try descriptor(of: file, .synchronize)
    _ = try check(.synchronize, name: file.name) { schedctl_start_writing(descriptor) }
  }

  /// Waits for the disk; see fdatasync(2). Takes about 0.1 ms on a local disk.
  public mutating func synchronize(_ file: OpenFile) throws(FileSystemError) {
    let descriptor = try descriptor(of: file, .synchronize)
    _ = try check(.synchronize, name: file.name) { fdatasync(descriptor) }
  }

  /// Closes an open file.
  public mutating func close(_ file: OpenFile) {
    if let descriptor = openFiles.removeValue(forKey: file.number) { Glibc.close(descriptor) }
  }

  /// Gives a file a second name; see linkat(2). Not every file system supports it.
  public mutating func link(_ name: String, to newName: String) throws(FileSystemError) {
    try Self.checkName(.link, name: newName)
    _ = try check(.link, name: name) { linkat(descriptor, name, descriptor, newName, 0) }
  }

  /// Renames a file; see renameat(2).
  public mutating func rename(_ name: String, to newName: String) throws(FileSystemError) {
    try Self.checkName(.rename, name: newName)
    _ = try check(.rename, name: name) { renameat(descriptor, name, descriptor, newName) }
  }

  /// Removes a name; see unlinkat(2).
  public mutating func remove(_ name: String) throws(FileSystemError) {
    _ = try check(.remove, name: name) { unlinkat(descriptor, name, 0) }
  }

  /// Waits for the disk; see fsync(2).
  public mutating func synchronizeNames() throws(FileSystemError) {
    do throws(FileSystemError) {
      _ = try Self.check(.synchronize, name: ".") { fsync(descriptor) }
    } catch {
      // Some file systems cannot synchronise a directory and report that.
      guard case .system(EINVAL, _) = error.reason else { throw error }
    }
  }
}
