import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

@Suite struct CombinedDomainsTests {
  typealias LayerText = ShieldText.LayerText

  private func combined(_ layers: [LayerText], own: [String] = []) throws -> CombinedDomains {
    CombinedDomains(of: try Self.shield(layers), on: MachineNames(try own.map { try DomainName($0) }))
  }

  /// A set of layers of different profiles.
  static func shield(_ layers: [LayerText]) throws -> ShieldSet {
    try ShieldText.shield(
      layers: layers.enumerated().map { index, layer in
        var layer = layer
        layer.profile = "p\(index)"
        return layer
      })
  }

  @Test(arguments: [
    ([LayerText(block: ["a.example"])], ["+a.example"]),
    ([LayerText(block: ["a.example", "x.a.example"])], ["+a.example"]),
    ([LayerText(block: ["a.example"], allow: ["ok.a.example"])], ["+a.example", "-ok.a.example"]),
    ([LayerText(block: ["a.example"], allow: ["a.example"])], []),
    ([LayerText(block: ["a.example"], allow: ["b.example"])], ["+a.example"]),
    // An exception in one layer never affects another.
    ([LayerText(block: ["a.example"], allow: ["ok.a.example"]), LayerText(block: ["ok.a.example"])], ["+a.example"]),
    (
      [LayerText(allow: ["school.example"], all: true), LayerText(block: ["games.school.example"])],
      ["+", "-127.0.0.1", "-=[::1]", "+games.school.example", "-=ip6-localhost"]
    ),
    ([LayerText(block: ["localhost", "127.0.0.1"])], []),
    ([LayerText(block: ["10.0.0.1"])], ["+10.0.0.1"]),
    ([LayerText(block: ["xn--mnchen-3ya.de"])], ["+xn--mnchen-3ya.de"]),
  ])
  func `layers become one list in which the longest name decides`(layers: [LayerText], rules: [String]) throws {
    let combined = try combined(layers)
    var found = combined.isBlockedByDefault ? ["+"] : []
    found += combined.rules.map { ($0.isBlocked ? "+" : "-") + ($0.isExact ? "=" : "") + $0.name }
    if combined.isBlockedByDefault {
      #expect(["+", "+games.school.example", "-school.example", "-=ip6-localhost"].allSatisfy(found.contains))
    } else {
      #expect(found == rules)
    }
    #expect(combined.isEmpty == rules.isEmpty)
  }

  @Test func `the names of the machine are never blocked, and the limits say so`() throws {
    let all = try combined([LayerText(all: true)], own: ["nas", "nas.home.example"])
    for name in ["nas", "nas.home.example", "localhost", "x.localhost", "127.0.0.1", "[::1]"] {
      #expect(!all.isBlocked(name), "\(name)")
    }
    #expect(all.isBlocked("x.nas") && all.isBlocked("home.example"))
    let listed = try combined(
      [LayerText(users: ["kim"], block: ["home.example", "nas"])], own: ["nas", "nas.home.example"])
    #expect(!listed.isBlocked("nas") && !listed.isBlocked("nas.home.example") && listed.isBlocked("x.home.example"))
    #expect(
      listed.limits == [
        "machine-wide: the domains of 'p0' are blocked for every user", "the names of this machine stay reachable",
      ])
  }

  /// Names of up to four labels from a small alphabet, so that they often contain one another.
  static func name(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "a" }
      .joined(separator: ".")
  }

  static let paths = ["/p", "/p/q", "/r"]

  /// Layers with urls, on few names.
  static func layersWithURLs(_ random: inout SeededGenerator) -> [LayerText] {
    layers(&random).map { layer in
      var layer = layer
      layer.urls = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        name(&random) + (paths.randomElement(using: &random) ?? "")
      }
      return layer
    }
  }

  /// Whether a layer blocks a page.
  static func blocks(_ shield: ShieldSet, host: String, path: String) throws -> Bool {
    let domain = try DomainName(host)
    let target = SitePath(host: domain, path: path[...]).map { ResolvedTarget.page($0) } ?? .domain(domain)
    return shield.layers.contains { $0.layer.decision(on: target, machine: MachineNames()).isBlocked }
  }

  @Test(arguments: [
    ([LayerText(urls: ["a.example/p"])], ["+a.example/p"]),
    ([LayerText(allow: ["ok.a.example"], urls: ["a.example/p"])], ["+a.example/p", "-ok.a.example/p"]),
    ([LayerText(allow: ["a.example"], urls: ["a.example/p"])], ["+a.example/p"]),
    ([LayerText(block: ["a.example"], urls: ["a.example/p"])], []),
    ([LayerText(urls: ["a.example/p", "a.example/p/q"]), LayerText(urls: ["x.a.example/p"])], ["+a.example/p"]),
    // What a layer excepts, another one may block.
    ([LayerText(allow: ["ok.a.example"], urls: ["a.example/p"]), LayerText(urls: ["a.example/p"])], ["+a.example/p"]),
    (
      [LayerText(block: ["a.example"], allow: ["ok.a.example"]), LayerText(urls: ["a.example/p"])],
      ["+ok.a.example/p"]
    ),
  ])
  func `urls become rules for the names at which they matter`(layers: [LayerText], rules: [String]) throws {
    let combined = try combined(layers)
    #expect(combined.pages.map { ($0.isBlocked ? "+" : "-") + $0.url.text } == rules)
    #expect(!combined.isEmpty)
  }

  @Test func `a page is blocked if a layer blocks it, for every set of layers`() throws {
    for seed in Laws.cases(UInt64(0)..<2000, few: 300) {
      var random = SeededGenerator(seed: seed)
      let shield = try Self.shield(Self.layersWithURLs(&random))
      let combined = CombinedDomains(of: shield, on: MachineNames())
      for _ in 0..<20 {
        let (host, path) = (Self.name(&random), (Self.paths + ["/p/q/s", "/"]).randomElement(using: &random) ?? "")
        let isBlocked = try Self.blocks(shield, host: host, path: path)
        #expect(combined.isBlocked(host, path: path) == isBlocked, "seed \(seed): \(host)\(path)")
      }
    }
  }

  static func layers(_ random: inout SeededGenerator) -> [LayerText] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let block = (0..<Int.random(in: 0...4, using: &random)).map { _ in name(&random) }
      let allow = (0..<Int.random(in: 0...4, using: &random)).map { _ in name(&random) }
      return LayerText(block: block, allow: allow, all: Int.random(in: 0..<4, using: &random) == 0)
    }
  }

  @Test func `a name is blocked if a layer blocks it, for every set of layers`() throws {
    for seed in Laws.cases(UInt64(0)..<2000, few: 300) {
      var random = SeededGenerator(seed: seed)
      let shield = try Self.shield(Self.layers(&random))
      let combined = CombinedDomains(of: shield, on: MachineNames())
      for _ in 0..<20 {
        let name = Self.name(&random)
        let isBlocked = try shield.layers.contains {
          DomainIndex($0.layer.domains).decision(for: try DomainName(name), on: MachineNames()).isBlocked
        }
        #expect(combined.isBlocked(name) == isBlocked, "seed \(seed): \(name)")
      }
    }
  }
}
