import CSchedulerLinux
import Glibc

/// What a process is told by whoever starts it, as a value: tests make their own.
public struct ProcessEnvironment: Hashable, Sendable {
  /// A variable of the environment.
  private struct Variable: Hashable, Sendable {
    let name: String
    let value: String
  }

  private let variables: [Variable]
  /// The user whose rights the process has; 0 is root.
  public var effectiveUserID: UInt32

  /// An environment from its parts.
  public init(variables: [String: String] = [:], effectiveUserID: UInt32) {
    self.variables = variables.sorted { $0.key < $1.key }.map { Variable(name: $0.key, value: $0.value) }
    self.effectiveUserID = effectiveUserID
  }

  private init(_ variables: [Variable], effectiveUserID: UInt32) {
    self.variables = variables
    self.effectiveUserID = effectiveUserID
  }

  /// The value of a variable, or nil when it is unset or empty: the XDG Base Directory Specification and `NO_COLOR` make
  /// no difference between the two.
  public subscript(name: String) -> String? {
    rawValue(of: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable, also when it is empty; nil only when it is unset. Complexity: O(variables).
  public func rawValue(of name: String) -> String? { variables.first { $0.name == name }?.value }

  /// That of this process. Of a variable given twice the first counts, as for getenv(3); what is not UTF-8 is replaced.
  public static func current() -> ProcessEnvironment {
    var variables: [Variable] = []
    var next = schedctl_environment()
    while let entry = next?.pointee {
      if let separator = strchr(entry, Int32(UInt8(ascii: "="))) {
        let bytes = UnsafeRawBufferPointer(start: entry, count: separator - entry)
        let name = String(decoding: bytes, as: UTF8.self)
        variables.append(Variable(name: name, value: String(cString: separator + 1)))
      }
      next = next?.successor()
    }
    return ProcessEnvironment(variables, effectiveUserID: geteuid())
  }
}
