import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

/// Makes shield sets from the text of their layers.
enum ShieldText {
  /// The members of a layer that these tests change.
  struct LayerText {
    var profile = "work"
    var users: [String] = []
    var groups: [String] = []
    var block: [String] = []
    var allow: [String] = []
    var all = false
    var urls: [String] = []

    var json: String {
      """
      {"profile":"\(profile)","id":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10",
       "session":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11","origins":["schedule"],"users":\(users),"groups":\(groups),"until":null,
       "applications":{"default":"allow","block":[],"allow":[],"blockCategories":[],"allowCategories":[]},
       "domains":{"default":"\(all ? "block" : "allow")","block":\(block),"allow":\(allow)\(urls.isEmpty ? "" : ",\"urls\":\(urls)")},
       "denyAppInstallation":false,"denyAppRemoval":false,
       "screen":{"title":"t","subtitle":"s","icon":"","color":null,"button":"b"}}
      """
    }
  }

  static func shield(_ layers: LayerText...) throws -> ShieldSet { try shield(layers: layers) }

  static func shield(layers: [LayerText]) throws -> ShieldSet {
    let text = """
      {"version":1,"generation":1,"writtenAt":"2026-11-23T08:00:00Z","bootId":"b","strict":false,"validUntil":null,
       "validUntilBoot":null,"layers":[\(layers.map(\.json).joined(separator: ","))]}
      """
    return try ShieldSet(parsing: Array(text.utf8))
  }
}

@Suite struct BlockedNamesTests {
  typealias Layer = ShieldText.LayerText

  private func blocked(_ layers: Layer..., own: [DomainName] = []) throws -> BlockedNames {
    var shields: [ShieldSet] = []
    for layer in layers { shields.append(try ShieldText.shield(layer)) }
    var shield = shields[0]
    shield.layers = shields.flatMap(\.layers)
    return BlockedNames(of: shield, on: MachineNames(own))
  }

  @Test func `urls are left to browsers, and the adapters for names say so`() throws {
    let sentence = "the urls of 'work' are not covered: only browsers can tell the pages of a site apart"
    for layer in [Layer(urls: ["a.example/p"]), Layer(block: ["b.example"], urls: ["a.example/p"])] {
      let shield = try ShieldText.shield(layer)
      var users = LayerUsers(accounts: .system, owner: .system)
      let plan = FirewallPlan(of: shield, on: MachineNames(), users: &users)
      let rules = NameRules(of: shield, on: MachineNames())
      let hosts = BlockedNames(of: shield, on: MachineNames())
      #expect([plan.limits.last, rules.limits.last, hosts.limits.last] == [sentence, sentence, sentence])
      #expect(!hosts.names.contains("a.example") && rules.blocksAnything == plan.isConcerned)
      #expect(plan.isConcerned == !layer.block.isEmpty)
    }
  }

  @Test(arguments: [
    (Layer(block: ["a.example"]), ["a.example", "www.a.example"]),
    (Layer(block: ["www.a.example"]), ["www.a.example"]),
    (Layer(block: ["a.example"], allow: ["www.a.example"]), ["a.example"]),
    (Layer(block: ["a.example"], allow: ["a.example"]), []),
    (Layer(block: ["a.example"], allow: ["m.a.example"]), ["a.example", "www.a.example"]),
    (Layer(block: ["m.a.example"], allow: ["a.example"]), ["m.a.example", "www.m.a.example"]),
    (Layer(block: ["localhost", "x.localhost", "ip6-localhost", "127.0.0.1", "10.0.0.1"]), []),
    (Layer(block: ["laptop", "laptop.home"]), ["laptop.home", "www.laptop.home"]),
    (Layer(allow: ["a.example"], all: true), []),
    (Layer(block: ["b.example"], allow: ["a.example"], all: true), ["b.example", "www.b.example"]),
  ])
  func `a layer blocks its listed names and their www. variants by its own rules, and never the machine itself`(
    layer: Layer, names: [String]
  ) throws {
    #expect(try blocked(layer, own: [DomainName("laptop")]).names == names)
  }

  @Test func `the layers are joined, and one layer's exception does not open what another blocks`() throws {
    let found = try blocked(
      Layer(profile: "a", block: ["b.example"], allow: ["www.b.example"]),
      Layer(profile: "b", block: ["www.b.example", "a.example"]))
    #expect(found.names == ["a.example", "b.example", "www.a.example", "www.b.example"])
  }

  @Test func `a name of the greatest length gets no variant, which would be too long`() throws {
    let long = (0..<4).map { _ in String(repeating: "x", count: 62) }.joined(separator: ".")
    #expect(long.utf8.count == 251)
    #expect(try blocked(Layer(block: [long])).names == [long])
  }

  @Test func `the limits say what a hosts file cannot express`() throws {
    let general = [
      "exact names and their 'www.' names only; other subdomains are not covered",
      "open connections and caches last up to a minute",
    ]
    #expect(try blocked(Layer(block: ["a.example"])).limits == general)
    #expect(
      try blocked(Layer(users: ["ada"], block: ["a.example"])).limits == general + [
        "machine-wide: the domains of 'work' are blocked for every user"
      ])
    #expect(try blocked(Layer(users: ["ada"])).limits == [])
    let all = "'work' blocks all domains, which a hosts file cannot express"
    let addresses = "'work' blocks addresses, which a hosts file cannot express"
    #expect(try blocked(Layer(block: ["a.example"])).gap == nil)
    #expect(try blocked(Layer(all: true)).gap?.reason == all)
    #expect(try blocked(Layer(block: ["10.0.0.1"])).gap?.reason == addresses)
    let both = try blocked(Layer(users: ["ada"], block: ["10.0.0.1"], all: true))
    #expect(both.limits.isEmpty && both.gap?.reason == "\(all); \(addresses)")
    #expect(
      try blocked(Layer(block: ["a.example", "laptop"]), own: [DomainName("laptop")]).limits == general + [
        "the names of this machine stay reachable"
      ])
  }
}
