import Foundation
import Glibc
import ProgramTesting
import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Shields that a real dnsmasq enforces, with another dnsmasq as its upstream server.
@Suite(.enabled(if: NameServerPair.exists, "dnsmasq is not installed"), .serialized)
struct DnsmasqTests {
  typealias Layer = ShieldText.LayerText

  private let pair: NameServerPair

  init() throws { pair = try NameServerPair() }

  private var text: String { (try? String(contentsOfFile: pair.serversPath, encoding: .utf8)) ?? "none" }

  @Test func `a domain and its subdomains are blocked, its exceptions are not, and after the end all resolve`() throws {
    var adapter = pair.adapter()
    #expect(adapter.probe() == .available)
    let shield = try ShieldText.shield(Layer(block: ["a.example"], allow: ["m.a.example"]))
    let names = ["a.example", "x.y.a.example", "m.a.example", "z.m.a.example", "ba.example", "example"]
    #expect(try pair.open(names) == names)
    let effect = try adapter.apply(shield)
    #expect(effect.isConcerned && effect.gap == nil && effect.limits.count == 1)
    try adapter.verify()
    #expect(try pair.open(names) == ["m.a.example", "z.m.a.example", "ba.example", "example"])
    #expect(try pair.open(NameRules.canary) == [])
    try adapter.revert()
    try adapter.verify()
    #expect(text.isEmpty)
    #expect(try pair.becomesOpen(names + [NameRules.canary]))
  }

  @Test func `with all domains blocked only the allowed ones resolve, and the machine itself`() throws {
    var adapter = pair.adapter(own: [try DomainName("laptop")])
    let layer = Layer(block: ["x.ok.example"], allow: ["ok.example", "example.net"], all: true)
    _ = try adapter.apply(try ShieldText.shield(layer))
    try adapter.verify()
    let names = ["ok.example", "www.ok.example", "example.net", "laptop"]
    let blocked = [
      "x.ok.example", "y.x.ok.example", "bok.example", "example", "com", "a.com", "b.museum", "c.xn--p1ai",
    ]
    #expect(try pair.open(names + blocked + ["9.9.example.org", "under_score.com"]) == names)
    try adapter.revert()
    #expect(try pair.becomesOpen(blocked))
  }

  @Test(arguments: ["A", "AAAA", "MX", "TXT", "HTTPS", "SVCB", "ANY", "CNAME", "NS", "SOA", "SRV", "CAA", "TYPE65534"])
  func `a blocked name does not exist, whatever type of record is asked for`(type: String) throws {
    var adapter = pair.adapter()
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["text.example", "bücher.example"].map(ascii))))
    for name in [
      "text.example", "sub.text.example", "TEXT.Example", "xn--bcher-kva.example", "www.xn--bcher-kva.example",
    ] {
      #expect(try pair.dig(name, type: type) == "NXDOMAIN 0", "\(name)")
    }
    if ["A", "TXT", "MX"].contains(type) {
      try adapter.revert()
      #expect(try pair.becomesOpen(["text.example"]))
      #expect(try pair.dig("text.example", type: type) == "NOERROR 1")
    }
  }

  /// The ASCII form, as the configuration makes it.
  private func ascii(_ name: String) -> String { (try? DomainName(name).text) ?? "" }

  @Test func `a name in the cache is blocked at once`() throws {
    var adapter = pair.adapter()
    for _ in 0..<3 { #expect(try pair.open("cached.example", "www.cached.example").count == 2) }
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["cached.example"])))
    #expect(try pair.open("cached.example", "www.cached.example") == [])
  }

  @Test func `applying again writes nothing and does not make dnsmasq reload`() throws {
    var adapter = pair.adapter()
    let shield = try ShieldText.shield(Layer(block: ["a.example"]))
    let before = reloadCount
    _ = try adapter.apply(shield)
    let (first, count) = (try inode(), reloadCount)
    _ = try adapter.apply(shield)
    var other = pair.adapter()
    _ = try other.apply(shield)
    try other.verify()
    #expect(try inode() == first && reloadCount == count && count > before)
    _ = try other.apply(try ShieldText.shield(Layer(block: ["b.example"])))
    #expect(try inode() != first && pair.open("a.example", "b.example") == ["a.example"])
    _ = try other.apply(try ShieldText.shield(Layer()))
    #expect(try pair.becomesOpen(["a.example", "b.example"]))
  }

  private func inode() throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: pair.serversPath)[.systemFileNumber] as? Int
  }

  private var reloadCount: Int { pair.log.split(separator: "\n").count { $0.hasSuffix("cleared cache") } }

  @Test func `ten thousand names are blocked, all are asked for, and after two seconds dnsmasq reloads again`() throws {
    var adapter = pair.adapter()
    let names = (0..<10_000).map { "n\($0).site\($0 % 97).example" }
    _ = try adapter.apply(try ShieldText.shield(Layer(block: names)))
    try adapter.verify()
    let boot = try #require(adapter.settling.reloadBoot)
    #expect(adapter.settling.names.count == 10_001)
    var turns = 0
    while !adapter.settling.names.isEmpty {
      #expect(adapter.work(atBoot: boot - 1).nextBoot == (adapter.settling.names.isEmpty ? boot : boot - 1))
      turns += 1
    }
    #expect(turns == 6 && adapter.settling.reloadBoot == boot)
    let before = reloadCount
    _ = adapter.work(atBoot: boot)
    #expect(adapter.settling.openNames.isEmpty && adapter.settling.reloadBoot == nil)
    try adapter.verify()
    #expect(reloadCount == before + 1)
    for name in ["n0.site0.example", "n9999.site8.example"] {
      #expect(pair.log.contains("query[A] \(name) from \(NameProbe.ownAddress)"))
    }
  }

  @Test func `while nothing is shielded, nothing is watched and nothing is to be done`() throws {
    var adapter = pair.adapter()
    #expect(adapter.descriptor == nil && adapter.work(atBoot: 1).nextBoot == nil)
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example"])))
    #expect(adapter.descriptor != nil && adapter.work(atBoot: 1).nextBoot != nil)
    try adapter.revert()
    #expect(adapter.descriptor == nil && adapter.work(atBoot: 1).nextBoot == nil)
  }

  @Test(arguments: 0..<UInt64(Laws.count(40, few: 4)))
  func `for random layers dnsmasq answers as the layers say`(seed: UInt64) throws {
    var world = RandomLayers(seed: seed)
    let shield = try ShieldText.shield(layers: world.layers())
    var adapter = pair.adapter()
    _ = try adapter.apply(shield)
    let indices = shield.layers.map { DomainIndex($0.layer.domains) }
    let names = Array(Set((0..<200).map { _ in world.name() })).sortedByBytes
    let expected = names.filter { name in
      !indices.contains { $0.decision(for: name.utf8.span, on: MachineNames()).isBlocked }
    }
    #expect(try pair.open(names) == expected, "seed \(seed)")
  }
}
