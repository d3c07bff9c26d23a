import Foundation
import Synchronization
import Testing

/// Somebody who listens on a socket and is no daemon: whoever connects gets the same answer, and is left; without an
/// answer they hear nothing for ever.
final class ForeignServer: Sendable {
  private let descriptor: Int32
  private let clients = Mutex(0)

  /// How many have connected and were answered.
  var clientCount: Int { clients.withLock { $0 } }

  init(_ path: String, answer: String?) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0 && listen(descriptor, 8) == 0)
    guard let answer else { return }
    let listener = descriptor
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        self.clients.withLock { $0 += 1 }
        var request = [UInt8](repeating: 0, count: 4_096)
        _ = recv(client, &request, request.count, 0)
        _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
        close(client)
      }
    }
  }

  /// Listens no more.
  func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
