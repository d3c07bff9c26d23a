import Foundation

/// A socket that receives datagrams.
public final class DatagramReceiver {
  /// Readable while one waits.
  public let descriptor: Int32

  /// Creates a socket at a path, or with an abstract name that begins with `@`.
  public init(_ name: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = name.hasPrefix("@") ? 2 + bytes.count : MemoryLayout<sockaddr_un>.size
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(length)) }
    }
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit {
    // A child that another test is just starting may have the socket, too.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// Returns the next datagram, or nil if there is none.
  public func next() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// Returns the next datagram and the files that came with it, or nil if there is none.
  public func nextWithFiles() -> (text: String, files: [Int32])? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var control = [UInt64](repeating: 0, count: 32)
    let count = buffer.withUnsafeMutableBytes { buffer in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return recvmsg(descriptor, &message, Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC))
        }
      }
    }
    guard count > 0 else { return nil }
    // A header has the length with itself in 8 bytes, then level and type in 4 each; see cmsg(3).
    let length = Int(control[0])
    let files = control.withUnsafeBytes { bytes in
      length < 16 ? [] : stride(from: 16, to: length, by: 4).map { bytes.load(fromByteOffset: $0, as: Int32.self) }
    }
    return (String(decoding: buffer[..<count], as: UTF8.self), files)
  }
}
