import Foundation
import ProgramTesting
import TestSupport
import Testing

/// The server of pages among clients that mean it harm.
@Suite struct HostileClientTests {
  private static let host = "Host: 127.0.0.1:PORT\r\n"

  static let table: [(String, Int)] = [
    ("GET / HTTP/1.1\r\n\(host)\r\n", 200), ("HEAD / HTTP/1.0\r\n\(host)\r\n", 200),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabc", 405), ("PUT / HTTP/1.1\r\n\(host)\r\n", 405),
    ("OPTIONS / HTTP/1.1\r\n\(host)Origin: http://evil.example\r\n\r\n", 405), ("TRACE / HTTP/1.1\r\n\(host)\r\n", 405),
    ("CONNECT evil.example:443 HTTP/1.1\r\n\(host)\r\n", 405), ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421), ("GET / HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: youtube.com\r\n\r\n", 421), ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", 400),
    ("GET http://evil.example/ HTTP/1.1\r\n\(host)\r\n", 400), ("GET //evil.example/ HTTP/1.1\r\n\(host)\r\n", 404),
    ("GET /../../etc/passwd HTTP/1.1\r\n\(host)\r\n", 404), ("GET /%2e%2e/state/journal HTTP/1.1\r\n\(host)\r\n", 404),
    ("GET /live.json HTTP/1.1\r\n\(host)\r\n", 404), ("GET /?domain=../x HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /?domain=<script> HTTP/1.1\r\n\(host)\r\n", 400), ("GET /?domain=a%0d%0aX:1 HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("GET / HTTP/3.0\r\n\(host)\r\n", 505),
    ("GET /\(String(repeating: "a", count: 5_000)) HTTP/1.1\r\n\(host)\r\n", 414),
    ("GET / HTTP/1.1\r\n\(host)Cookie: \(String(repeating: "a", count: 9_000))\r\n\r\n", 431),
    ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", 400), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), ("\r\n\r\n\r\n\r\n", 400),
    ("GET / HTTP/1.1\n\(host)\n", 400), (String(repeating: "A", count: 100_000), 431),
  ]

  @Test func `every request has its answer, and none hurts the next`() throws {
    let trial = try PageTrial()
    let process = try trial.serve()
    for (text, status) in Self.table {
      let client = try #require(PageClient(trial.port))
      client.send(Array(text.replacing("PORT", with: "\(trial.port)").utf8))
      client.finish()
      let answer = client.rest()
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(text.prefix(60)): \(answer.prefix(40))")
      #expect(!answer.contains("Access-Control") && !answer.contains("Location:"))
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `random bytes neither end the server nor fill its memory`(seed: UInt64) throws {
    let trial = try PageTrial()
    let process = try trial.serve()
    var random = SeededGenerator(seed: seed)
    var answered = 0
    for _ in 0..<400 {
      var bytes = Array(Self.table.randomElement(using: &random)!.0.replacing("PORT", with: "\(trial.port)").utf8)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: bytes = Array(bytes[..<max(1, place)])
        }
      }
      let client = try #require(PageClient(trial.port), "seed \(seed)")
      client.send(bytes)
      client.finish()
      if client.rest().hasPrefix("HTTP/1.1 ") { answered += 1 }
    }
    #expect(answered > 100, "seed \(seed)")
    #expect(trial.get("/")?.hasPrefix("HTTP/1.1 200 ") == true, "seed \(seed)")
    #expect(try #require(process.memoryPeak) < 65_536, "seed \(seed)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0), "seed \(seed)")
  }

  @Test func `clients that send nothing or take nothing keep others out for no time`() throws {
    let trial = try PageTrial()
    let process = try trial.serve()
    let files = "/proc/\(process.processID)/fd"
    let ownCount = try FileManager.default.contentsOfDirectory(atPath: files).count
    // More than the server has places for; each has begun a request, or does not read its answers.
    let slow = (0..<100).compactMap { _ in PageClient(trial.port) }
    #expect(slow.count == 100)
    let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(trial.port)\r\n\r\n"
    for (index, client) in slow.enumerated() { client.send(Array((index % 2 == 0 ? "GET / HT" : request).utf8)) }
    for _ in 0..<10 { #expect(trial.get("/")?.hasPrefix("HTTP/1.1 200 ") == true) }
    // The server has 32 places, and files that it opens for a moment.
    let count = try FileManager.default.contentsOfDirectory(atPath: files).count
    #expect(count - ownCount <= 32 + 4, "\(ownCount) files, then \(count)")
    // The first ones had to give way.
    #expect(slow[0].piece() == nil)
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `a client that sends requests without end is answered in order`() throws {
    let trial = try PageTrial()
    let process = try trial.serve()
    let client = try #require(PageClient(trial.port))
    let request = "HEAD / HTTP/1.1\r\nHost: 127.0.0.1:\(trial.port)\r\n\r\n"
    client.send(Array(String(repeating: request, count: 50).utf8))
    client.finish()
    #expect(client.rest().ranges(of: "HTTP/1.1 200 OK").count == 50)
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }
}
