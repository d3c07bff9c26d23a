import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

@Suite struct WebsiteFilterTests {
  typealias LayerText = ShieldText.LayerText

  private func filter(_ layers: LayerText..., block: [String] = [], exceptions: [String] = []) throws -> WebsiteFilter {
    let domains = CombinedDomains(of: try CombinedDomainsTests.shield(layers), on: MachineNames())
    return WebsiteFilter(domains, with: WebsiteFilter(block: block, exceptions: exceptions))
  }

  @Test(arguments: [
    ("*://*.a.example/*", "a.example", false, true, true), ("*://a.example/*", "a.example", true, true, true),
    ("<all_urls>", "", false, true, true), ("*://*/*", "", false, true, true),
    ("https://*.A.example/shorts*", "a.example", false, true, false), ("file:///home/*", "", true, false, false),
  ])
  func `patterns are read as Firefox reads them`(
    text: String, host: String, isExact: Bool, isOfWeb: Bool, isWhole: Bool
  ) throws {
    let pattern = try #require(MatchPattern(text))
    #expect(pattern.host == host && pattern.isExact == isExact && pattern.isOfWeb == isOfWeb)
    #expect(pattern.isWhole == isWhole && MatchPattern("a.example") == nil)
  }

  @Test func `rules become patterns and exceptions`() throws {
    let some = try filter(LayerText(block: ["a.example", "10.0.0.1"], allow: ["ok.a.example"]))
    #expect(some.block == ["*://10.0.0.1/*", "*://*.a.example/*"] && some.exceptions == ["*://*.ok.a.example/*"])
    #expect(some.limits.isEmpty && some.gaps.isEmpty)
    let all = try filter(LayerText(allow: ["school.example"], all: true), LayerText(block: ["games.school.example"]))
    #expect(all.block == ["*://*/*", "*://*.games.school.example/*"])
    #expect(all.exceptions.contains("*://school.example/*") && all.exceptions.contains("*://*.localhost/*"))
    #expect(all.limits == ["'school.example' is allowed without its subdomains, because one of them is blocked"])
  }

