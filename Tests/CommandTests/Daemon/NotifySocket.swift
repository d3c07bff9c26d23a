import Foundation
import Testing

/// The socket of a service manager, as a daemon is told of it in `NOTIFY_SOCKET`.
final class NotifySocket {
  private let descriptor: Int32
  /// All that was told so far.
  private(set) var messages: [String] = []

  /// A socket at a path.
  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0, "bind: error \(errno)")
  }

  deinit { close(descriptor) }

  /// Waits until a line was told that begins so, behind those that were seen before; false when nothing comes for long.
  func hears(_ prefix: String) -> Bool {
    while true {
      var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, 20_000) > 0 else { return false }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      let text = String(decoding: buffer[..<count], as: UTF8.self)
      messages.append(text)
      if text.split(separator: "\n").contains(where: { $0.hasPrefix(prefix) }) { return true }
    }
  }
}
