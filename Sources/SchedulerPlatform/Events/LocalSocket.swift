import CSchedulerLinux
import Glibc

/// A local socket that accepts connections; see unix(7).
public struct ListeningSocket: Sendable {
  /// The descriptor, readable while a client waits for its connection to be accepted.
  public let descriptor: OpenDescriptor
  /// The path in the file system; nil for an inherited socket.
  public private(set) var path: String?
  /// The identity of the file at the path when the socket was created; nil for an inherited socket.
  private let identity: FileIdentity?
  /// Where a service manager has bound an inherited socket; nil for another socket, and one without a path of its own.
  private let inheritedPlace: InheritedPlace?

  private struct InheritedPlace {
    let path: String
    let identity: FileIdentity
  }

  /// Creates a socket at a path and replaces a socket that exists there. Only one process may do so at a time; the
  /// caller ensures that with a lock.
  ///
  /// - Parameters:
  ///   - path: at most 107 bytes.
  ///   - group: the group whose members may connect; nil if only the owner may.
  /// - Throws: the error of the system; EEXIST if the path is something other than a socket, ENAMETOOLONG for a long
  ///   path.
  public init(at path: String, group: UInt32? = nil) throws(SystemError) {
    descriptor = try OpenDescriptor.opened { schedctl_socket(1) }
    self.path = path
    let number = descriptor.number
    try Self.makeRoom(at: path)
    // A new socket inherits these permissions, so that at no moment other users may connect.
    _ = try SystemError.check { fchmod(number, 0o600) }
    _ = try SystemError.check { schedctl_socket_bind(number, path) }
    if let group { try Self.admit(group, to: path) }
    _ = try SystemError.check { schedctl_socket_listen(number) }
    identity = FileStatus(unfollowed: path)?.identity
    inheritedPlace = nil
  }

  /// Gives the socket another path in the same file system, and replaces a file that is there. A client that waits for the
  /// new path finds a socket that accepts connections. Does nothing for an inherited socket.
  ///
  /// - Throws: the error of rename(2).
  public mutating func move(to path: String) throws(SystemError) {
    guard let old = self.path else { return }
    _ = try SystemError.check { rename(old, path) }
    self.path = path
  }

  /// Removes the socket at a path if no process listens on it.
  public static func removeAbandoned(_ path: String) {
    guard FileStatus(unfollowed: path)?.isSocket == true else { return }
    do throws(SystemError) { _ = try LocalConnection(to: path) } catch {
      if error.code == ECONNREFUSED { unlink(path) }
    }
  }

  /// Whether the path still refers to this socket, as far as it can be examined; always true for an inherited socket,
  /// which has no path.
  public var isInPlace: Bool {
    guard let path else { return true }
    do throws(SystemError) {
      return try FileStatus.ifPresent(unfollowed: path)?.identity == identity
    } catch {
      return true
    }
  }

  /// Allows the members of a group to connect from now on, in addition to the owner; nil for the owner only. Existing
  /// connections are kept. Does nothing if the path no longer refers to this socket.
  ///
  /// - Parameter former: the group that was allowed before. If that and the new one are nil, an inherited socket stays as the
  ///   service manager has made it.
  /// - Throws: the error of the system, such as EPERM.
  public func admit(group: UInt32?, insteadOf former: UInt32? = nil) throws(SystemError) {
    if let inheritedPlace {
      if group != nil || former != nil { try Self.admit(group, to: inheritedPlace) }
      return
    }
    guard let path, isInPlace else { return }
    _ = try SystemError.check { chmod(path, 0o600) }
    if let group { try Self.admit(group, to: path) }
  }

  private static func admit(_ group: UInt32?, to place: InheritedPlace) throws(SystemError) {
    guard try FileStatus.ifPresent(unfollowed: place.path)?.identity == place.identity else { return }
    if let group { return try admit(group, to: place.path) }
    _ = try SystemError.check { chmod(place.path, 0o600) }
  }

  private static func admit(_ group: UInt32, to path: String) throws(SystemError) {
    _ = try SystemError.check { lchown(path, uid_t.max, group) }
    _ = try SystemError.check { chmod(path, 0o660) }
  }

  /// Returns the sockets that a service manager passed according to `LISTEN_FDS` and `LISTEN_PID`, in order; see
  /// sd_listen_fds(3). Call it once. Descriptors that are not listening sockets are skipped and left open.
  public static func inherited(_ environment: ProcessEnvironment) -> [ListeningSocket] {
    OpenDescriptor.handedOver(environment).compactMap { number in
      guard schedctl_socket_is_listening(number) != 0 else { return nil }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
      return ListeningSocket(inherited: OpenDescriptor(number))
    }
  }

  /// Whether a service manager passed sockets, or what it stores, to this process.
  public static func isHandedOver(_ environment: ProcessEnvironment) -> Bool {
    environment["LISTEN_PID"].flatMap { Int32($0) } == getpid()
  }

  /// Accepts the next connection. Returns nil if no client is waiting.
  ///
  /// - Throws: the error of accept4(2), such as EMFILE. A client that has disconnected meanwhile is not an error.
  public func accept() throws(SystemError) -> LocalConnection? {
    while true {
      do throws(SystemError) {
        let connection = try OpenDescriptor.opened { schedctl_socket_accept(descriptor.number) }
        return try LocalConnection(connection)
      } catch {
        if error.code == EAGAIN { return nil }
        guard error.code == ECONNABORTED else { throw error }
      }
    }
  }

  /// Removes the path if it refers to this socket. Connections are kept.
  public func removePath() {
    if let path, let found = FileStatus(unfollowed: path), found.identity == identity { unlink(path) }
  }

  private init(inherited descriptor: OpenDescriptor) {
    self.descriptor = descriptor
    path = nil
    identity = nil
    inheritedPlace = Self.path(of: descriptor).flatMap { path in
      FileStatus(unfollowed: path).flatMap { $0.isSocket ? InheritedPlace(path: path, identity: $0.identity) : nil }
    }
  }

  /// Returns the absolute path to which a socket is bound; nil if it has none.
  private static func path(of socket: borrowing OpenDescriptor) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress, schedctl_socket_path(socket.number, start, buffer.count) == 0 else {
        return nil
      }
      let path = String(cString: start)
      return path.hasPrefix("/") ? path : nil
    }
  }

  private static func makeRoom(at path: String) throws(SystemError) {
    guard let status = try FileStatus.ifPresent(unfollowed: path) else { return }
    guard status.isSocket else { throw SystemError(code: EEXIST) }
    _ = try SystemError.check { unlink(path) }
  }
}
