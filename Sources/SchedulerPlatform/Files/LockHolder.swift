import Glibc

/// The holder of an advisory lock of flock(2), such as that of a state directory.
public enum LockHolder: Hashable, Sendable {
  /// The lock is free.
  case nobody
  /// A process, with the identifier that it wrote to the file; nil if it wrote none.
  case process(Int32?)

  /// Examines the lock file at a path, which need not exist. Writes nothing. A process that tries to take the lock at
  /// that
  /// moment must try again.
  ///
  /// - Throws: the error of the system, for example if the user may not read the file.
  public init(ofLock path: String) throws(SystemError) {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try SystemError.check { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    } catch {
      guard error == .missingFile else { throw error }
      self = .nobody
      return
    }
    defer { close(descriptor) }
    do throws(SystemError) {
      _ = try SystemError.check { flock(descriptor, LOCK_SH | LOCK_NB) }
      // Closing is not enough: a child process that is just being started has a copy of the descriptor.
      flock(descriptor, LOCK_UN)
      self = .nobody
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: 32)
      self = .process(
        bytes.flatMap { Int32(String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) })
    }
  }
}
