import CSchedulerLinux
import Glibc

extension StartGuard {
  /// Why the kernel lets this process guard no programs; nil if it does.
  public static func fault() -> SystemError? {
    do throws(SystemError) {
      let group = try OpenDescriptor.opened(by: schedctl_guard_group)
      // A kernel without permission events has groups, but no marks. A directory is never run.
      let root = try OpenDescriptor.opened { Glibc.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      _ = try SystemError.check { schedctl_guard_mark(group.number, root.number) }
      return nil
    } catch {
      return error
    }
  }

  /// Marks the file at a path, following links, so that the kernel asks before it is run. Marking twice has no effect.
  ///
  /// - Returns: false if the path has become another file, which is not marked.
  /// - Throws: the error of open(2) or fanotify_mark(2).
  public func mark(_ path: String, as file: ExecutableFile) throws(SystemError) -> Bool {
    guard let descriptor = try Self.open(path, as: file) else { return false }
    _ = try SystemError.check { schedctl_guard_mark(group.number, descriptor.number) }
    return true
  }

  /// Removes the mark of the file at a path. Does nothing if the path has become another file.
  ///
  /// - Throws: the error of open(2) or fanotify_mark(2), but not that there is no mark.
  public func unmark(_ path: String, as file: ExecutableFile) throws(SystemError) {
    guard let descriptor = try Self.open(path, as: file) else { return }
    _ = try SystemError.check(unless: ENOENT) { schedctl_guard_unmark(group.number, descriptor.number) }
  }

  /// Removes all marks.
  ///
  /// - Throws: the error of fanotify_mark(2).
  public func unmarkAll() throws(SystemError) {
    _ = try SystemError.check { schedctl_guard_unmark_all(group.number) }
  }

  private static func open(_ path: String, as file: ExecutableFile) throws(SystemError) -> OpenDescriptor? {
    let descriptor = try SystemError.check(unless: ENOENT) { Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard let descriptor = descriptor.map(OpenDescriptor.init) else { return nil }
    var status = stat()
    _ = try SystemError.check { fstat(descriptor.number, &status) }
    return ExecutableFile(status) == file ? descriptor : nil
  }

  /// Returns the files that the kernel lists as marked in this group.
  ///
  /// - Throws: `FileSystemError` if the list cannot be read.
  public func marks() throws(FileSystemError) -> StartMarks {
    StartMarks(parsing: try FileReader().read("/proc/self/fdinfo/\(group.number)", limit: 1 << 24))
  }
}

/// The marked files of a fanotify group, as /proc/PID/fdinfo lists them; see proc_pid_fdinfo(5).
public struct StartMarks: Sendable {
  /// The files. Their devices have the form of the kernel: 12 bits of the major number before 20 of the minor.
  private var files: Set<ExecutableFile> = []

  /// Parses the content of the file in /proc:
  ///
  ///     fanotify ino:3e2bb sdev:fe00000 mflags:0 mask:40000 ignored_mask:0 …
  ///
  /// Other lines are skipped.
  public init(parsing bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.first == "fanotify", let number = Self.value(of: "ino:", in: words),
        let device = Self.value(of: "sdev:", in: words), let mask = Self.value(of: "mask:", in: words),
        mask & Self.startPermission != 0
      else { continue }
      files.insert(ExecutableFile(device: device, number: number))
    }
  }

  /// The number of marked files.
  public var count: Int { files.count }

  /// Whether a file is marked.
  ///
  /// Some file systems, such as Btrfs and overlays, have a device for stat(2) and another one for the kernel. Both
  /// devices are anonymous ones with the major number 0, and only the inode number is compared.
  public func contains(_ file: ExecutableFile) -> Bool {
    // The form of stat(2); see makedev(3).
    let major = file.device >> 8 & 0xFFF | file.device >> 32 & ~0xFFF
    let minor = file.device & 0xFF | file.device >> 12 & 0xFFF00
    if files.contains(ExecutableFile(device: major << 20 | minor, number: file.number)) { return true }
    return major == 0 && files.contains { $0.device >> 20 == 0 && $0.number == file.number }
  }

  /// FAN_OPEN_EXEC_PERM.
  private static let startPermission: UInt64 = 0x40000

  private static func value(of name: String, in words: [Substring]) -> UInt64? {
    words.first { $0.hasPrefix(name) }.flatMap { UInt64($0.dropFirst(name.count), radix: 16) }
  }
}

extension SystemError {
  /// The process lacks a privilege, or the operation is not possible for the file (EPERM).
  public static let notPermitted = SystemError(code: EPERM)
}