  @Test func `the patterns of an administrator stay, but for those that would open the shield`() throws {
    let merged = try filter(
      LayerText(block: ["a.example", "x.school.example"], allow: ["ok.a.example", "docs.a.example"]),
      block: ["*://*.docs.a.example/*", "*://*.school.example/private/*"],
      exceptions: ["*://*.a.example/*", "*://*.school.example/*", "*://*.example/*", "file:///x/*"])
    #expect(
      merged.block == [
        "*://*.docs.a.example/*", "*://*.school.example/private/*", "*://*.a.example/*", "*://*.x.school.example/*",
      ])
    #expect(merged.exceptions.first == "*://*.school.example/*" && merged.exceptions.contains("file:///x/*"))
    #expect(!merged.exceptions.contains("*://*.a.example/*") && merged.exceptions.contains("*://*.ok.a.example/*"))
    #expect(merged.gaps.count == 2)
    let needless = try filter(LayerText(block: ["a.example"]), exceptions: ["*://*.example/*"])
    #expect(needless.exceptions == [] && needless.gaps == [])
    let closed = try filter(
      LayerText(block: ["a.example"], allow: ["ok.a.example"]), block: ["*://*.ok.a.example/x*"])
    #expect(closed.exceptions == [])
    #expect(closed.limits == ["'ok.a.example' stays blocked, because a pattern of the administrator concerns it"])
  }

  @Test func `beyond 1,000 patterns there is a gap`() throws {
    let names = (0..<1200).map { "n\($0).example" }
    let long = try filter(LayerText(block: names), block: ["*://own.example/*"])
    #expect(long.block.count == 1000 && long.block[0] == "*://own.example/*")
    #expect(long.gaps == ["201 of 1201 patterns do not fit, because Firefox reads 1000"])
  }

  /// The patterns of an administrator, in half of the cases none.
  private static func administrator(_ random: inout SeededGenerator) -> WebsiteFilter {
    let count = Bool.random(using: &random) ? 0 : 2
    return WebsiteFilter(
      block: (0..<count).map { _ in pattern(&random) }, exceptions: (0..<count).map { _ in pattern(&random) })
  }

  @Test func `what the shield or the administrator blocks is blocked, unless a gap says so`() throws {
    var counts = (blocked: 0, open: 0)
    for seed in Laws.cases(UInt64(0)..<3000, few: 400) {
      var random = SeededGenerator(seed: seed)
      let shield = try CombinedDomainsTests.shield(CombinedDomainsTests.layers(&random))
      let domains = CombinedDomains(of: shield, on: MachineNames())
      let theirs = Self.administrator(&random)
      let isAlone = theirs == WebsiteFilter()
      let merged = WebsiteFilter(domains, with: theirs)
      for _ in 0..<30 {
        let host = CombinedDomainsTests.name(&random)
        let expected = domains.isBlocked(host) || theirs.blocks(host)
        let found = merged.blocks(host)
        #expect(found || !expected || !merged.gaps.isEmpty, "seed \(seed): \(host)")
        if isAlone, merged.limits.isEmpty { #expect(found == expected, "seed \(seed): \(host)") }
        if found { counts.blocked += 1 } else { counts.open += 1 }
      }
    }
    #expect(counts.blocked > 1000 && counts.open > 1000)
  }

  @Test func `urls become patterns, and what an exception opens is a gap`() throws {
    let some = try filter(LayerText(allow: ["ok.a.example"], urls: ["a.example/p", "10.0.0.1/q"]))
    #expect(some.block == ["*://10.0.0.1/q*", "*://*.a.example/p*"] && some.exceptions == ["*://*.ok.a.example/p*"])
    #expect(some.gaps == [])
    let open = try filter(LayerText(allow: ["a.example"], all: true, urls: ["a.example/p"]))
    #expect(
      open.gaps == ["'a.example/p' stays open, because the exception '*://*.a.example/*' contains it"])
    let needless = try filter(LayerText(urls: ["a.example/p"]), exceptions: ["*://*.a.example/*", "*://b.example/*"])
    #expect(needless.exceptions == ["*://b.example/*"] && needless.gaps == [])
    let needed = try filter(
      LayerText(urls: ["a.example/p"]), block: ["<all_urls>"],
      exceptions: ["*://*.a.example/*", "*://*.a.example/other*"])
    #expect(needed.exceptions == ["*://*.a.example/*", "*://*.a.example/other*"] && needed.gaps.count == 1)
  }

  @Test func `a page that a layer blocks is blocked, unless a gap says so`() throws {
    var counts = [true: 0, false: 0]
    for seed in Laws.cases(UInt64(0)..<3000, few: 400) {
      var random = SeededGenerator(seed: seed)
      let shield = try CombinedDomainsTests.shield(CombinedDomainsTests.layersWithURLs(&random))
      let theirs = Self.administrator(&random)
      let isAlone = theirs == WebsiteFilter()
      let merged = WebsiteFilter(CombinedDomains(of: shield, on: MachineNames()), with: theirs)
      for _ in 0..<30 {
        let host = CombinedDomainsTests.name(&random)
        let path = ["/", "/p", "/p/q", "/p/q/s", "/r"].randomElement(using: &random) ?? "/"
        let expected = try CombinedDomainsTests.blocks(shield, host: host, path: path)
        let found = merged.blocks(host, path: path)
        #expect(found || !expected || !merged.gaps.isEmpty, "seed \(seed): \(host)\(path)")
        if isAlone, merged.limits.isEmpty, merged.gaps.isEmpty {
          #expect(found == expected, "seed \(seed): \(host)\(path)")
        }
        counts[found, default: 0] += 1
      }
    }
    #expect(counts.values.allSatisfy { $0 > 1000 })
  }

  static func pattern(_ random: inout SeededGenerator) -> String {
    if Int.random(in: 0..<5, using: &random) == 0 { return "<all_urls>" }
    return MatchPattern.text(for: CombinedDomainsTests.name(&random), isExact: Bool.random(using: &random))
  }
}

extension WebsiteFilter {
  /// Whether Firefox blocks every address of a host: a pattern fits and no exception does.
  func blocks(_ host: String) -> Bool { blocks(host, path: "/") }

  /// Whether Firefox blocks a page.
  func blocks(_ host: String, path: String) -> Bool {
    func fits(_ texts: [String]) -> Bool {
      texts.contains { text in
        guard let pattern = MatchPattern(text), pattern.covers(host, isSubtree: false) else { return false }
        return pattern.isWhole || path.hasPrefix(text.split(separator: "/", maxSplits: 2)[2].dropLast().prefixed("/"))
      }
    }
    return fits(block) && !fits(exceptions)
  }
}

extension Substring {
  fileprivate func prefixed(_ text: String) -> String { text + self }
}
