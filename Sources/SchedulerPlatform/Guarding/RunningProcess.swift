import CSchedulerLinux
import Glibc

/// Facts about running processes, from /proc; see proc(5). All are nil or empty for a process that has ended, or that
/// the user of this process may not examine.
public enum RunningProcess {
  /// The file that a process runs.
  public struct Executable: Hashable, Sendable {
    /// The file.
    public let file: ExecutableFile
    /// Whether the file has no name any more, such as after an upgrade.
    public let isRemoved: Bool
  }

  /// Whether a process with a number exists, of any user; see kill(2).
  public static func exists(_ process: Int32) -> Bool {
    guard process > 0 else { return false }
    do throws(SystemError) {
      _ = try SystemError.check { kill(process, 0) }
      return true
    } catch {
      return error != SystemError(code: ESRCH)
    }
  }

  /// The numbers of all processes.
  public static func numbers() -> [Int32] {
    guard let stream = opendir("/proc") else { return [] }
    do throws(SystemError) {
      return try DirectoryListing.names(of: stream).compactMap { Int32($0) }
    } catch {
      return []
    }
  }

  /// Returns the executable of a process; nil also for a thread of the kernel.
  public static func executable(of process: Int32) -> Executable? {
    var status = stat()
    guard stat("/proc/\(process)/exe", &status) == 0, let file = ExecutableFile(status) else { return nil }
    return Executable(file: file, isRemoved: status.st_nlink == 0)
  }

  /// Returns the path of the executable of a process. A removed file has the path that it had.
  public static func program(of process: Int32) -> String? {
    guard let path = SymbolicLink.target(of: "/proc/\(process)/exe") else { return nil }
    return path.hasSuffix(" (deleted)") ? String(path.dropLast(10)) : path
  }

  /// Returns the real user of a process: the one who has started it.
  public static func user(of process: Int32) -> UInt32? {
    let line = bytes(of: process, "status").split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "Uid:".utf8) }
    let words = line?.dropFirst(4).split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
    return words?.first.flatMap { UInt32(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns the parent of a process; 0 for none.
  public static func parent(of process: Int32) -> Int32? {
    statistics(of: process).flatMap { $0.count > 1 ? Int32($0[1]) : nil }
  }

  /// Returns the arguments of a process, the name first. It may have changed them.
  public static func arguments(of process: Int32) -> [String] {
    var words = bytes(of: process, "cmdline").split(separator: 0, omittingEmptySubsequences: false)
    if words.last?.isEmpty == true { words.removeLast() }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the name of a process: the first 15 bytes of its program's file name, unless it has changed them.
  public static func name(of process: Int32) -> String? {
    let line = FileStart.bytes(of: "/proc/\(process)/comm", count: 64).split(separator: UInt8(ascii: "\n")).first
    return line.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value of a variable with which a process was started; nil if there is none or it cannot be read.
  public static func environmentVariable(_ name: String, of process: Int32) -> String? {
    let start = Array("\(name)=".utf8)
    let line = bytes(of: process, "environ").split(separator: 0).first { $0.starts(with: start) }
    return line.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
  }

  /// Returns the path of the control group of a process in the hierarchy of version 2.
  public static func controlGroup(of process: Int32) -> String? {
    let lines = bytes(of: process, "cgroup").split(separator: UInt8(ascii: "\n"))
    return lines.first { $0.starts(with: "0::".utf8) }.map { String(decoding: $0.dropFirst(3), as: UTF8.self) }
  }

  /// Whether a signal has stopped a process, or a debugger holds it. A process of a frozen control group is not stopped
  /// in this sense.
  public static func isStopped(_ process: Int32) -> Bool {
    ["T", "t"].contains(statistics(of: process)?.first)
  }

  /// Returns the fields of /proc/PID/stat from the state on, without the number and the name. A process that has ended
  /// and that its parent has not collected yet has none.
  static func statistics(of process: Int32) -> [String]? {
    let line = bytes(of: process, "stat")
    // The name is in parentheses and may contain any character.
    guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = String(decoding: line[(end + 1)...], as: UTF8.self).split(separator: " ").map(String.init)
    return fields.first == "Z" || fields.first == "X" ? nil : fields
  }

  /// Returns the signals that wait for a thread of a process and for all of it, each as a set of bits.
  static func pendingSignals(of process: Int32) -> [UInt64] {
    bytes(of: process, "status").split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.starts(with: "SigPnd:".utf8) || line.starts(with: "ShdPnd:".utf8) else { return nil }
      return UInt64(String(decoding: line.dropFirst(7), as: UTF8.self).filter(\.isHexDigit), radix: 16)
    }
  }

  /// Whether this process may end processes of other users and examine them: with CAP_KILL and CAP_SYS_PTRACE.
  public static var mayEndOthers: Bool { has(1 << 5 | 1 << 19) }

  /// Whether this process may look at the firewall of the machine and change it: with CAP_NET_ADMIN.
  public static var mayChangeFirewall: Bool { has(1 << 12) }

  /// Whether this process has capabilities, given as a set of bits; see capabilities(7).
  private static func has(_ needed: UInt64) -> Bool {
    let line = bytes(of: getpid(), "status").split(separator: UInt8(ascii: "\n")).first {
      $0.starts(with: "CapEff:".utf8)
    }
    let digits = line.map { String(decoding: $0.dropFirst(7), as: UTF8.self).filter(\.isHexDigit) }
    let capabilities = digits.flatMap { UInt64($0, radix: 16) } ?? 0
    return capabilities & needed == needed
  }

  /// The number of this process.
  public static var own: Int32 { getpid() }

  /// The effective user of this process.
  public static var ownUser: UInt32 { geteuid() }

  /// Maximum size of a file in /proc that is read: the kernel limits the arguments of a process to 6 MiB.
  private static let sizeLimit = 6 << 20

  private static func bytes(of process: Int32, _ name: String) -> [UInt8] {
    FileReader().readIfPossible("/proc/\(process)/\(name)", limit: sizeLimit) ?? []
  }
}
