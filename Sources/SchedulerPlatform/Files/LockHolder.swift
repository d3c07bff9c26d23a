import Glibc

/// Who has an advisory lock of flock(2), such as that of a state directory.
public enum LockHolder: Hashable, Sendable {
  /// Nobody.
  case nobody
  /// A process, by the identifier that it wrote into the file; nil for one that did not.
  case process(Int32?)

  /// Looks at the lock file at a path, which need not be there, and writes nothing. Whoever wants the lock in that very
  /// moment has to try again.
  ///
  /// - Throws: what the system reports, such as that this user may not read the file.
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
      // Closing alone leaves it locked while a child that was just started has a copy of the descriptor.
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
