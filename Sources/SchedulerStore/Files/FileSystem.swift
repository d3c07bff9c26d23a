/// The files of one directory, with exactly the operations that durable storage needs.
///
/// Names are names of files in the directory: not empty, not `.` or `..`, without `/` and NUL. Implementations are
/// passed as `inout`, so that the simulated one can be a value. As in POSIX, written bytes survive a loss of power for
/// certain only once `synchronize` has returned, and a created, changed or removed name only once `synchronizeNames`
/// has returned.
///
/// Every operation may throw `permissionDenied`, `badName` and other errors of the system.
public protocol FileSystem: ~Copyable {
  /// The group of new files; nil for the group of the process.
  var group: UInt32? { get set }

  /// Returns the names of all files in the directory, sorted by their bytes.
  mutating func names() throws(FileSystemError) -> [String]

  /// Returns the properties of a file. Does not follow a symbolic link.
  ///
  /// - Throws: `missing`.
  mutating func metadata(of name: String) throws(FileSystemError) -> FileMetadata

  /// Returns up to `limit` bytes of a file from a byte offset: fewer near its end, none after it.
  ///
  /// - Throws: `missing`, `isDirectory`, `notRegular`.
  mutating func read(_ name: String, from offset: Int, limit: Int) throws(FileSystemError) -> [UInt8]

  /// Creates an empty file and opens it for appending. The umask of the process does not reduce the permissions.
  ///
  /// - Throws: `exists`, `readOnly`, `full`.
  mutating func create(_ name: String, permissions: UInt32) throws(FileSystemError) -> OpenFile

  /// Sets the permission bits of a file, and its group to that of new files if the bits grant the group anything. Does
  /// not touch a file that has them already. At no moment does the file grant more than both the old and the new
  /// permissions.
  ///
  /// - Throws: `missing`, `isDirectory`, `notRegular`, `readOnly`.
  mutating func protect(_ name: String, permissions: UInt32) throws(FileSystemError)

  /// Opens a file for appending.
  ///
  /// - Throws: `missing`, `isDirectory`, `notRegular`, `readOnly`.
  mutating func open(_ name: String) throws(FileSystemError) -> OpenFile

  /// Appends bytes to a file.
  ///
  /// - Throws: `full`. Some of the bytes may then have been written.
  mutating func append(_ bytes: [UInt8], to file: OpenFile) throws(FileSystemError)

  /// Truncates a file to its first `size` bytes.
  mutating func truncate(_ file: OpenFile, to size: Int) throws(FileSystemError)

  /// Starts writing the bytes of a file to the disk, normally without waiting, so that the next `synchronize` takes
  /// less time. The bytes are not durable before that.
  ///
  /// - Throws: the errors of `synchronize`, with the same consequences.
  mutating func startWriting(_ file: OpenFile) throws(FileSystemError)

  /// Waits until the bytes of a file survive a loss of power.
  ///
  /// - Throws: an error after which it is unknown which bytes survive, even if a later call succeeds, because the
  ///   system may have forgotten which bytes it had to write. Write such a file anew under another name.
  mutating func synchronize(_ file: OpenFile) throws(FileSystemError)

  /// Closes an open file. Closing it again has no effect. Does not synchronise.
  mutating func close(_ file: OpenFile)

  /// Gives a file a second name.
  ///
  /// - Throws: `missing`, `exists`, `readOnly`, `full`.
  mutating func link(_ name: String, to newName: String) throws(FileSystemError)

  /// Renames a file. A file that had the new name is replaced atomically.
  ///
  /// - Throws: `missing`, `readOnly`, `full`.
  mutating func rename(_ name: String, to newName: String) throws(FileSystemError)

  /// Removes a name.
  ///
  /// - Throws: `missing`, `isDirectory`, `readOnly`.
  mutating func remove(_ name: String) throws(FileSystemError)

  /// Waits until the names in the directory survive a loss of power. A failure has the consequences of a failed
  /// `synchronize`.
  mutating func synchronizeNames() throws(FileSystemError)

