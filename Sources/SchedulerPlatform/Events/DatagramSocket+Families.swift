import CSchedulerLinux

extension DatagramSocket {
  /// Creates a socket with a random port and the address that the machine uses for the server.
  ///
  /// - Parameters:
  ///   - address: the IPv4 or IPv6 address of the server; a link-local one with its interface, such as `fe80::1%eth0`.
  ///   - port: the port of the server.
  /// - Throws: the error of the system, such as ENETUNREACH; EINVAL for what is not an address.
  public init(to address: String, port: UInt16) throws(SystemError) {
    descriptor = try OpenDescriptor.opened { schedctl_socket_datagram(address, port) }
  }
}
