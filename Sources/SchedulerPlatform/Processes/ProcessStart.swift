import CSchedulerLinux
import Glibc

/// Starts child processes.
enum ProcessStart {
  /// Starts a program in this process's current directory and returns its process ID.
  ///
  /// All signals have their default effect in the child, independent of those that this process ignores or blocks.
  ///
  /// - Parameters:
  ///   - words: the path of the program and its arguments.
  ///   - actions: the actions on the standard streams; nil leaves them unchanged.
  ///   - variables: the environment, each in the form `NAME=value`; nil for the environment of this process.
  ///   - leadsGroup: whether the program leads a new process group, with which its children can be ended as well.
  /// - Throws: the error of posix_spawn(3) if it cannot be started.
  static func start(
    _ words: [String], actions: UnsafePointer<posix_spawn_file_actions_t>? = nil, variables: [[CChar]]? = nil,
    leadsGroup: Bool = false
  ) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    if leadsGroup { flags |= POSIX_SPAWN_SETPGROUP }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let settings = variables?.map { strdup($0) }
    defer { for setting in settings ?? [] { free(setting) } }
    var processID: pid_t = 0
    let code =
      if let settings {
        posix_spawn(&processID, words[0], actions, &attributes, copies + [nil], settings + [nil])
      } else {
        posix_spawn(&processID, words[0], actions, &attributes, copies + [nil], schedctl_environment())
      }
    guard code == 0 else { throw SystemError(code: code) }
    return processID
  }

  /// Returns the environment of this process without some variables and with others. Values that are not UTF-8 are
  /// unchanged.
  static func environment(without names: Set<String>, adding variables: [String]) -> [[CChar]] {
    var result: [[CChar]] = []
    var next = schedctl_environment()
    while let entry = next?.pointee {
      let length = strlen(entry)
      let name = strchr(entry, Int32(UInt8(ascii: "="))).map { $0 - entry } ?? length
      let bytes = UnsafeRawBufferPointer(start: entry, count: name)
      if !names.contains(String(decoding: bytes, as: UTF8.self)) {
        result.append(Array(UnsafeBufferPointer(start: entry, count: length + 1)))
      }
      next = next?.successor()
    }
    return result + variables.map { Array($0.utf8CString) }
  }
}

/// How a process ended.
public enum ProcessEnd: Hashable, Sendable {
  /// The process exited with that code, 0 to 255.
  case exit(Int32)
  /// The process was ended by that signal, such as 9.
  case signal(Int32)

  /// Decodes the status of wait(2).
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// A file that exists only in memory; see memfd_create(2).
enum MemoryFile {
  /// Creates a file that holds `bytes` and is positioned at its start, for use as standard input.
  ///
  /// - Throws: the error of the system, such as EMFILE.
  static func holding(_ bytes: [UInt8]) throws(SystemError) -> OpenDescriptor {
    let file = try OpenDescriptor.opened(by: schedctl_memory_file)
    try SystemError.write(bytes, to: file.number)
    _ = try SystemError.check { lseek(file.number, 0, SEEK_SET) }
    return file
  }
}
