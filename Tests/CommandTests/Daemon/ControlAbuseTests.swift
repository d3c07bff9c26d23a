import Foundation
import ProgramTesting
import TestSupport
import Testing

/// What nobody should do to a control socket, and what the real daemon makes of it.
@Suite struct ControlAbuseTests {
  private let trial: DaemonTrial
  private let process: RunningProgram
  private let path: String

  init() throws {
    trial = try DaemonTrial()
    try trial.folder.write(
      """
      timezone = "UTC"
      [profile.work]
      block.domains = ["work.example"]
      [profile.days]
      window = ["mon-sun 00:00-00:01"]

      """, to: "week.toml")
    process = try trial.start("--quiet")
    path = trial.folder.path + "/run/control.sock"
  }

  /// Whether somebody who asks is answered.
  private func isAnswered(active: Bool = false) -> Bool {
    guard let client = SocketClient(path), client.call("IsActive", #"{"profile":"work"}"#) else { return false }
    return client.message() == #"{"parameters":{"profile":"work","active":\#(active)}}"#
  }

  private func end() {
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  /// How many descriptors the daemon has open.
  private func descriptorCount() -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processID)/fd").count
  }

  @Test func `foreign, slow and broken clients do not affect others`() throws {
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let silent = try #require(SocketClient(path))
    let half = try #require(SocketClient(path))
    half.send(Array(#"{"method":"io.schedctl"#.utf8))
    let garbage = try #require(SocketClient(path))
    garbage.send([0xFF, 0xFE, 0])
    #expect(garbage.message()?.contains("MalformedMessage") == true && garbage.message() == nil)
    let unread = try #require(SocketClient(path))
    for _ in 0..<20_000 where !unread.call("Status") { break }
    let kept = (0..<300).compactMap { _ in SocketClient(path) }
    // The owner's connections without a call make room for each other, the longest idle first.
    #expect(kept.last?.call("Pending") == true && kept.last?.message() == #"{"parameters":{"changes":[]}}"#)
    #expect(silent.message() == nil)
    withExtendedLifetime((half, unread, kept)) {}
    end()
  }

  @Test func `calls without replies that fill more than one read delay no call after them`() throws {
    let client = try #require(SocketClient(path))
    let call = #"{"method":"io.schedctl.Control.IsActive","parameters":{},"oneway":true}"#
    for _ in 0..<3 {
      client.send([[UInt8]](repeating: Array(call.utf8) + [0], count: 300).flatMap(\.self))
      #expect(client.call("IsActive", #"{"profile":"work"}"#))
      #expect(client.message() == #"{"parameters":{"profile":"work","active":false}}"#)
    }
    end()
  }

  @Test func `the daemon keeps no descriptor of thousands of clients that connect and leave`() throws {
    #expect(isAnswered())
    let before = try #require(descriptorCount())
    var refused = 0
    for number in 0..<Laws.count(10_000, few: 2_000) {
      guard let client = SocketClient(path) else {
        refused += 1
        continue
      }
      if number % 3 == 0 { client.call("Status") }
    }
    #expect(refused == 0)
    // Those that it has not seen go count to its most.
    #expect(trial.comes { isAnswered() })
    #expect(trial.comes { descriptorCount().map { $0 <= before } ?? false })
    end()
  }

  @Test func `a message of a gibibyte is refused after the first mebibyte, and takes no memory`() throws {
    let before = try #require(process.memoryPeak)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)
    for _ in 0..<5 {
      let client = try #require(SocketClient(path))
      var sent = 0
      while sent < 1 << 30, client.send(piece) { sent += piece.count }
      // What the kernel keeps between them comes on top.
      #expect(1 << 20..<4 << 20 ~= sent)
      #expect(client.message() == #"{"error":"io.schedctl.Control.MessageTooLong","parameters":{"limit":1048576}}"#)
      #expect(client.message() == nil)
    }
    #expect(isAnswered())
    let peak = try #require(process.memoryPeak)
    #expect(peak < before + 16 << 10, "from \(before) to \(peak) KiB")
    end()
  }

  @Test(arguments: [0, 1, 100, 300_000])
  func `a client that dies during an answer has its command carried out and affects no other client`(readCount: Int)
    throws
  {
    #expect(isAnswered())
    let before = try #require(descriptorCount())
    for round in 0..<8 {
      let isStart = round % 2 == 0
      let client = try #require(SocketClient(path))
      client.call(isStart ? "Start" : "Stop", isStart ? #"{"profile":"work"}"# : "{}")
      // More than fits between the two, so that the daemon is still writing.
      for _ in 0..<3 { client.call("Next", #"{"limit":1000}"#) }
      client.skip(readCount)
      guard readCount > 0 else { continue }
      #expect(isAnswered(active: isStart), "round \(round)")
    }
    #expect(trial.comes { descriptorCount().map { $0 <= before } ?? false })
    #expect(isAnswered())
    end()
  }

  @Test(arguments: ["", #","at":"+1h""#])
  func `a start with a length out of range is refused and starts nothing`(at: String) throws {
    for seconds in [-1, 0, Int64.min, Int64.max] {
      let client = try #require(SocketClient(path))
      client.call("Start", #"{"profile":"work","seconds":\#(seconds)\#(at)}"#)
      let answer = try #require(client.message())
      #expect(answer.contains(#""error":"io.schedctl.Control."#) || answer.contains("InvalidParameter"), "\(answer)")
      #expect(isAnswered())
    }
    end()
  }

  @Test func `an extension with a length out of range is refused and the session continues`() throws {
    let client = try #require(SocketClient(path))
    client.call("Start", #"{"profile":"work","seconds":3600}"#)
    #expect(try #require(client.message()).contains(#""error""#) == false)
    for seconds in [-1, 0, Int64.min, Int64.max] {
      client.call("Extend", #"{"session":"work","seconds":\#(seconds)}"#)
      let answer = try #require(client.message())
      #expect(
        answer.contains(#""error":"io.schedctl.Control."#) || answer.contains(#""parameter":"seconds""#), "\(answer)")
      #expect(isAnswered(active: true))
    }
    end()
  }
}
