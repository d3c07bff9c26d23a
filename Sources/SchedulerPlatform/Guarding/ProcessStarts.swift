import CSchedulerLinux
import Glibc

/// Reports when any process of the machine starts a program, by the process connector of the kernel.
///
/// It works in the initial network namespace. Kernels before 6.6 require CAP_NET_ADMIN.
public struct ProcessStarts: Sendable {
  /// The descriptor, readable after a start.
  public let descriptor: OpenDescriptor

  /// Starts reporting.
  ///
  /// - Throws: the error of the system, such as EPERM, or EPROTONOSUPPORT if the kernel has no connector.
  public init() throws(SystemError) { descriptor = try OpenDescriptor.opened(by: schedctl_process_starts) }

  /// Returns the processes that started a program since the last call; nil if the kernel dropped some of them.
  ///
  /// - Throws: the error of recv(2).
  public func read() throws(SystemError) -> [Int32]? {
    var processes: [Int32] = []
    var isComplete = true
    while true {
      let next = try SystemError.check(unless: ENOBUFS) { schedctl_process_next_start(descriptor.number) }
      guard let next else {
        isComplete = false
        continue
      }
      if next == 0 { return isComplete ? processes : nil }
      processes.append(next)
    }
  }
}
