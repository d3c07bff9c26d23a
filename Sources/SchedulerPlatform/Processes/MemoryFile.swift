import CSchedulerLinux
import Glibc

/// A file that exists only in memory; see memfd_create(2).
enum MemoryFile {
  /// Creates a file that holds `bytes` and is positioned at its start, for use as standard input.
  ///
  /// - Throws: the error of the system, such as EMFILE.
  static func holding(_ bytes: [UInt8]) throws(SystemError) -> OpenDescriptor {
    let file = try OpenDescriptor.opened(by: schedctl_memory_file)
    var start = 0
    while start < bytes.count {
      start += try SystemError.check {
        bytes[start...].withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
      }
    }
    _ = try SystemError.check { lseek(file.number, 0, SEEK_SET) }
    return file
  }
}
