import Foundation
import Glibc
import ProgramTesting
import Scheduler
import Testing

@testable import SchedulerEnforcement

/// Attempts, from the log of a real dnsmasq.
@Suite struct QueryLogTests {
  typealias Layer = ShieldText.LayerText

  private static let second: Int64 = 1_000_000_000

  @Test(.enabled(if: NameServerPair.exists, "dnsmasq is not installed"))
  func `a question about a blocked name is an attempt of the layer that blocks it, once in ten seconds`() throws {
    let pair = try NameServerPair()
    var adapter = pair.adapter()
    let shield = try ShieldText.shield(
      Layer(profile: "a", block: ["a.example"], allow: ["ok.a.example"]), Layer(profile: "b", block: ["b.example"]))
    #expect(try adapter.apply(shield).limits.count == 1)
    _ = adapter.work(atBoot: 0)
    for name in ["WWW.a.example", "www.a.example", "ok.a.example", "x.b.example", "other.example", NameRules.canary] {
      for type in ["A", "AAAA"] { _ = try pair.dig(name, type: type) }
    }
    try adapter.verify()
    let attempts = adapter.work(atBoot: 1).attempts
    #expect(attempts.map(\.name) == ["www.a.example", "x.b.example"])
    #expect(attempts.map(\.profile.key.text) == ["a", "b"])
    #expect(attempts.allSatisfy { $0.user == nil && $0.process == nil && $0.program.isEmpty && $0.outcome == .denied })
    _ = try pair.dig("www.a.example")
    #expect(adapter.work(atBoot: 10 * Self.second).attempts == [])
    _ = try pair.dig("www.a.example")
    #expect(adapter.work(atBoot: 10 * Self.second + 1).attempts.map(\.name) == ["www.a.example"])
  }

  @Test(.enabled(if: NameServerPair.exists, "dnsmasq is not installed"))
  func `the log is followed over its rotation`() throws {
    let pair = try NameServerPair()
    var adapter = pair.adapter()
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example"])))
    _ = try pair.dig("one.a.example")
    try FileManager.default.moveItem(atPath: pair.logPath, toPath: pair.logPath + ".1")
    _ = try pair.dig("two.a.example")
    // At SIGUSR2 dnsmasq opens the log again.
    kill(try #require(pair.server).processID, SIGUSR2)
    while !FileManager.default.fileExists(atPath: pair.logPath) { usleep(1000) }
    _ = try pair.dig("three.a.example")
    var names: [String] = []
    for _ in 0..<3 { names += adapter.work(atBoot: 1).attempts.map(\.name) }
    #expect(names == ["one.a.example", "two.a.example", "three.a.example"])
    #expect(truncate(pair.logPath, 0) == 0)
    _ = adapter.work(atBoot: 2)
    _ = try pair.dig("four.a.example")
    #expect(adapter.work(atBoot: 3).attempts.map(\.name) == ["four.a.example"])
  }

  @Test(.enabled(if: NameServerPair.exists, "dnsmasq is not installed"))
  func `where questions are not logged to a file, the adapter says so`() throws {
    let pair = try NameServerPair(logs: false)
    var adapter = pair.adapter()
    let limits = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example"]))).limits
    #expect(limits.last?.hasPrefix("attempts are not recorded: dnsmasq (process ") == true)
  }

  @Test func `a flood of new subdomains is some names, and then one attempt of all names together`() throws {
    let folder = try WorkFolder()
    try folder.write("", to: "log")
    let shield = try ShieldText.shield(
      Layer(profile: "a", block: ["a.example"]), Layer(profile: "b", block: ["b.example"]))
    var log = QueryLog(folder.path + "/log")
    log.follow(shield, blocking: NameRules(of: shield, on: MachineNames()), on: MachineNames())
    func ask(_ names: [String], atBoot boot: Int64) throws -> [String] {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/log"))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(names.map { "dnsmasq[1]: query[A] \($0) from 127.0.0.1\n" }.joined().utf8))
      return log.attempts(atBoot: boot).map(\.name)
    }
    let flood = (0..<40).map { "x\($0).a.example" }
    let names = try ask(flood + flood + ["y.b.example"], atBoot: 0)
    #expect(names == flood.prefix(30) + [".", "y.b.example"])
    #expect(try ask(["z.a.example"], atBoot: 10 * Self.second - 1) == [])
    #expect(try ask(["z.b.example"], atBoot: 10 * Self.second - 1) == ["z.b.example"])
    #expect(try ask(["w.a.example"], atBoot: 10 * Self.second) == ["w.a.example"])
  }

  @Test(arguments: [
    ("Nov 26 21:21:09 dnsmasq[2140]: query[A] Blocked.Test from 127.0.0.1", "blocked.test"),
    ("Nov 26 21:21:09 dnsmasq[2140]: 12 127.0.0.1/34567 query[HTTPS] a.example from 127.0.0.1", "a.example"),
    ("Nov 26 21:21:09 dnsmasq[2140]: query[type=65] a.example from 192.168.1.7", "a.example"),
    ("Nov 26 21:21:09 dnsmasq[2140]: query[A] a.example from \(NameProbe.ownAddress)", nil),
    ("Nov 26 21:21:09 dnsmasq[2140]: config a.example is NXDOMAIN", nil),
    ("Nov 26 21:21:09 dnsmasq[2140]: forwarded query[A] to 127.0.0.1", nil),
    ("[1795729081] unbound[29795:0] info: 127.0.0.1 zzz.Example. A IN", "zzz.example"),
    ("[1795729081] unbound[29795:0] info: start of service (unbound 1.17.1).", nil),
    ("[1795729081] unbound[29795:0] info: \(NameProbe.ownAddress) zzz.example. A IN", nil),
    ("", nil), ("query[A]", nil), ("query[A] a from", nil), ("info:", nil), ("\u{1}\u{2}", nil),
  ])
  func `a line tells which name was asked for`(line: String, name: String?) {
    #expect(QueryLine.name(in: Array(line.utf8)[...]) == name)
  }
}
