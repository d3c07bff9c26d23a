import Foundation

/// A web server on a loopback port, which answers every request with one short page.
final class LoopbackServer: Sendable {
  private let socket: Int32
  /// Its port.
  let port: UInt16

  /// Starts the server.
  init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 64) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    (self.socket, port) = (socket, UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { Self.serve(socket) }
  }

  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  private static func serve(_ socket: Int32) {
    while true {
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { break }
      Thread.detachNewThread { answer(connection) }
    }
    close(socket)
  }

  private static func answer(_ connection: Int32) {
    var request = [UInt8](repeating: 0, count: 65_536)
    if read(connection, &request, request.count) > 0 {
      let page = "<title>open</title>open"
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close"
      let bytes = Array((head + "\r\n\r\n" + page).utf8)
      send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
    close(connection)
  }
}
