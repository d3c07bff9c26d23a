import Foundation
import Glibc
import ProgramTesting
import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Shields that a real unbound enforces. No dnsmasq reads their file, so unbound is what the adapter finds.
@Suite(.enabled(if: UnboundServer.exists && NameServerPair.exists, "unbound is not installed"), .serialized)
struct UnboundTests {
  typealias Layer = ShieldText.LayerText

  @Test func `domains, exceptions and all domains are blocked, and the end removes exactly our zones`() throws {
    let unbound = try UnboundServer([
      "local-zone: \"foreign.example\" static", "local-data: \"x.foreign.example A 10.7.7.7\"",
      "local-zone: \"theirs.example\" always_nxdomain",
    ])
    let before = try unbound.control.zones()
    var adapter = unbound.adapter(own: [try DomainName("laptop")])
    #expect(adapter.probe() == .available)
    let some = Layer(block: ["a.example", "foreign.example", "theirs.example"], allow: ["m.a.example"])
    #expect(try adapter.apply(ShieldText.shield(some)).limits.count == 1)
    try adapter.verify()
    let names = [
      "a.example", "x.a.example", "m.a.example", "z.m.a.example", "b.example", "x.foreign.example", "laptop",
    ]
    #expect(try unbound.open(names) == ["m.a.example", "z.m.a.example", "b.example", "x.foreign.example", "laptop"])
    let all = Layer(block: ["x.ok.example"], allow: ["ok.example"], all: true)
    _ = try adapter.apply(try ShieldText.shield(all))
    try adapter.verify()
    let asked = ["ok.example", "w.ok.example", "laptop", "x.ok.example", "a.example", "com", "b.museum"]
    #expect(try unbound.open(asked) == ["ok.example", "w.ok.example", "laptop"])
    try adapter.revert()
    #expect(try unbound.control.zones() == before)
    #expect(try unbound.open("a.example", "com") == ["a.example", "com"])
    #expect(try String(contentsOfFile: unbound.serversPath, encoding: .utf8) == "")
  }

  @Test func `a name in the cache is blocked at once`() throws {
    let unbound = try UnboundServer()
    var adapter = unbound.adapter()
    for _ in 0..<2 { #expect(try unbound.open("cached.example", "www.cached.example").count == 2) }
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["cached.example"])))
    #expect(try unbound.open("cached.example", "www.cached.example") == [])
  }

  @Test func `names that a reload or a restart has lost are pushed again`() throws {
    let unbound = try UnboundServer()
    var adapter = unbound.adapter()
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example"])))
    _ = adapter.work(atBoot: 1)
    _ = try unbound.control.run(["reload"])
    #expect(try unbound.open("a.example") == ["a.example"])
    #expect(throws: AdapterError.self) { try adapter.verify() }
    #expect(adapter.work(atBoot: 2).repairs == [])
    #expect(adapter.work(atBoot: 20_000_000_000).repairs.count == 1)
    #expect(try unbound.open("a.example") == [])
    try adapter.verify()
    unbound.end()
    try unbound.start()
    #expect(try unbound.open("a.example") == ["a.example"])
    // The adapter of these tests knows one process.
    adapter = unbound.adapter()
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example"])))
    #expect(try unbound.open("a.example") == [])
  }

  @Test func `what a killed daemon left is removed by its record`() throws {
    let unbound = try UnboundServer()
    let before = try unbound.control.zones()
    var adapter: NameServerAdapter? = unbound.adapter()
    _ = try adapter?.apply(try ShieldText.shield(Layer(block: ["a.example"], allow: ["b.a.example"])))
    adapter = nil
    let artefact = unbound.file
    #expect(try artefact.isPresent())
    try artefact.remove()
    #expect(try !artefact.isPresent() && unbound.control.zones() == before)
  }

  @Test func `zones whose record was removed meanwhile are removed at the end, and found again by a change`() throws {
    let unbound = try UnboundServer(["local-zone: \"b.example\" always_nxdomain"])
    let before = try unbound.control.zones()
    var adapter = unbound.adapter()
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example", "b.example"])))
    unlink(unbound.serversPath)
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["b.example"])))
    #expect(try unbound.open("a.example", "b.example") == ["a.example"])
    unlink(unbound.serversPath)
    try adapter.revert()
    #expect(try unbound.control.zones() == before)
  }

  @Test func `an unbound that takes no commands is unavailable, with what helps`() throws {
    let unbound = try UnboundServer(isCommandable: false)
    var adapter = unbound.adapter()
    guard
      case .absent("unbound does not take the command 'get_option port'", UnboundControl.remedy) = adapter.probe()
    else {
      Issue.record("it takes no commands")
      return
    }
  }

  @Test func `its log names attempts`() throws {
    let unbound = try UnboundServer()
    var adapter = unbound.adapter()
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example"])))
    _ = try HostsProcess(["/usr/bin/dig", "+tries=1", "-p", "\(unbound.port)", "@127.0.0.1", "www.A.example"])
      .linesToEnd()
    var names: [String] = []
    for _ in 0..<1000 where names.isEmpty {
      names = adapter.work(atBoot: 1).attempts.map(\.name)
      usleep(1000)
    }
    #expect(names == ["www.a.example"])
  }

  @Test(arguments: 0..<UInt64(Laws.count(20, few: 3)))
  func `for random layers that follow each other unbound answers as the layers say`(seed: UInt64) throws {
    let unbound = try UnboundServer()
    let before = try unbound.control.zones()
    var world = RandomLayers(seed: seed)
    var adapter = unbound.adapter()
    for round in 0..<4 {
      let shield = try ShieldText.shield(layers: world.layers())
      _ = try adapter.apply(shield)
      let indices = shield.layers.map { DomainIndex($0.layer.domains) }
      let names = Array(Set((0..<200).map { _ in world.name() })).sortedByBytes
      let expected = names.filter { name in
        !indices.contains { $0.decision(for: name.utf8.span, on: MachineNames()).isBlocked }
      }
      #expect(try unbound.open(names) == expected, "seed \(seed), round \(round)")
    }
    try adapter.revert()
    #expect(try unbound.control.zones() == before)
  }
}
