import CSchedulerLinux

/// Waits for any of many descriptors at once; see epoll(7).
///
/// ```swift
/// let queue = try EventQueue()
/// try queue.add(timer.descriptor, token: 1)
/// for ready in try queue.wait() where ready.token == 1 { … }
/// ```
/// Level-triggered: what is not read is told again. Descriptors that are closed leave it by themselves. Signals do not end
/// the waiting.
public struct EventQueue: Sendable {
  /// A descriptor of which there is something to tell.
  public struct Ready: Hashable, Sendable {
    /// What was handed in with it.
    public let token: UInt64
    /// Whether there is something to read, which may be the end.
    public let isReadable: Bool
    /// Whether there is room to write.
    public let isWritable: Bool
    /// Whether the other side has gone, or there is an error: reading tells which.
    public let isEnded: Bool
  }

  private let descriptor: OpenDescriptor

  /// An empty queue.
  ///
  /// - Throws: the error of epoll_create1(2), such as EMFILE.
  public init() throws(SystemError) { descriptor = try OpenDescriptor.opened(by: schedctl_queue) }

  /// Tells from now on when a descriptor can be read.
  ///
  /// - Throws: the error of epoll_ctl(2), such as EEXIST, or EPERM for a regular file.
  public func add(_ file: OpenDescriptor, token: UInt64) throws(SystemError) {
    _ = try SystemError.check { schedctl_queue_add(descriptor.number, file.number, token) }
  }

  /// Tells from now on when the other side of a descriptor has gone, and of nothing else.
  ///
  /// - Throws: the error of epoll_ctl(2), such as EPERM for a regular file, which has no other side.
  public func addEnd(_ file: OpenDescriptor, token: UInt64) throws(SystemError) {
    try add(file, token: token)
    try change(file, token: token, wantsReading: false, wantsWriting: false)
  }

  /// Tells of a descriptor that was added when it can be read or written, as far as that is wanted; that the other side has
  /// gone is told in any case.
  ///
  /// - Throws: the error of epoll_ctl(2), such as ENOENT.
  public func change(_ file: OpenDescriptor, token: UInt64, wantsReading: Bool = true, wantsWriting: Bool)
    throws(SystemError)
  {
    _ = try SystemError.check {
      schedctl_queue_change(descriptor.number, file.number, token, wantsReading ? 1 : 0, wantsWriting ? 1 : 0)
    }
  }

  /// Tells of a descriptor no more; that it was never added is no failure.
  public func remove(_ file: OpenDescriptor) { schedctl_queue_remove(descriptor.number, file.number) }

  /// Waits until there is something to tell; at most 64 descriptors are told at once, the others the next time.
  ///
  /// - Parameter milliseconds: waits no longer than that; negative for ever, 0 only looks.
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
