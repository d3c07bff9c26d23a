import CSchedulerLinux
import Glibc

/// One descriptor that is readable while any of several others is.
public struct JoinedDescriptor: Sendable {
  /// The descriptor.
  public let descriptor: OpenDescriptor

  /// Creates a descriptor of no others.
  ///
  /// - Throws: the error of epoll_create1(2), such as EMFILE.
  public init() throws(SystemError) { descriptor = try OpenDescriptor.opened(by: schedctl_queue) }

  /// Includes another descriptor until it is closed.
  ///
  /// - Throws: the error of epoll_ctl(2), such as EEXIST.
  public func add(_ other: OpenDescriptor) throws(SystemError) {
    _ = try SystemError.check { schedctl_queue_add(descriptor.number, other.number, 0) }
  }

  /// Waits until one of the others is readable. Returns false if the time runs out; negative waits for ever.
  ///
  /// - Throws: the error of epoll_wait(2).
  public func wait(milliseconds: Int32) throws(SystemError) -> Bool {
    var ready = schedctl_ready()
    return try SystemError.check { schedctl_queue_wait(descriptor.number, &ready, 1, milliseconds) } > 0
  }
}
