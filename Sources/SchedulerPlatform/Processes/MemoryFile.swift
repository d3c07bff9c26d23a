import CSchedulerLinux
import Glibc

/// A file that is nowhere but in memory; see memfd_create(2).
enum MemoryFile {
  /// One that holds bytes and is read from its start; whoever is handed it reads it as standard input.
  ///
  /// - Throws: what the system reports, such as EMFILE.
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
