import Foundation
import Glibc
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

/// Blocked names that the configuration of a real dnsmasq serves itself, and how often it is asked.
@Suite(.enabled(if: NameServerPair.exists, "dnsmasq is not installed"), .serialized)
struct ServedNameTests {
  typealias Layer = ShieldText.LayerText

  private func reloadCount(_ pair: NameServerPair) -> Int {
    pair.log.split(separator: "\n").count { $0.hasSuffix("cleared cache") }
  }

  /// The names that the adapter has asked for, in their order. dnsmasq writes its log in its own time, so another question
  /// shows that what came before is there.
  private func askedNames(_ pair: NameServerPair, until last: String) throws -> [String] {
    _ = try pair.open(last)
    for _ in 0..<1000 where !pair.log.contains(" \(last) from ") { usleep(10_000) }
    return pair.log.split(separator: "\n").filter { $0.hasSuffix("from \(NameProbe.ownAddress)") }.compactMap { line in
      line.firstRange(of: "query[A] ").map { String(line[$0.upperBound...].prefix { $0 != " " }) }
    }
  }

  /// Lets an adapter work until it has nothing more to do soon, and returns the time then.
  private func finish(_ adapter: inout NameServerAdapter) -> Int64 {
    let boot = SystemClocks.boot() + 3_000_000_000
    for _ in 0..<10 { _ = adapter.work(atBoot: boot) }
    return boot
  }

  @Test(arguments: [
    "address=/a.example/10.9.9.9", "server=/a.example/127.0.0.1#9", "address=/A.example/10.9.9.9", "hosts",
  ])
  func `what the configuration has for one name is a limit, and the others are blocked and filtered`(
    line: String
  ) throws {
    let folder = try WorkFolder()
    try folder.write("10.9.9.9 a.example # a remark\n0.0.0.0 b.example\n", to: "more")
    let pair = try NameServerPair([line == "hosts" ? "addn-hosts=\(folder.path)/more" : line])
    let filtering = FilteringNameServer()
    var adapter = pair.adapter(filtering: filtering)
    let effect = try adapter.apply(ShieldText.shield(Layer(block: ["a.example", "b.example"])))
    let process = try #require(pair.server).processID
    let limit = "'a.example' stays as the configuration of dnsmasq (process \(process)) has it"
    #expect(effect.limits.contains(limit), "\(effect.limits)")
    try adapter.verify()
    #expect(filtering.value?.port == pair.port)
    #expect(try pair.open("b.example") == [])
    var boot = finish(&adapter)
    let before = reloadCount(pair)
    for _ in 0..<3 {
      boot += 10_000_000_000
      #expect(adapter.work(atBoot: boot).repairs == [])
    }
    #expect(reloadCount(pair) == before)
    try adapter.revert()
  }

  @Test(arguments: ["127.0.0.1", "0.0.0.0", "127.0.0.53"])
  func `an address of the machine itself counts as nowhere`(address: String) throws {
    let pair = try NameServerPair(["address=/a.example/\(address)"])
    var adapter = pair.adapter()
    let effect = try adapter.apply(ShieldText.shield(Layer(block: ["a.example"])))
    try adapter.verify()
    #expect(effect.limits.count == 1)
    try adapter.revert()
  }

  @Test func `a name that stays open for another reason fails, filters the others, and causes no further reloads`()
    throws
  {
    let pair = try NameServerPair(["host-record=a.example,10.9.9.9"])
    let filtering = FilteringNameServer()
    var adapter = pair.adapter(filtering: filtering)
    let shield = try ShieldText.shield(Layer(block: ["a.example", "b.example"]))
    let error = AdapterError(
      "'a.example' still resolves at dnsmasq (process \(try #require(pair.server).processID))",
      remedy: "look for it in the configuration")
    #expect(throws: error) { try adapter.apply(shield) }
    #expect(filtering.value?.port == pair.port)
    #expect(try pair.open("b.example", "www.a.example") == [])
    var boot = finish(&adapter)
    let before = reloadCount(pair)
    for _ in 0..<3 {
      boot += 10_000_000_000
      _ = adapter.work(atBoot: boot)
      #expect(throws: error) { try adapter.apply(shield) }
      #expect(throws: error) { try adapter.verify() }
      #expect(filtering.value?.port == pair.port)
    }
    #expect(reloadCount(pair) == before)
    try adapter.revert()
    #expect(try pair.becomesOpen(["b.example"]))
  }

