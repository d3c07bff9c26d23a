import CSchedulerLinux
import Glibc

/// A connection with another process of this machine. It is non-blocking.
public struct LocalConnection: Sendable {
  /// The result of a read.
  public enum Reading: Hashable, Sendable {
    /// Bytes that were read, at least one.
    case bytes([UInt8])
    /// No bytes are available yet.
    case nothing
    /// The other side has closed the connection or its output.
    case end
  }

  /// The descriptor, readable when there is data.
  public let descriptor: OpenDescriptor
  /// The effective user ID of the other side when it connected.
  public let userID: UInt32
  /// The effective group ID of the other side when it connected.
  public let groupID: UInt32
  /// The process ID of the other side. The process may have ended and the ID may be reused.
  public let processID: Int32

  /// Takes ownership of a connected, non-blocking socket.
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

  /// Connects to a socket at a path, or to an abstract name, which begins with `@`.
  ///
  /// - Throws: the error of the system; ECONNREFUSED if no process listens.
  public init(to path: String) throws(SystemError) {
    let descriptor = try OpenDescriptor.opened { schedctl_socket(1) }
    _ = try SystemError.check { schedctl_socket_connect(descriptor.number, path) }
    try self.init(descriptor)
  }

  /// Waits until the connection is readable or writable. Returns false if the time runs out; negative waits for ever.
  ///
  /// - Throws: the error of poll(2).
  public func wait(toWrite: Bool = false, milliseconds: Int32) throws(SystemError) -> Bool {
    var file = pollfd(fd: descriptor.number, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
    return try SystemError.check { poll(&file, 1, milliseconds) } > 0
  }

  /// Reads the available bytes, up to `count`.
  ///
  /// - Throws: the error of read(2). A closed connection is returned as `end`.
  public func read(atMost count: Int) throws(SystemError) -> Reading { try descriptor.receive(atMost: count) }

  /// Writes as many of the bytes as there is room for and returns their number.
  ///
  /// - Throws: the error of send(2), such as EPIPE if the other side has closed the connection. Sends no signal.
  public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int { try descriptor.send(bytes) }
}

// What a non-blocking socket that is connected does, whatever its family.
extension OpenDescriptor {
  /// Reads the available bytes, up to `count`. A connection that was reset has ended.
  func receive(atMost count: Int) throws(SystemError) -> LocalConnection.Reading {
    do throws(SystemError) {
      let bytes = try SystemError.bytes(atMost: count) { Glibc.read(number, $0, count) }
      return bytes.isEmpty ? .end : .bytes(bytes)
    } catch {
      if error.code == EAGAIN { return .nothing }
      guard error.code == ECONNRESET else { throw error }
      return .end
    }
  }

  /// Writes as many of the bytes as there is room for and returns their number. Sends no signal.
  func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try bytes.withUnsafeBufferPointer { (memory) throws(SystemError) in
      try SystemError.check(unless: EAGAIN) {
        schedctl_socket_send(number, memory.baseAddress, memory.count)
      } ?? 0
    }
  }
}
