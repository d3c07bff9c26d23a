import Glibc

/// Looks at how a file begins.
enum FileStart {
  /// The first bytes of a file, or fewer where it is shorter; none of what cannot be read. Does not wait for a pipe that
  /// lies there.
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
