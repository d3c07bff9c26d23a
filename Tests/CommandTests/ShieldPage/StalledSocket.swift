import Foundation
import Testing

/// The socket of a daemon that answers nothing: connections are made, and wait.
final class StalledSocket {
  private let descriptor: Int32
  private var connections: [Int32] = []

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      for (index, byte) in bytes.enumerated() where index < place.count - 1 { place[index] = byte }
    }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0 && listen(descriptor, 16) == 0)
  }

  deinit { for descriptor in connections + [descriptor] { close(descriptor) } }

  /// The number of connections until now.
  func connectionCount() -> Int {
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return connections.count }
      connections.append(connection)
    }
  }
}
