import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Layers as the one tree of names that a name server knows.
@Suite struct NameRulesTests {
  typealias Layer = ShieldText.LayerText

  private func rules(_ layers: Layer..., own: [DomainName] = []) throws -> NameRules {
    NameRules(of: try ShieldText.shield(layers: layers), on: MachineNames(own))
  }

  private func lines(_ rules: NameRules) -> [String] {
    rules.entries.filter { $0.name != NameRules.canary }.map { ($0.isBlocked ? "-" : "+") + $0.name }
  }

  @Test(arguments: [
    (Layer(block: ["a.example"]), ["-a.example"]),
    (Layer(block: ["a.example", "www.a.example"]), ["-a.example"]),
    (Layer(block: ["a.example"], allow: ["www.a.example"]), ["-a.example", "+www.a.example"]),
    (Layer(block: ["a.example"], allow: ["a.example"]), []),
    (Layer(block: ["m.a.example"], allow: ["a.example"]), ["-m.a.example"]),
    (Layer(block: ["localhost", "127.0.0.1", "10.0.0.1"]), []),
    (Layer(block: ["laptop"]), []),
    (Layer(block: ["home"], allow: ["x.home"]), ["-home", "+laptop.home", "+x.home"]),
    (Layer(block: ["x.laptop"]), ["-x.laptop"]),
  ])
  func `the rules of one layer are its entries that differ from the domain above, and never the machine itself`(
    layer: Layer, expected: [String]
  ) throws {
    let own = [try DomainName("laptop"), try DomainName("laptop.home")]
    #expect(lines(try rules(layer, own: own)) == expected)
  }

  @Test func `an exception of one layer does not open what another layer blocks, at or above it`() throws {
    let found = try rules(
      Layer(profile: "a", block: ["a.example"], allow: ["m.a.example", "w.a.example"]),
      Layer(profile: "b", block: ["x.m.a.example", "w.a.example"]))
    #expect(lines(found) == ["-a.example", "+m.a.example", "-x.m.a.example"])
    let all = try rules(
      Layer(profile: "a", allow: ["a.example", "b.example"], all: true),
      Layer(profile: "b", allow: ["a.example", "c.example"], all: true))
    #expect(all.blocksUnlisted)
    #expect(all.entries.filter { !$0.isBlocked }.map(\.name).filter { $0.hasSuffix("example") } == ["a.example"])
  }

  @Test func `what a name server cannot do is a limit or a gap`() throws {
    let some = try rules(Layer(users: ["kim"], block: ["a.example", "10.0.0.1"]))
    #expect(some.limits.contains("machine-wide: the domains of 'work' are blocked for every user"))
    #expect(some.gap?.reason == "'work' blocks addresses, which a name server cannot express")
    #expect(
      try rules(Layer(block: ["laptop"]), own: [DomainName("laptop")]).limits.last?.contains("stay reachable") == true)
    #expect(try rules(Layer()).limits.isEmpty && !rules(Layer()).blocksAnything)
  }

  @Test func `while anything is blocked, browsers are asked to use this name server`() throws {
    #expect(try rules(Layer(block: ["a.example"])).blocks(NameRules.canary))
    #expect(try rules(Layer(block: ["a.example"], allow: [NameRules.canary])).blocks(NameRules.canary))
    #expect(try !rules(Layer()).blocks(NameRules.canary))
  }

  @Test(arguments: 0..<UInt64(Laws.count(400, few: 60)))
  func `for random layers and random names the tree says what the layers say`(seed: UInt64) throws {
    var world = RandomLayers(seed: seed)
    let layers = world.layers()
    let shield = try ShieldText.shield(layers: layers)
    let rules = NameRules(of: shield, on: MachineNames())
    let indices = shield.layers.map { DomainIndex($0.layer.domains) }
    for name in (0..<300).map({ _ in world.name() }) {
      let isBlocked = indices.contains { $0.decision(for: name.utf8.span, on: MachineNames()).isBlocked }
      #expect(rules.blocks(name) == isBlocked, "\(name), seed \(seed)")
    }
    // Each entry changes something.
    for (index, entry) in rules.entries.enumerated() where entry.name != NameRules.canary {
      var less = rules.entries
      less.remove(at: index)
      let parent = entry.name.split(separator: ".").dropFirst().joined(separator: ".")
      let above = parent.isEmpty ? rules.blocksUnlisted : rules.blocks(parent)
      #expect(above != entry.isBlocked, "\(entry.name), seed \(seed)")
    }
  }
}

/// Random layers over a small tree of names, so that their entries meet.
struct RandomLayers {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let labels = ["a", "b", "xn--bcher-kva", "d-e", "f_1"]
  private static let ends = ["example", "com", "co.uk", "net"]

  mutating func name() -> String {
    var name = Self.ends.randomElement(using: &random) ?? "com"
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      name = (Self.labels.randomElement(using: &random) ?? "a") + "." + name
    }
    return name
  }

  mutating func layers() -> [ShieldText.LayerText] {
    (0..<Int.random(in: 1...4, using: &random)).map { number in
      var layer = ShieldText.LayerText(profile: "p\(number)")
      layer.block = (0..<Int.random(in: 0...12, using: &random)).map { _ in name() }
      layer.allow = (0..<Int.random(in: 0...8, using: &random)).map { _ in name() }
      layer.all = Int.random(in: 0..<5, using: &random) == 0
      return layer
    }
  }
}
