import Glibc

/// Reads the beginning of a file.
enum FileStart {
  /// Returns the first bytes of a file, fewer if it is shorter, none if it cannot be read. Does not block on a pipe.
  static func bytes(of path: String, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    do throws(SystemError) {
      let descriptor = try SystemError.check { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
      defer { close(descriptor) }
      let length = try SystemError.check { read(descriptor, &bytes, count) }
      return Array(bytes.prefix(length))
    } catch {
      return []
    }
  }
}
