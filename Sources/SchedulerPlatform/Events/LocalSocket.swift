import CSchedulerLinux
import Glibc

/// A socket of this machine that takes connections; see unix(7).
public struct ListeningSocket: Sendable {
  /// Can be read while somebody waits for a connection.
  public let descriptor: OpenDescriptor
  /// Where it is in the file system; nil for one that was handed over.
  public let path: String?
  /// What is at the path since the socket was made; nil for one that was handed over.
  private let identity: Identity?

  private struct Identity: Hashable {
    let device: UInt64
    let file: UInt64
  }

  /// Makes a socket at a path, in the place of a socket that is there: only one process may do so, which a lock of the
  /// caller has to see to.
  ///
  /// - Parameters:
  ///   - path: at most 107 bytes.
  ///   - group: the group whose members may connect; nil: nobody but the owner may.
  /// - Throws: what the system reports; EEXIST when something is there that is no socket, ENAMETOOLONG for a long path.
  public init(at path: String, group: UInt32? = nil) throws(SystemError) {
    descriptor = try OpenDescriptor.opened { schedctl_socket(1) }
    self.path = path
    let number = descriptor.number
    try Self.makeRoom(at: path)
    // The rights of a new socket follow from these: nobody else may connect at any moment.
    _ = try SystemError.check { fchmod(number, 0o600) }
    _ = try SystemError.check { schedctl_socket_bind(number, path) }
    if let group { try Self.admit(group, to: path) }
    _ = try SystemError.check { schedctl_socket_listen(number) }
    identity = Self.identity(of: path)
  }

  /// Whether who connects with the path finds this socket; always for one that was handed over, which has none.
  public var isInPlace: Bool { path.map { Self.identity(of: $0) == identity } ?? true }

  /// Lets the members of a group connect from now on, besides the owner; nil for nobody else. Whoever is connected stays so.
  /// Does nothing to a socket that was handed over, and to one that is not in its place.
  ///
  /// - Throws: what the system reports, such as EPERM.
  public func admit(group: UInt32?) throws(SystemError) {
    guard let path, isInPlace else { return }
    _ = try SystemError.check { chmod(path, 0o600) }
    if let group { try Self.admit(group, to: path) }
  }

  private static func admit(_ group: UInt32, to path: String) throws(SystemError) {
    _ = try SystemError.check { lchown(path, uid_t.max, group) }
    _ = try SystemError.check { chmod(path, 0o660) }
  }

  /// The sockets that a service manager handed over as `LISTEN_FDS` and `LISTEN_PID` say, in order; see
  /// sd_listen_fds(3). To be called once. What of it is no socket that takes connections is left open and left out.
  public static func inherited(_ environment: ProcessEnvironment) -> [ListeningSocket] {
    guard isHandedOver(environment),
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), 1...Self.mostInherited ~= count
    else { return [] }
    return (Self.firstInherited..<Self.firstInherited + count).compactMap { number in
      guard schedctl_socket_is_listening(number) != 0 else { return nil }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
      return ListeningSocket(inherited: OpenDescriptor(number))
    }
  }

  /// Whether a service manager says that it handed sockets over to this process.
  public static func isHandedOver(_ environment: ProcessEnvironment) -> Bool {
    environment["LISTEN_PID"].flatMap { Int32($0) } == getpid()
  }

  /// The next connection; nil when nobody waits for one.
  ///
  /// - Throws: the error of accept4(2), such as EMFILE; one that went before it was taken is no error.
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

  /// Takes the path away where it is this socket's; connections stay.
  public func removePath() { if let path, isInPlace { unlink(path) } }

  private init(inherited descriptor: OpenDescriptor) {
    self.descriptor = descriptor
    path = nil
    identity = nil
  }

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), file: UInt64(status.st_ino))
  }

  private static let firstInherited: Int32 = 3
  /// More sockets than that nobody hands over.
  private static let mostInherited: Int32 = 64

  private static func makeRoom(at path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw SystemError(code: EEXIST) }
    _ = try SystemError.check { unlink(path) }
  }
}
