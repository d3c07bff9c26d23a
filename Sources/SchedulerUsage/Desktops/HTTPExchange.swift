import SchedulerPlatform

/// One request to a server on 127.0.0.1 and its answer, by HTTP/1.0 (RFC 1945): the end of the connection ends the answer.
struct HTTPExchange: Sendable {
  private let connection: LoopbackConnection
  private var bytes: [UInt8] = []

  /// Maximum size of an answer in bytes: the list of some hundred buckets.
  private static let sizeLimit = 1 << 20
  private static let readSize = 64 << 10

  /// Connects and sends a request.
  ///
  /// - Parameters:
  ///   - path: the path with its query, of ASCII characters without spaces.
  ///   - user: the user whose server is believed. Any user of the machine can listen on a port.
  init(path: String, port: UInt16, user: UInt32) throws(SourceFailure) {
    connection = try SourceFailure.mapping { () throws(SystemError) in try LoopbackConnection(to: port) }
    guard LoopbackSocket.users(listeningOn: port) == [user] else {
      throw .unfit("port \(port) is not served by a program of yours")
    }
    let request = "GET \(path) HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\nAccept: application/json\r\n\r\n"
    let sent = try SourceFailure.mapping { () throws(SystemError) in try connection.write(Array(request.utf8)[...]) }
    if sent < request.utf8.count { throw .malformed("it does not read requests") }
  }

  /// The descriptor, readable when there is data.
  var descriptor: OpenDescriptor { connection.descriptor }

  /// Reads what has arrived. Returns the body when the answer is complete.
  ///
  /// - Throws: `SourceFailure` if the answer is too long, is no HTTP, or says that the request failed.
  mutating func read() throws(SourceFailure) -> [UInt8]? {
    while true {
      let reading = try SourceFailure.mapping { () throws(SystemError) in try connection.read(atMost: Self.readSize) }
      switch reading {
      case .nothing: return try hasWholeBody ? body() : nil
      case .end: return try body()
      case .bytes(let read):
        bytes += read
        if bytes.count > Self.sizeLimit { throw .flooding }
      }
    }
  }

  private static let headEnd = Array("\r\n\r\n".utf8)

  private func body() throws(SourceFailure) -> [UInt8] {
    guard let end = bytes.firstRange(of: Self.headEnd), bytes.starts(with: "HTTP/1.".utf8) else {
      throw .malformed("an answer that is no HTTP")
    }
    let status = String(decoding: bytes.dropFirst(9).prefix(3), as: UTF8.self)
    guard status == "200" else { throw .malformed("the status \(Int(status) ?? 0)") }
    return Array(bytes[end.upperBound...])
  }

  /// Whether as much has arrived as the head says. A server may keep the connection.
  private var hasWholeBody: Bool {
    guard let end = bytes.firstRange(of: Self.headEnd) else { return false }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n")
    let length = lines.first { $0.hasPrefix("content-length:") }?.split(separator: ":").last
    guard let count = length.flatMap({ Int($0.filter { $0 != " " }) }) else { return false }
    return bytes.count - end.upperBound >= count
  }
}
