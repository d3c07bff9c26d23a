import CSchedulerLinux
import Glibc

/// The environment of a process as a value. Tests create their own.
public struct ProcessEnvironment: Hashable, Sendable {
  private let variables: [String: String]
  /// The effective user ID of the process; 0 is root.
  public var effectiveUserID: UInt32

  /// Creates an environment from its parts.
  public init(variables: [String: String] = [:], effectiveUserID: UInt32) {
    self.variables = variables
    self.effectiveUserID = effectiveUserID
  }

  /// The value of a variable, or nil if it is unset or empty: the XDG Base Directory Specification and `NO_COLOR` do
  /// not distinguish the two.
  public subscript(name: String) -> String? { rawValue(of: name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the value of a variable, even if it is empty; nil only if it is unset.
  public func rawValue(of name: String) -> String? { variables[name] }

  /// Returns the environment of this process. If a variable is set twice, the first value counts, as in getenv(3).
  /// Bytes that are not UTF-8 are replaced.
  public static func current() -> ProcessEnvironment {
    var variables: [String: String] = [:]
    var next = schedctl_environment()
    while let entry = next?.pointee {
      if let separator = strchr(entry, Int32(UInt8(ascii: "="))) {
        let bytes = UnsafeRawBufferPointer(start: entry, count: separator - entry)
        let name = String(decoding: bytes, as: UTF8.self)
        // The first of two variables with one name counts, as for getenv(3).
        if variables[name] == nil { variables[name] = String(cString: separator + 1) }
      }
      next = next?.successor()
    }
    return ProcessEnvironment(variables: variables, effectiveUserID: geteuid())
  }
}

/// The name of the machine.
public enum HostName {
  /// Returns the name reported by gethostname(2), which may be short or fully qualified; nil if there is none.
  public static func current() -> String? {
    // The maximum length of a name in Linux, and the NUL.
    var bytes = [CChar](repeating: 0, count: 65)
    guard gethostname(&bytes, bytes.count) == 0 else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}

/// The arguments of this process.
public enum ProcessArguments {
  /// All arguments, the name of the program first. Needs no /proc, unlike `CommandLine.arguments`.
  public static var all: [String] {
    guard let arguments = schedctl_arguments() else { return [] }
    return (0..<Int(schedctl_argument_count())).compactMap { arguments[$0].map { String(cString: $0) } }
  }
}
