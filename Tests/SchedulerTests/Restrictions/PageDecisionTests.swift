import TestSupport
import Testing

@testable import Scheduler

/// What layers do with the pages of sites.
@Suite struct PageDecisionTests {
  private static func rules(
    _ urls: [String], block: [String] = [], allow: [String] = [], all: Bool = false
  ) throws -> Layer.DomainRules {
    var rules = Layer.DomainRules()
    rules.default = all ? .block : .allow
    rules.block = try block.map { try DomainName($0) }.sorted()
    rules.allow = try allow.map { try DomainName($0) }.sorted()
    rules.urls = try urls.map { try SitePathText.entry($0) }.sorted()
    return rules
  }

  private static func decision(_ rules: Layer.DomainRules, on page: String) throws -> Decision {
    var layer = Layer(of: ProfileReference(key: try #require(ProfileKey("p"))))
    layer.domains = rules
    return layer.decision(on: .page(try SitePathText.entry(page)), machine: MachineNames())
  }

  @Test(arguments: [
    ([], [], false, "youtube.com/shorts/a", true), ([], [], false, "youtube.com/watch", false),
    // An exception for the host is for the rest of it; one for a subdomain has the longer name.
    ([], ["youtube.com"], false, "youtube.com/shorts/a", true), ([], ["youtube.com"], true, "youtube.com/shorts", true),
    ([], ["youtube.com"], true, "youtube.com/watch", false),
    ([], ["music.youtube.com"], false, "music.youtube.com/shorts", false),
    (["youtube.com"], ["music.youtube.com"], false, "music.youtube.com/shorts", false),
    (["youtube.com"], [], false, "youtube.com/watch", true), ([], ["com"], false, "youtube.com/shorts", true),
    (["a.music.youtube.com"], ["music.youtube.com"], false, "a.music.youtube.com/x", true),
  ])
  func `the longest host decides, and on one host the path`(
    block: [String], allow: [String], all: Bool, page: String, isBlocked: Bool
  ) throws {
    let rules = try Self.rules(["youtube.com/shorts"], block: block, allow: allow, all: all)
    #expect(try Self.decision(rules, on: page).isBlocked == isBlocked)
  }

  @Test func `the longest entry is named`() throws {
    let rules = try Self.rules(["a.org/b", "a.org/b/c", "x.a.org/b"])
    let named = try ["a.org/b/c/d", "x.a.org/b/c/d", "a.org/bc"].map { try Self.decision(rules, on: $0).ground }
    let urls = try ["a.org/b/c", "x.a.org/b", "a.org/b"].map { Decision.Ground.page(try SitePathText.entry($0)) }
    #expect(named == urls)
  }

  @Test func `an open access opens the whole host with its pages, and nothing else`() throws {
    var layer = Layer(of: ProfileReference(key: try #require(ProfileKey("p"))))
    layer.domains = try Self.rules(["youtube.com/shorts", "m.youtube.com/x", "reddit.com/r"], block: ["youtube.com"])
    let grant = Grant(
      id: GrantID(UUIDValue(version5Of: "g", in: layer.profile.id.uuid)),
      target: .domain(try DomainName("youtube.com")),
      paths: [], start: Instant(epochSeconds: 0), deadline: 1)
    let opened = layer.opened(by: [grant])
    for page in ["youtube.com/shorts", "m.youtube.com/x"] {
      #expect(!opened.decision(on: .page(try SitePathText.entry(page)), machine: MachineNames()).isBlocked)
    }
    #expect(opened.domains.urls.map(\.text) == ["reddit.com/r"])
  }

  private static let names = ["a.org", "b.a.org", "c.b.a.org", "d.a.org"]
  private static let paths = ["/p", "/p/q", "/r"]

  private static func random(_ random: inout SeededGenerator) throws -> Layer.DomainRules {
    let urls = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      (names.randomElement(using: &random) ?? "") + (paths.randomElement(using: &random) ?? "")
    }
    return try rules(
      Array(Set(urls)), block: names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 },
      allow: names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 },
      all: Int.random(in: 0..<5, using: &random) == 0)
  }

  /// Every page and name about which the entries can differ.
  private static let probes = (["net"] + names.flatMap { ["x." + $0, $0] }).flatMap { name in
    ["/p", "/p/q", "/p/q/r", "/px", "/r", "/s"].map { (name, $0) }
  }

  /// The longest host decides, by looking at all entries.
  private static func blocks(_ rules: Layer.DomainRules, _ name: String, _ path: String) -> Bool {
    func length(_ host: String) -> Int { name == host || name.hasSuffix("." + host) ? host.count : -1 }
    let block = rules.block.map { length($0.text) }.max() ?? -1
    let allow = rules.allow.map { length($0.text) }.max() ?? -1
    let url = rules.urls.filter { path.hasPrefix($0.path) }.map { length($0.host.text) }.max() ?? -1
    if url >= 0, url >= max(block, allow) { return true }
    return block == allow ? block < 0 && rules.default == .block : block > allow
  }

  @Test(arguments: Laws.cases(1...300 as ClosedRange<UInt64>, few: 30))
  func `a page is decided, compared and joined as its entries say`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let (old, new) = (try Self.random(&random), try Self.random(&random))
      let joined = new.joined(with: old)
      var (loosens, tightens) = (false, false)
      for (name, path) in Self.probes {
        let (was, now) = (Self.blocks(old, name, path), Self.blocks(new, name, path))
        let found = try Self.decision(joined, on: name + path).isBlocked
        #expect(try Self.decision(new, on: name + path).isBlocked == now, "seed \(seed): \(name)\(path) by \(new)")
        #expect(found == (was || now), "seed \(seed): \(name)\(path) by \(old) and \(new)")
        (loosens, tightens) = (loosens || was && !now, tightens || now && !was)
      }
      let changes = TargetChange.domainChanges(from: old, to: new) + TargetChange.pageChanges(from: old, to: new)
      #expect(changes.contains { $0.direction == .loosens } == loosens, "seed \(seed): \(old) to \(new)")
      #expect(changes.contains { $0.direction == .tightens } == tightens, "seed \(seed): \(old) to \(new)")
      #expect(joined == old.joined(with: new) && joined == joined.joined(with: old), "seed \(seed)")
    }
  }
}
