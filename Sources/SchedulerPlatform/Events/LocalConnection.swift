import CSchedulerLinux
import Glibc

/// A connection with another process of this machine. It never waits.
public struct LocalConnection: Sendable {
  /// What came of reading.
  public enum Reading: Hashable, Sendable {
    /// Bytes, at least one.
    case bytes([UInt8])
    /// Nothing yet.
    case nothing
    /// The other side has gone, or writes no more.
    case end
  }

  /// Can be read when there is something to read.
  public let descriptor: OpenDescriptor
  /// The user whose rights the other side had when it connected.
  public let userID: UInt32
  /// The group that it had first then.
  public let groupID: UInt32
  /// Its process, whose number may be somebody else's by now.
  public let processID: Int32

  /// Takes over a socket that is connected and does not block.
  ///
  /// - Throws: the error of getsockopt(2) for SO_PEERCRED.
  init(_ descriptor: OpenDescriptor) throws(SystemError) {
    var (process, user, group): (Int32, UInt32, UInt32) = (0, 0, 0)
    _ = try SystemError.check { schedctl_socket_peer(descriptor.number, &process, &user, &group) }
    self.descriptor = descriptor
    userID = user
    groupID = group
    processID = process
  }

  /// Connects with a socket at a path, or of an abstract name behind `@`.
  ///
  /// - Throws: what the system reports; ECONNREFUSED when nobody listens there.
  public init(to path: String) throws(SystemError) {
    let descriptor = try OpenDescriptor.opened { schedctl_socket(1) }
    _ = try SystemError.check { schedctl_socket_connect(descriptor.number, path) }
    try self.init(descriptor)
  }

  /// Waits until there is something to read, or room to write; false when nothing comes for so long, negative for ever.
  ///
  /// - Throws: the error of poll(2).
  public func wait(toWrite: Bool = false, milliseconds: Int32) throws(SystemError) -> Bool {
    var file = pollfd(fd: descriptor.number, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
    return try SystemError.check { poll(&file, 1, milliseconds) } > 0
  }

  /// Reads what there is, at most so many bytes.
  ///
  /// - Throws: the error of read(2); that the other side has gone is told as `end`.
  public func read(atMost count: Int) throws(SystemError) -> Reading {
    var buffer = [UInt8](repeating: 0, count: count)
    do throws(SystemError) {
      let count = try SystemError.check { Glibc.read(descriptor.number, &buffer, buffer.count) }
      return count > 0 ? .bytes(Array(buffer[..<count])) : .end
    } catch {
      if error.code == EAGAIN { return .nothing }
      guard error.code == ECONNRESET else { throw error }
      return .end
    }
  }

  /// Writes as many of the bytes as there is room for, and says how many.
  ///
  /// - Throws: the error of send(2), such as EPIPE when the other side has gone; no signal comes of it.
  public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    do throws(SystemError) {
      return try bytes.withUnsafeBufferPointer { (memory) throws(SystemError) in
        try SystemError.check { schedctl_socket_send(descriptor.number, memory.baseAddress, memory.count) }
      }
    } catch {
      guard error.code == EAGAIN else { throw error }
      return 0
    }
  }
}
