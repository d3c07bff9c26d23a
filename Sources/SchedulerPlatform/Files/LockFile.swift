import Glibc

/// An advisory lock on a file of its own, held as long as this value lives; see flock(2).
///
/// The file contains the process ID and is removed with the lock. A killed process leaves the file but not the lock,
/// and the next process takes it over. The lock does not affect programs that do not use it, nor processes on other
/// machines.
public struct LockFile: ~Copyable, Sendable {
  private let path: String
  private let descriptor: Int32

  /// Takes the lock at `path` without waiting.
  ///
  /// - Throws: `FileSystemError`; `inUse` if another process holds the lock, without its identifier if it has not
  ///   written it yet.
  public init(_ path: String) throws(FileSystemError) {
    self.path = path
    do throws(SystemError) {
      descriptor = try Self.lockedFile(path)
    } catch {
      guard error.code == EWOULDBLOCK else { throw FileSystemError(writing: path, error) }
      throw FileSystemError(.lock, name: path, reason: .inUse(by: LockText.holder(at: path)))
    }
  }

  deinit {
    // While the lock is held, no other process can have taken this file; but its directory may be another one now.
    if isInPlace { unlink(path) }
    close(descriptor)
  }

  /// Whether the path still refers to the file that is locked. If not, another process may take the lock there.
  public var isInPlace: Bool {
    do throws(SystemError) {
      return try FileStatus.ifPresent(path)?.identity == FileStatus(descriptor: descriptor).identity
    } catch {
      return false
    }
  }

  /// Returns the open and locked file. A file that its holder removed meanwhile is not used.
  private static func lockedFile(_ path: String) throws(SystemError) -> Int32 {
    while true {
      let descriptor = try SystemError.check { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
      do throws(SystemError) {
        _ = try SystemError.check { flock(descriptor, LOCK_EX | LOCK_NB) }
        let locked = try FileStatus(descriptor: descriptor)
        if try FileStatus.ifPresent(path)?.identity == locked.identity {
          try writeHolder(descriptor, path: path)
          return descriptor
        }
        close(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
    }
  }

  /// Writes the process ID to its lock file, or removes the file.
  private static func writeHolder(_ descriptor: Int32, path: String) throws(SystemError) {
    let text = LockText.own
    do throws(SystemError) {
      _ = try SystemError.check { ftruncate(descriptor, 0) }
      _ = try SystemError.check { write(descriptor, text, text.count) }
    } catch {
      unlink(path)
      throw error
    }
  }
}

/// The text of a lock file: the identifier of the process that holds the lock, and a line end.
enum LockText {
  private static let limit = 32

  /// The text that this process writes.
  static var own: [UInt8] { Array("\(getpid())\n".utf8) }

  /// Returns the process that a lock file names. The file may have been removed, or be readable only by its owner.
  static func holder(at path: String) -> Int32? {
    FileReader(onlyRegularFiles: true).readIfPossible(path, limit: limit).flatMap(process)
  }

  /// Returns the process that an open lock file names.
  static func holder(in file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = pread(file, &bytes, limit, 0)
    return process(Array(bytes.prefix(max(0, count))))
  }

  private static func process(_ text: [UInt8]) -> Int32? {
    Int32(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

/// The holder of an advisory lock of flock(2), such as that of a state directory.
public enum LockHolder: Hashable, Sendable {
  /// The lock is free.
  case free
  /// A process, with the identifier that it wrote to the file; nil if it wrote none.
  case process(Int32?)

  /// Examines the lock file at a path, which need not exist. Writes nothing. A process that tries to take the lock at
  /// that moment must try again.
  ///
  /// - Throws: the error of the system, for example if the user may not read the file.
  public init(ofLock path: String) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    self = .free
    guard let descriptor = try SystemError.check(unless: ENOENT, { open(path, flags) }) else { return }
    defer { close(descriptor) }
    if try SystemError.check(unless: EWOULDBLOCK, { flock(descriptor, LOCK_SH | LOCK_NB) }) == nil {
      self = .process(LockText.holder(at: path))
    } else {
      // Closing is not enough: a child process that is just being started has a copy of the descriptor.
      flock(descriptor, LOCK_UN)
    }
  }
}
