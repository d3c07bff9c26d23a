/// The files of one directory, with the operations that durable storage needs and no others.
///
/// Names are those of files in the directory: not empty, not `.` or `..`, without `/` and NUL. An implementation is handed
/// on as `inout`, so that the simulated one can be a plain value. After POSIX: what is written is certain to survive a
/// loss of power only once `synchronize` has returned, and a name that was made, changed or removed only once
/// `synchronizeNames` has.
///
/// Every operation may throw `permissionDenied`, `badName` and errors that only the system knows.
public protocol FileSystem: ~Copyable {
  /// The group to which new files belong; nil for that of the process.
  var group: UInt32? { get set }

  /// The names of everything in the directory, sorted by their bytes.
  mutating func names() throws(FileSystemError) -> [String]

  /// What is known of a file besides its bytes. A symbolic link is not followed.
  ///
  /// - Throws: `missing`.
  mutating func metadata(of name: String) throws(FileSystemError) -> FileMetadata

  /// At most `limit` bytes of a file, from a byte offset on; fewer at its end, none behind it.
  ///
  /// - Throws: `missing`, `isDirectory`, `notRegular`.
  mutating func read(_ name: String, from offset: Int, limit: Int) throws(FileSystemError) -> [UInt8]

  /// Makes an empty file, opened for appending. The umask of the process takes nothing away from the permissions.
  ///
  /// - Throws: `exists`, `readOnly`, `full`.
  mutating func create(_ name: String, permissions: UInt32) throws(FileSystemError) -> OpenFile

  /// Gives a file permission bits and, where they let a group do anything, the group of new files. One that has them is not
  /// touched, and nobody may do more in between than before or behind it.
  ///
  /// - Throws: `missing`, `isDirectory`, `notRegular`, `readOnly`.
  mutating func protect(_ name: String, permissions: UInt32) throws(FileSystemError)

  /// Opens a file for appending.
  ///
  /// - Throws: `missing`, `isDirectory`, `notRegular`, `readOnly`.
  mutating func open(_ name: String) throws(FileSystemError) -> OpenFile

  /// Writes bytes behind the last one.
  ///
  /// - Throws: `full`. Some of the bytes may then have been written.
  mutating func append(_ bytes: [UInt8], to file: OpenFile) throws(FileSystemError)

  /// Cuts a file to its first `size` bytes.
  mutating func truncate(_ file: OpenFile, to size: Int) throws(FileSystemError)

  /// Lets the disk begin with the bytes of a file, as a rule without waiting: the next `synchronize` of it then has less to wait
  /// for. Nothing is certain before that.
  ///
  /// - Throws: what `synchronize` does, with the same consequences.
  mutating func startWriting(_ file: OpenFile) throws(FileSystemError)

  /// Waits until the bytes of a file survive a loss of power.
  ///
  /// - Throws: an error after which nobody knows which bytes do, also if a later call succeeds: the system may have
  ///   forgotten which of them it still had to write. Such a file is to be written anew under another name.
  mutating func synchronize(_ file: OpenFile) throws(FileSystemError)

  /// Ends the use of an open file; once more is harmless. Nothing is synchronised.
  mutating func close(_ file: OpenFile)

  /// Gives a file a second name.
  ///
  /// - Throws: `missing`, `exists`, `readOnly`, `full`.
  mutating func link(_ name: String, to newName: String) throws(FileSystemError)

  /// Gives a file another name, which nobody sees missing if it was there before.
  ///
  /// - Throws: `missing`, `readOnly`, `full`.
  mutating func rename(_ name: String, to newName: String) throws(FileSystemError)

  /// Removes a name.
  ///
  /// - Throws: `missing`, `isDirectory`, `readOnly`.
  mutating func remove(_ name: String) throws(FileSystemError)

  /// Waits until the names in the directory survive a loss of power. What holds for a failed `synchronize` holds here.
  mutating func synchronizeNames() throws(FileSystemError)

  /// Takes an advisory lock of that name without waiting, for as long as the process lives or until `unlock`. Makes a
  /// file of that name, which stays.
  ///
  /// - Throws: `inUse` while somebody else holds it.
  mutating func lock(_ name: String) throws(FileSystemError)

  /// Gives a lock back.
  mutating func unlock(_ name: String)

  /// Makes the directory anew where somebody took it away, and takes the locks again of which somebody removed the
  /// file: else what is written would be found by nobody, or somebody else could write it, too. Files that were open
  /// stay what they were.
  ///
  /// - Throws: `inUse` when somebody else has taken a lock since.
  mutating func keepPlace() throws(FileSystemError)

  /// Whether the name under which a file was opened still leads to it, and it has so many bytes: somebody may have removed
  /// or cut it, or put another there.
  mutating func isInPlace(_ file: OpenFile, size: Int) -> Bool

  /// Whether something has a name that somebody may have removed.
  mutating func isPresent(_ name: String) -> Bool
}

extension FileSystem where Self: ~Copyable {
  /// Nothing: for disks that are fast enough.
  public mutating func startWriting(_ file: OpenFile) throws(FileSystemError) {}

  /// Nothing: for directories that nobody can take away.
  public mutating func keepPlace() throws(FileSystemError) {}

  /// It does: for directories of which nobody can take anything.
  public mutating func isInPlace(_ file: OpenFile, size: Int) -> Bool { true }

  /// It has: the same.
  public mutating func isPresent(_ name: String) -> Bool { true }
}

/// A file that is open in a `FileSystem`.
public struct OpenFile: Hashable, Sendable {
  /// What the file system knows it by.
  public let number: Int32
  /// The name under which it was opened.
  public let name: String

  /// For implementations of `FileSystem`.
  public init(number: Int32, name: String) {
    self.number = number
    self.name = name
  }
}

/// What is known of a file besides its bytes.
public struct FileMetadata: Hashable, Sendable {
  /// What a name can stand for.
  public enum Kind: Hashable, Sendable {
    /// A file with bytes.
    case regular
    /// A directory.
    case directory
    /// A link, a pipe, a socket or a device.
    case other
  }

  /// What it is.
  public let kind: Kind
  /// How many bytes it has.
  public let size: Int
  /// The permission bits, such as `0o600`.
  public let permissions: UInt32

  /// For implementations of `FileSystem`.
  public init(kind: Kind, size: Int, permissions: UInt32) {
    self.kind = kind
    self.size = size
    self.permissions = permissions
  }
}

extension FileSystem where Self: ~Copyable {
  /// All bytes of a file. Complexity: O(bytes).
  ///
  /// - Throws: `tooLarge` for more than `limit` bytes, and what `read(_:from:limit:)` throws.
  public mutating func read(_ name: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    let bytes = try read(name, from: 0, limit: min(limit, .max - 1) + 1)
    guard bytes.count <= limit else { throw FileSystemError(.read, name, .tooLarge(limit: limit)) }
    return bytes
  }

  /// The bytes of a file, or nil when there is none.
  mutating func readIfPresent(_ name: String, limit: Int) throws(FileSystemError) -> [UInt8]? {
    do throws(FileSystemError) {
      return try read(name, limit: limit)
    } catch {
      guard error.reason == .missing else { throw error }
      return nil
    }
  }

  /// Removes a name; that there is none is no failure.
  mutating func removeIfPresent(_ name: String) throws(FileSystemError) {
    do throws(FileSystemError) {
      try remove(name)
    } catch {
      guard error.reason == .missing else { throw error }
    }
  }
}
