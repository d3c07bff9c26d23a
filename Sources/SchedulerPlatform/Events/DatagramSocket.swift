import CSchedulerLinux
import Glibc

/// A UDP socket for questions to one server over IPv4; see udp(7).
///
/// ```swift
/// let socket = try DatagramSocket(from: "127.0.0.1", to: "127.0.0.1", port: 53)
/// if try socket.send(query), try socket.wait(until: deadline) { answer = try socket.receive() }
/// ```
/// Datagrams get lost and arrive twice. The kernel drops those that other addresses send.
public struct DatagramSocket: Sendable {
  /// The descriptor, readable while an answer waits.
  public let descriptor: OpenDescriptor

  /// Creates a socket with a random port of its own.
  ///
  /// - Parameters:
  ///   - own: the address that the server sees, one of this machine.
  ///   - address: the address of the server, such as `127.0.0.1`.
  ///   - port: the port of the server.
  /// - Throws: the error of the system, such as ENETUNREACH; EINVAL for what is not an IPv4 address.
  public init(from own: String, to address: String, port: UInt16) throws(SystemError) {
    descriptor = try OpenDescriptor.opened { schedctl_socket_udp(own, address, port) }
  }

  /// Sends a datagram. Returns false if the kernel has no room for it at present.
  ///
  /// - Throws: the error of send(2); ECONNREFUSED if an earlier datagram met a closed port.
  public func send(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    try SystemError.check(unless: EAGAIN) { schedctl_socket_send(descriptor.number, bytes, bytes.count) } != nil
  }

  /// Returns the next datagram, cut after 512 bytes; nil if none waits.
  ///
  /// - Throws: the error of read(2); ECONNREFUSED if a datagram met a closed port.
  public func receive() throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Self.sizeLimit)
    let count = try SystemError.check(unless: EAGAIN) { read(descriptor.number, &bytes, bytes.count) }
    guard let count else { return nil }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Waits for an answer, up to a reading of CLOCK_BOOTTIME in nanoseconds. Returns whether one waits.
  public func wait(until boot: Int64) -> Bool {
    let milliseconds = max(0, boot - SystemClocks.boot() + 999_999) / 1_000_000
    var file = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, Int32(clamping: milliseconds)) > 0
  }

  /// The greatest size of an answer over UDP without extensions (RFC 1035, section 2.3.4).
  private static let sizeLimit = 512
}
