import CSchedulerLinux
import Glibc

/// Waits for events on many descriptors; see epoll(7).
///
/// ```swift
/// let queue = try EventQueue()
/// try queue.add(timer.descriptor, token: 1)
/// for ready in try queue.wait() where ready.token == 1 { … }
/// ```
/// The queue is level-triggered: data that is not read is reported again. Closed descriptors are removed automatically.
/// Signals do not end the waiting.
public struct EventQueue: Sendable {
  /// A descriptor with an event.
  public struct Ready: Hashable, Sendable {
    /// The token with which the descriptor was added.
    public let token: UInt64
    /// Whether it is readable, which includes the end of the data.
    public let isReadable: Bool
    /// Whether it is writable.
    public let isWritable: Bool
    /// Whether the other side has closed the connection or an error occurred; a read tells which.
    public let isEnded: Bool
  }

  private let descriptor: OpenDescriptor

  /// Creates an empty queue.
  ///
  /// - Throws: the error of epoll_create1(2), such as EMFILE.
  public init() throws(SystemError) { descriptor = try OpenDescriptor.opened(by: schedctl_queue) }

  /// Reports from now on when a descriptor is readable.
  ///
  /// - Throws: the error of epoll_ctl(2), such as EEXIST, or EPERM for a regular file.
  public func add(_ file: OpenDescriptor, token: UInt64) throws(SystemError) {
    _ = try SystemError.check { schedctl_queue_add(descriptor.number, file.number, token) }
  }

  /// Reports from now on when another queue has events.
  ///
  /// - Throws: the error of epoll_ctl(2), such as ELOOP.
  public func add(_ other: EventQueue, token: UInt64) throws(SystemError) { try add(other.descriptor, token: token) }

  /// Reports from now on when the other side of a descriptor is closed, and nothing else.
  ///
  /// - Throws: the error of epoll_ctl(2), such as EPERM for a regular file, which has no other side.
  public func addEnd(_ file: OpenDescriptor, token: UInt64) throws(SystemError) {
    try add(file, token: token)
    try change(file, token: token, wantsReading: false, wantsWriting: false)
  }

  /// Selects the events of an added descriptor. That the other side was closed is always reported.
  ///
  /// - Throws: the error of epoll_ctl(2), such as ENOENT.
  public func change(_ file: OpenDescriptor, token: UInt64, wantsReading: Bool = true, wantsWriting: Bool)
    throws(SystemError)
  {
    _ = try SystemError.check {
      schedctl_queue_change(descriptor.number, file.number, token, wantsReading ? 1 : 0, wantsWriting ? 1 : 0)
    }
  }

  /// Removes a descriptor. Has no effect if it was never added.
  public func remove(_ file: OpenDescriptor) { schedctl_queue_remove(descriptor.number, file.number) }

  /// Removes another queue. Has no effect if it was never added.
  public func remove(_ other: EventQueue) { remove(other.descriptor) }

  /// Waits for events. Returns at most 64 descriptors; the next call returns the others.
  ///
  /// - Parameter milliseconds: maximum time to wait; negative for no limit, 0 to return immediately.
  /// - Throws: the error of epoll_wait(2).
  public func wait(milliseconds: Int32 = -1) throws(SystemError) -> [Ready] {
    var ready = [schedctl_ready](repeating: schedctl_ready(), count: Int(SCHEDCTL_READY_LIMIT))
    let count = try SystemError.check {
      schedctl_queue_wait(descriptor.number, &ready, SCHEDCTL_READY_LIMIT, milliseconds)
    }
    return ready.prefix(Int(count)).map {
      Ready(
        token: $0.token, isReadable: $0.is_readable != 0, isWritable: $0.is_writable != 0, isEnded: $0.is_ended != 0)
    }
  }
}

/// An open descriptor that is closed when the last reference to it is released.
public final class OpenDescriptor: Sendable {
  /// The number of the descriptor, valid as long as this object lives.
  public let number: Int32

  /// Takes ownership of an open descriptor.
  public init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Returns a duplicate of standard output, for watching whether its reader exits.
  ///
  /// - Throws: the error of fcntl(2): EBADF if standard output is closed.
  public static func standardOutput() throws(SystemError) -> OpenDescriptor {
    try opened { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) }
  }

  /// Returns the descriptor that `call` opens.
  ///
  /// - Throws: the error of the call.
  static func opened(by call: () -> Int32) throws(SystemError) -> OpenDescriptor {
    OpenDescriptor(try SystemError.check(call))
  }
}
