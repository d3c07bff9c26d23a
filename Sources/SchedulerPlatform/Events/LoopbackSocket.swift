import CSchedulerLinux
import Glibc

/// A TCP socket that listens on the address 127.0.0.1 and so accepts connections of this machine only; see tcp(7).
public struct LoopbackSocket: Sendable {
  /// The descriptor, readable while a client waits for its connection to be accepted.
  public let descriptor: OpenDescriptor
  /// The port.
  public let port: UInt16

  /// Listens on a port; 0 for a free one.
  ///
  /// - Throws: the error of the system; EADDRINUSE if another process listens there, EACCES for a port below 1024 without
  ///   the right to use it.
  public init(port: UInt16) throws(SystemError) {
    var bound: UInt16 = 0
    let descriptor = try OpenDescriptor.opened { schedctl_loopback_listen(port, &bound) }
    self.descriptor = descriptor
    self.port = bound
  }

  private init(inherited descriptor: OpenDescriptor, port: UInt16) {
    self.descriptor = descriptor
    self.port = port
  }

  /// Returns the sockets that a service manager passed according to `LISTEN_FDS` and `LISTEN_PID`, in order; see
  /// sd_listen_fds(3). Call it once.
  ///
  /// - Throws: EAFNOSUPPORT if one of them does not listen on 127.0.0.1.
  public static func inherited(_ environment: ProcessEnvironment) throws(SystemError) -> [LoopbackSocket] {
    var sockets: [LoopbackSocket] = []
    for number in OpenDescriptor.handedOver(environment) {
      let port = schedctl_loopback_port(number)
      guard port > 0 else { throw SystemError(code: EAFNOSUPPORT) }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
      sockets.append(LoopbackSocket(inherited: OpenDescriptor(number), port: UInt16(port)))
    }
    return sockets
  }

  /// Accepts the next connection. Returns nil if no client is waiting.
  ///
  /// - Throws: the error of accept4(2), such as EMFILE. A client that has disconnected meanwhile is not an error.
  public func accept() throws(SystemError) -> LoopbackConnection? {
    while true {
      do throws(SystemError) {
        return LoopbackConnection(try OpenDescriptor.opened { schedctl_socket_accept(descriptor.number) })
      } catch {
        if error.code == EAGAIN { return nil }
        guard error.code == ECONNABORTED else { throw error }
      }
    }
  }
}

extension LoopbackSocket {
  /// The maximum size of a list of sockets in bytes: that of some ten thousand.
  private static let listLimit = 8 << 20

  /// Returns the users whose programs listen on a TCP port, at any address of this machine; see proc_pid_net(5).
  ///
  /// - Parameter directory: the directory with the lists of the kernel.
  public static func users(listeningOn port: UInt16, in directory: String = "/proc/net") -> Set<UInt32> {
    var users: Set<UInt32> = []
    for name in ["tcp", "tcp6"] {
      let bytes = FileReader(onlyRegularFiles: true).readIfPossible("\(directory)/\(name)", limit: listLimit) ?? []
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        // number: address:port address:port state queues timer retransmissions user …
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 8)
        guard fields.count > 7, fields[3].elementsEqual("0A".utf8),
          let digits = fields[1].split(separator: UInt8(ascii: ":")).last,
          UInt16(String(decoding: digits, as: UTF8.self), radix: 16) == port,
          let user = UInt32(String(decoding: fields[7], as: UTF8.self))
        else { continue }
        users.insert(user)
      }
    }
    return users
  }
}

/// A TCP connection with a process of this machine. It is non-blocking.
public struct LoopbackConnection: Sendable {
  /// The descriptor, readable when there is data.
  public let descriptor: OpenDescriptor

  fileprivate init(_ descriptor: OpenDescriptor) { self.descriptor = descriptor }

  /// Connects to a port of 127.0.0.1. Waits 100 milliseconds at most.
  ///
  /// - Throws: the error of connect(2): ECONNREFUSED if no process listens, or ETIMEDOUT if one does not accept.
  public init(to port: UInt16) throws(SystemError) {
    descriptor = try OpenDescriptor.opened { schedctl_loopback_connect(port) }
  }

  /// Reads the available bytes, up to `count`. A connection that was reset has ended.
  ///
  /// - Throws: the error of read(2).
  public func read(atMost count: Int) throws(SystemError) -> LocalConnection.Reading {
    try descriptor.receive(atMost: count)
  }

  /// Writes as many of the bytes as there is room for and returns their number.
  ///
  /// - Throws: the error of send(2), such as EPIPE if the other side has closed the connection. Sends no signal.
  public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int { try descriptor.send(bytes) }
}