  @Test(arguments: [UInt8(2), 5])
  func `a name that gets an error code fails, filters the others, and causes no further reloads`(code: UInt8) throws {
    let upstream = try SlowUpstream(milliseconds: 0...0, seed: 1, code: code)
    let folder = try WorkFolder()
    let line = try folder.write("server=/a.example/127.0.0.1#\(upstream.port)\n", to: "line")
    let pair = try NameServerPair(["conf-file=\(line)"])
    // dnsmasq has read the line, and the adapter does not know of it.
    unlink(line)
    let filtering = FilteringNameServer()
    var adapter = pair.adapter(filtering: filtering)
    let shield = try ShieldText.shield(Layer(block: ["a.example", "b.example"]))
    let title = "dnsmasq (process \(try #require(pair.server).processID))"
    let error = AdapterError("\(title) does not block 'a.example': it answered with the error code \(code)")
    #expect(throws: error) { try adapter.apply(shield) }
    #expect(filtering.value?.port == pair.port)
    _ = try askedNames(pair, until: "applied.test")
    let appliedCount = reloadCount(pair)
    var boot = finish(&adapter)
    _ = try askedNames(pair, until: "finished.test")
    let before = reloadCount(pair)
    #expect((appliedCount + 1...appliedCount + 2).contains(before))
    for round in 0..<3 {
      boot += 10_000_000_000
      _ = adapter.work(atBoot: boot)
      #expect(throws: error) { try adapter.apply(shield) }
      #expect(throws: error) { try adapter.verify() }
      #expect(filtering.value?.port == pair.port)
      _ = try askedNames(pair, until: "round\(round).test")
    }
    #expect(reloadCount(pair) == before)
    try adapter.revert()
  }

  @Test func `while nothing changes ten names are asked for each time, and all after some time`() throws {
    let pair = try NameServerPair()
    let names = (0..<300).map { "n\($0).example" }
    let shield = try ShieldText.shield(Layer(block: names))
    var adapter = pair.adapter()
    _ = try adapter.apply(shield)
    try adapter.verify()
    // What was not asked for in the order is asked for after it, once.
    _ = finish(&adapter)
    let before = try askedNames(pair, until: "first.test").count
    let rounds = 31
    for _ in 0..<rounds {
      _ = try adapter.apply(shield)
      try adapter.verify()
    }
    let asked = try askedNames(pair, until: "last.test").dropFirst(before).dropLast()
    #expect(Set(asked) == Set(names + [NameRules.canary]))
    #expect(asked.count <= rounds * NameRules.turnSize, "\(asked.count)")
    // A name that is open is found, closed, and reported no more.
    truncate(pair.serversPath, 0)
    kill(try #require(pair.server).processID, SIGHUP)
    #expect(try pair.becomesOpen(["n1.example"]))
    #expect(throws: AdapterError.self) { try adapter.verify() }
    _ = try adapter.apply(shield)
    try adapter.verify()
    try adapter.revert()
  }

  @Test func `of an entry of the rules and one of the configuration the longer one decides`() throws {
    let layer = Layer(block: ["a.example", "x.corp.a.example"], allow: ["corp.a.example"])
    let rules = NameRules(of: try ShieldText.shield(layer), on: MachineNames())
    var served = ServedNames(domains: ["corp.a.example", "b.example"], names: ["host.a.example"])
    let names = [
      "a.example", "www.a.example", "corp.a.example", "w.corp.a.example", "x.corp.a.example", "y.x.corp.a.example",
      "host.a.example", "www.host.a.example",
    ]
    let found = names.filter { served.contain($0, despite: rules) }
    #expect(found == ["corp.a.example", "w.corp.a.example", "host.a.example"])
    served.domains.insert("a.example")
    #expect(served.contain("a.example", despite: rules) && served.contain("www.a.example", despite: rules))
  }

  @Test func `names of hosts files are those that lead to another machine`() throws {
    let folder = try WorkFolder()
    let text = "127.0.0.1 a\n10.0.0.1\tB.example c. # d\n #x\n::1 e\n0.0.0.0 f\nfd00::1 g\r\n127.0.1.1 h\n\n10.0.0.2\n"
    try folder.write(text, to: "etc/hosts")
    try folder.write("10.0.0.3 i\n", to: "more/one")
    try folder.write("addn-hosts=/more\nhostsdir=/none\naddress=/Q.example/10.0.0.1\n", to: "etc/dnsmasq.conf")
    let found = DnsmasqConfiguration(arguments: ["dnsmasq"], root: folder.path).served(root: folder.path)
    #expect(found == ServedNames(domains: ["q.example"], names: ["b.example", "c", "g", "i"]))
    let none = DnsmasqConfiguration(arguments: ["dnsmasq", "-h", "-C", "/none"], root: folder.path)
    #expect(none.served(root: folder.path) == ServedNames())
  }
}
