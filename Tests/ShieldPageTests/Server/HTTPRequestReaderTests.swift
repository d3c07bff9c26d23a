import TestSupport
import Testing

@testable import ShieldPage

/// Which bytes are a request, and what others are refused with.
@Suite struct HTTPRequestReaderTests {
  /// Reads the first request of a text.
  static func read(_ text: String) throws(HTTPFault) -> HTTPRequest? {
    var reader = HTTPRequestReader()
    reader.append(Array(text.utf8))
    return try reader.next()
  }

  private static func fault(_ text: String) -> HTTPFault? {
    do throws(HTTPFault) {
      _ = try read(text)
      return nil
    } catch { return error }
  }

  @Test func `a request of a browser is read`() throws {
    let request = try #require(
      try Self.read(
        "GET /a/b?domain=youtube.com?x HTTP/1.1\r\nHost:\t127.0.0.1:7410 \r\nUser-Agent: \u{e4} (x)\r\nAccept:\r\n\r\n")
    )
    #expect(request.method == .get)
    #expect(request.path == "/a/b")
    #expect(request.query == "domain=youtube.com?x")
    #expect(request.host == "127.0.0.1:7410")
    #expect(request.keepsAlive)
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false), ("HTTP/1.0", "", false),
    ("HTTP/1.0", "connection: Keep-Alive\r\n", true), ("HTTP/1.1", "Connection: upgrade , Close\r\n", false),
  ])
  func `the client says whether the connection stays open`(version: String, field: String, isKept: Bool) throws {
    #expect(try Self.read("HEAD / \(version)\r\nHost: a\r\n\(field)\r\n")?.keepsAlive == isKept)
  }

  static let refused: [(String, HTTPFault)] = [
    ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed), ("get / HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed),
    ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed),
    ("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed),
    ("GET / HTTP/1.1\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .badRequest),
    ("GET / HTTP/1.0\r\n\r\n", .badRequest), ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .badRequest), ("GET /\r\nHost: a\r\n\r\n", .badRequest),
    ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest), ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest),
    ("GET /\u{e4} HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest),
    ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .versionNotSupported),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .versionNotSupported), ("GET / HTTP/11\r\nHost: a\r\n\r\n", .badRequest),
    ("GET / http/1.1\r\nHost: a\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\nHost: a\n\n", .badRequest), ("\u{16}\u{3}\u{1}", .badRequest), (" GET / HTTP/1.1", .badRequest),
    ("GET /" + String(repeating: "a", count: 2_048), .targetTooLong),
    ("GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", .targetTooLong),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 8_192), .headTooLarge),
    ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: a\r\n", count: 64) + "\r\n", .headTooLarge),
  ]

  @Test(arguments: refused)
  func `other bytes are refused`(text: String, fault: HTTPFault) { #expect(Self.fault(text) == fault) }

  @Test func `requests that follow each other are read one by one`() throws {
    var reader = HTTPRequestReader()
    reader.append(
      Array("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\nGE".utf8))
    #expect(try reader.next()?.path == "/1")
    #expect(try reader.next()?.path == "/2")
    #expect(try reader.next() == nil)
    #expect(!reader.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `pieces of any size give what the whole gives, and random bytes never trap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var bytes = Array(
        (["GET / HTTP/1.1\r\nHost: 127.0.0.1:7410\r\n\r\n"] + Self.refused.map(\.0)).randomElement(using: &random)!.utf8
      )
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      #expect(Self.outcome(of: [bytes]) == Self.outcome(of: Self.pieces(of: bytes, &random)), "seed \(seed): \(bytes)")
    }
  }

  private static func pieces(of bytes: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...max(1, min(rest.count, 700)), using: &random)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  /// The first request of some pieces, or whether they are refused. Which limit is exceeded may depend on the pieces.
  private static func outcome(of pieces: [[UInt8]]) -> String {
    var reader = HTTPRequestReader()
    for piece in pieces {
      reader.append(piece)
      do throws(HTTPFault) {
        if let request = try reader.next() { return "\(request)" }
      } catch {
        return "refused"
      }
    }
    return "waits"
  }
}
