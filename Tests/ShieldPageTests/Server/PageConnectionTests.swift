import Scheduler
import Testing

@testable import ShieldPage

/// One connection in virtual time.
@Suite struct PageConnectionTests {
  private static let second: Int64 = 1_000_000_000
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  private static func receive(_ text: String, by connection: inout PageConnection, at seconds: Int64) {
    connection.receive(Array(text.utf8), atBoot: seconds * second, now: Scene.now) { _ in HTTPResponse(.badRequest) }
  }

  private static func write(_ count: Int, of connection: inout PageConnection, at seconds: Int64) {
    connection.noteWritten(count, atBoot: seconds * second, now: Scene.now) { _ in HTTPResponse(.badRequest) }
  }

  @Test func `a request has ten seconds to arrive, however many bytes come in between`() {
    var connection = PageConnection(atBoot: 0)
    Self.receive("GET / HT", by: &connection, at: 3)
    let deadline = connection.deadline
    #expect(deadline == 13 * Self.second)
    Self.receive("TP/1.1\r\n", by: &connection, at: 12)
    #expect(connection.deadline == deadline)
    connection.expire(now: Scene.now)
    #expect(String(decoding: connection.output, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    #expect(connection.isLast)
  }

  @Test func `a connection without a request is closed without an answer`() {
    var connection = PageConnection(atBoot: 0)
    connection.expire(now: Scene.now)
    #expect(connection.isDone)
  }

  @Test func `requests are answered one after the other, and no bytes are read meanwhile`() {
    var connection = PageConnection(atBoot: 0)
    Self.receive(Self.request + Self.request, by: &connection, at: 0)
    #expect(!connection.wantsReading)
    let length = connection.output.count
    Self.write(length - 1, of: &connection, at: 1)
    #expect(connection.output.count == 1)
    #expect(connection.deadline == 11 * Self.second)
    Self.write(1, of: &connection, at: 2)
    #expect(connection.output.count == length)
    Self.write(length, of: &connection, at: 3)
    #expect(connection.isIdle && !connection.isLast)
    #expect(connection.deadline == 23 * Self.second)
  }

  @Test func `after a refused request, or a client's wish, the connection ends`() {
    for text in ["POST / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"] {
      var connection = PageConnection(atBoot: 0)
      Self.receive(text + Self.request, by: &connection, at: 0)
      Self.write(connection.output.count, of: &connection, at: 0)
      #expect(connection.isDone)
    }
  }
}
