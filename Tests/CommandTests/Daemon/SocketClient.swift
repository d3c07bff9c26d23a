import Foundation
import Testing

/// Somebody who talks to a control socket without any of our code.
final class SocketClient {
  private let descriptor: Int32

  /// Connects; nil when nobody listens.
  init?(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends bytes; false when the other side has gone or takes nothing for long.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&file, 1, 2_000) > 0 else { return false }
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends a call of our interface.
  @discardableResult func call(_ method: String, _ parameters: String = "{}", more: Bool = false) -> Bool {
    send(
      Array(#"{"method":"io.schedctl.Control.\#(method)","parameters":\#(parameters),"more":\#(more)}"#.utf8) + [0])
  }

  /// Reads up to that many bytes, whatever they are.
  func skip(_ count: Int) {
    var rest = count
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while rest > 0 {
      var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, 20_000) > 0 else { return }
      let read = recv(descriptor, &buffer, min(rest, buffer.count), 0)
      guard read > 0 else { return }
      rest -= read
    }
  }

  /// The next message; nil when the other side ends the conversation or says nothing for long.
  func message() -> String? {
    var bytes: [UInt8] = []
    while true {
      var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, 20_000) > 0 else { return nil }
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }
}
