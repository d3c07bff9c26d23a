import Glibc

/// Why a lock was not taken.
public enum LockError: Error, Hashable, Sendable {
  /// Another process holds it: the one of this identifier, nil while that is not yet written.
  case held(by: Int32?)
  /// The lock file cannot be made.
  case unusable(FileWriteError)
}

/// An advisory lock on a file of its own, held as long as this value lives; see flock(2).
///
/// The file holds the identifier of the process and goes with the lock. A process that is killed leaves the file behind,
/// but not the lock: the next one takes it over. Does not hold back programs that do not ask for it, nor processes on
/// other machines.
public struct LockFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  /// Takes the lock at `path`, without waiting.
  ///
  /// - Throws: `LockError`.
  public init(_ path: String) throws(LockError) {
    self.path = path
    do throws(SystemError) {
      descriptor = try Self.lockedFile(path)
    } catch {
      guard error.code == EWOULDBLOCK else { throw .unusable(FileWriteError(path: path, error)) }
      throw .held(by: Self.holder(path))
    }
  }

  deinit {
    // While the lock is held: nobody else can have taken this file for theirs.
    unlink(path)
    close(descriptor)
  }

  /// The lock file, open and locked. One that its holder removed in between does not count.
  private static func lockedFile(_ path: String) throws(SystemError) -> Int32 {
    while true {
      let descriptor = try SystemError.check { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
      do throws(SystemError) {
        _ = try SystemError.check { flock(descriptor, LOCK_EX | LOCK_NB) }
        let locked = try FileStatus(descriptor: descriptor)
        if FileStatus(path: path)?.isSameFile(as: locked) == true {
          try writeHolder(descriptor, path)
          return descriptor
        }
        close(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
    }
  }

  /// Names this process in its lock file, or removes the file.
  private static func writeHolder(_ descriptor: Int32, _ path: String) throws(SystemError) {
    let text = Array("\(getpid())\n".utf8)
    do throws(SystemError) {
      _ = try SystemError.check { ftruncate(descriptor, 0) }
      _ = try SystemError.check { write(descriptor, text, text.count) }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// The process that a lock file names; the file may be gone by now, or not readable for others than its owner.
  private static func holder(_ path: String) -> Int32? {
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: 32)
    return bytes.flatMap { Int32(String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) }
  }
}