  /// Takes an advisory lock of that name without waiting. The lock is held until `unlock` or the end of the process.
  /// Creates a file of that name, which is never removed.
  ///
  /// - Throws: `inUse` while another process holds the lock.
  mutating func lock(_ name: String) throws(FileSystemError)

  /// Releases a lock.
  mutating func unlock(_ name: String)

  /// Creates the directory again if it was removed, and retakes the locks whose file was removed. Otherwise written
  /// files could not be found, or another process could write them as well. Files that were open remain the removed
  /// ones.
  ///
  /// - Returns: whether the path now refers to another directory, which lacks the files of the previous one.
  /// - Throws: `inUse` if another process has taken a lock since.
  mutating func restoreDirectory() throws(FileSystemError) -> Bool

  /// Whether the name under which a file was opened still refers to it and the file has `size` bytes. It may have been
  /// removed, truncated or replaced.
  ///
  /// - Throws: an error after which it is not known.
  mutating func isInPlace(_ file: OpenFile, size: Int) throws(FileSystemError) -> Bool

  /// Whether a file with that name exists. It may have been removed.
  ///
  /// - Throws: an error after which it is not known.
  mutating func isPresent(_ name: String) throws(FileSystemError) -> Bool
}

extension FileSystem where Self: ~Copyable {
  /// Does nothing, which suits disks that are fast enough.
  public mutating func startWriting(_ file: OpenFile) throws(FileSystemError) {}

  /// Returns false, which suits directories that cannot be removed.
  public mutating func restoreDirectory() throws(FileSystemError) -> Bool { false }

  /// Returns true, which suits directories whose files cannot be removed.
  public mutating func isInPlace(_ file: OpenFile, size: Int) throws(FileSystemError) -> Bool { true }

  /// Returns true, which suits directories whose files cannot be removed.
  public mutating func isPresent(_ name: String) throws(FileSystemError) -> Bool { true }
}

/// An open file of a `FileSystem`.
public struct OpenFile: Hashable, Sendable {
  /// The number by which the file system identifies the file.
  public let number: Int32
  /// The name under which it was opened.
  public let name: String

  /// Creates an open file. Only implementations of `FileSystem` call it.
  public init(number: Int32, name: String) {
    self.number = number
    self.name = name
  }
}

/// The properties of a file.
public struct FileMetadata: Hashable, Sendable {
  /// The kind of a file.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case regular
    /// A directory.
    case directory
    /// A link, a pipe, a socket or a device.
    case other
  }

  /// The kind of the file.
  public let kind: Kind
  /// The size in bytes.
  public let size: Int
  /// The permission bits, such as `0o600`.
  public let permissions: UInt32

  /// Creates metadata. Only implementations of `FileSystem` call it.
  public init(kind: Kind, size: Int, permissions: UInt32) {
    self.kind = kind
    self.size = size
    self.permissions = permissions
  }
}

extension FileSystem where Self: ~Copyable {
  /// Returns all bytes of a file.
  ///
  /// Complexity: O(bytes).
  ///
  /// - Throws: `tooLarge` for more than `limit` bytes, and the errors of `read(_:from:limit:)`.
  public mutating func read(_ name: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    let bytes = try read(name, from: 0, limit: min(limit, .max - 1) + 1)
    guard bytes.count <= limit else { throw FileSystemError(.read, name: name, reason: .tooLarge(limit: limit)) }
    return bytes
  }

  /// Returns the bytes of a file, or nil if it does not exist.
  mutating func readIfPresent(_ name: String, limit: Int) throws(FileSystemError) -> [UInt8]? {
    try FileSystemError.unlessMissing(read(name, limit: limit))
  }

  /// Removes a name if it exists.
  public mutating func removeIfPresent(_ name: String) throws(FileSystemError) {
    _ = try FileSystemError.unlessMissing(remove(name))
  }
}
