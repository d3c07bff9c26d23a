import Foundation
import SchedulerPlatform
import Testing

@testable import SchedulerDaemon

/// Connections over a real socket, in a folder of their own.
@Suite final class ConnectionTableTests {
  private let folder: String
  private let queue: EventQueue
  private var table: ConnectionTable

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("c-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    queue = try EventQueue()
    table = try ConnectionTable(on: [ListeningSocket(at: folder + "/s")], queue: queue)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func connect() throws -> LocalConnection { try LocalConnection(to: folder + "/s") }

  /// What there is to tell now, in words.
  private func news() throws -> [String] {
    try queue.wait(milliseconds: 0).flatMap { table.take($0) }.map(Self.words)
  }

  private static func words(_ event: LoopEvent) -> String {
    switch event {
    case .client(.opened(let id, let peer)): "\(id.number) opened by \(peer.processID == getpid() ? "me" : "somebody")"
    case .client(.received(let bytes, let id)): "\(id.number) \(String(decoding: bytes, as: UTF8.self))"
    case .client(.inputEnded(let id)): "\(id.number) input ended"
    case .client(.closed(let id)): "\(id.number) closed"
    case .room(let id): "\(id.number) room"
    default: "\(event)"
    }
  }

  @Test func `connections are reported with their user, and their bytes in order`() throws {
    let first = try connect()
    #expect(try news() == ["1 opened by me"])
    _ = try first.write(Array("a".utf8)[...])
    _ = try first.write(Array("b".utf8)[...])
    #expect(try news() == ["1 ab"])
    #expect(try news() == [])
    #expect(table.write(Array("answer".utf8)[...], to: ConnectionID(1)) == 6)
    #expect(try first.read(atMost: 100) == .bytes(Array("answer".utf8)))
    #expect(table.write([1], to: ConnectionID(9)) == 0)
  }

  @Test func `the table reads a new client's first call together with its connection, and further bytes later`() throws
  {
    let client = try connect()
    _ = try client.write(Array("call".utf8)[...])
    #expect(try news() == ["1 opened by me", "1 call"])
    let other = try connect()
    _ = try other.write(Array(repeating: 65, count: 5_000)[...])
    #expect(try news().map(\.count) == [14, 4_098])
    #expect(try news().map(\.count) == [906])
  }

  @Test func `the table reads what a client sent before it left, and then reports the client as gone`() throws {
    var client: LocalConnection? = try connect()
    _ = try news()
    _ = try client?.write(Array("last words".utf8)[...])
    client = nil
    #expect(try news() + news() == ["1 last words", "1 input ended", "1 closed"])
    #expect(try news() == [])
  }

  @Test func `a client that has ended its input may still read`() throws {
    let client = try connect()
    _ = try news()
    shutdown(client.descriptor.number, Int32(SHUT_WR))
    #expect(try news() == ["1 input ended"])
    #expect(try news() == [], "it is told once")
    #expect(table.write([7], to: ConnectionID(1)) == 1)
    #expect(try client.read(atMost: 9) == .bytes([7]))
  }

  @Test func `a paused connection keeps its unread bytes, and its closing is still reported`() throws {
    var client: LocalConnection? = try connect()
    _ = try news()
    table.listen(to: ConnectionID(1), isWanted: false)
    _ = try client?.write([65])
    #expect(try news() == [])
    table.listen(to: ConnectionID(1), isWanted: true)
    #expect(try news() == ["1 A"])
    table.listen(to: ConnectionID(1), isWanted: false)
    client = nil
    #expect(try news() == ["1 closed"])
  }

  @Test func `the connection table reports room to write once after the client reads`() throws {
    let client = try connect()
    _ = try news()
    let id = ConnectionID(1)
    let large = [UInt8](repeating: 1, count: 4 << 20)
    #expect(table.write(large[...], to: id) < large.count)
    table.awaitRoom(id)
    #expect(try news() == [])
    while case .bytes = try client.read(atMost: 1 << 20) {}
    #expect(try news() == ["1 room"])
    #expect(try news() == [])
  }

  @Test func `the table reports a closed connection as gone`() throws {
    let client = try connect()
    _ = try news()
    table.close(ConnectionID(1))
    #expect(table.takeLost().map { Self.words(.client($0)) } == ["1 closed"])
    #expect(try client.read(atMost: 1) == .end)
  }

  @Test func `a connection over the limit waits without causing work`() throws {
    var clients = try (0..<ConnectionTable.mostConnections + 2).map { _ in try connect() }
    var opened = 0
    while case let found = try news(), !found.isEmpty { opened += found.count }
    #expect(opened == ConnectionTable.mostConnections)
    #expect(try queue.wait(milliseconds: 0) == [])
    clients.removeFirst(2)
    let after = try news() + news()
    #expect(after.count { $0.hasSuffix("closed") } == 2 && after.count { $0.hasSuffix("me") } == 2, "\(after)")
  }
}
