import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

@Suite struct URLListsTests {
  typealias LayerText = ShieldText.LayerText

  private func lists(
    _ layer: LayerText, block: [String] = [], allow: [String] = [], former: [String] = []
  ) throws -> URLLists {
    let domains = CombinedDomains(of: try ShieldText.shield(layer), on: MachineNames())
    return URLLists(domains, with: URLLists(block: block, allow: allow), former: former)
  }

  @Test(arguments: [
    ("example.com", "", false, "example.com", ""), (".Example.com", "", true, "example.com", ""),
    ("https://a.example:8080/p?q=1", "https", false, "a.example", ":8080/p?q=1"), ("*", "", false, "", ""),
    ("youtube.com/shorts", "", false, "youtube.com", "/shorts"), ("http://*", "http", false, "", ""),
    ("http://u:p@a.example/", "http", false, "a.example", ""), ("a.example.", "", false, "a.example", ""),
    ("javascript:*", "javascript", false, "", ""), ("mailto:*", "mailto", false, "", ""),
    ("file:///home/*", "file", false, "", "/home/*"), ("[::1]:80", "", false, "[::1]", ":80"),
    ("a.example:*/x", "", false, "a.example", "/x"), ("a.example#part", "", false, "a.example", ""),
  ])
  func `entries are read as the browser reads them`(
    text: String, scheme: String, isExact: Bool, host: String, rest: String
  ) {
    let filter = URLFilter(text)
    #expect(
      filter.scheme == scheme && filter.isExact == isExact && filter.host == host && filter.port + filter.path == rest)
  }

  @Test func `rules become entries, and all domains leave local files alone`() throws {
    let some = try lists(LayerText(block: ["a.example", "10.0.0.1"], allow: ["ok.a.example"]))
    #expect(some.block == ["10.0.0.1", "a.example"] && some.allow == ["ok.a.example"])
    let all = try lists(LayerText(block: [], allow: ["ok.example"], all: true))
    #expect(all.block == ["http://*", "https://*"])
    #expect(
      all.allow == [
        "127.0.0.1", "[::1]", ".ip6-localhost", ".ip6-loopback", "localhost", ".localhost.localdomain", "ok.example",
      ])
  }

  @Test func `the entries of an administrator stay, but for those that would open the shield`() throws {
    let merged = try lists(
      LayerText(block: ["a.example"], allow: ["ok.a.example"]), block: ["*", "z.example/p"],
      allow: ["a.example", "ok.a.example/public", "school.example", ".x.a.example", "chrome://*"])
    #expect(merged.block == ["*", "z.example/p", "a.example"])
    #expect(merged.allow == ["ok.a.example/public", "school.example", "chrome://*", "ok.a.example"])
    // An administrator who blocks everything: the exception of the shield opens nothing of it.
    let closed = try lists(LayerText(block: ["a.example"], allow: ["ok.a.example"]), block: ["*"], allow: ["b.example"])
    #expect(closed.block == ["*", "a.example"] && closed.allow == ["b.example"])
    let moved = try lists(
      LayerText(block: ["a.example"], allow: ["ok.a.example"]), block: ["a.example/secret", "https://*/x"],
      allow: ["a.example/secret/open"])
    #expect(
      moved.block == [
        "a.example/secret", "https://*/x", "ok.a.example/secret", "https://ok.a.example/x", "a.example",
      ])
    #expect(moved.allow == ["ok.a.example/secret/open", "ok.a.example"])
  }

  @Test func `beyond 1,000 entries there is a gap, and what was blocked stays blocked`() throws {
    let names = (0..<1200).map { "n\($0).example" }
    let first = try lists(LayerText(block: names), block: ["own.example"])
    #expect(first.block.count == 1000 && first.block[0] == "own.example" && first.lostBlockCount == 201)
    #expect(first.gap?.reason == "201 of 1201 entries do not fit, because browsers read 1000")
    let longer = try lists(LayerText(block: names + ["aaa.example"]), block: ["own.example"], former: first.block)
    #expect(longer.block == first.block && longer.lostBlockCount == 202)
    let exceptions = try lists(LayerText(block: ["example"], allow: names))
    #expect(exceptions.gap == nil && exceptions.limits == ["200 exceptions are blocked, because browsers read 1000"])
  }

  @Test func `an address is blocked if the shield or the administrator blocks it`() throws {
    var openCount = 0
    for seed in Laws.cases(UInt64(0)..<3000, few: 400) {
      var random = SeededGenerator(seed: seed)
      let shield = try CombinedDomainsTests.shield(CombinedDomainsTests.layers(&random))
      let domains = CombinedDomains(of: shield, on: MachineNames())
      let isSimple = Bool.random(using: &random)
      let theirs = URLLists(
        block: (0..<3).map { _ in Self.entry(&random, isSimple: isSimple) },
        allow: (0..<3).map { _ in Self.entry(&random, isSimple: isSimple) })
      let merged = URLLists(domains, with: theirs)
      for _ in 0..<30 {
        let host = CombinedDomainsTests.name(&random)
        let path = ["/", "/p", "/p/q", ":8080/"].randomElement(using: &random) ?? "/"
        let expected = domains.isBlocked(host) || theirs.isBlocked(host: host, path: path)
        let found = merged.isBlocked(host: host, path: path)
        // With paths of the administrator on several levels more may be blocked, and never less.
        #expect(isSimple ? found == expected : found || !expected, "seed \(seed): \(host)\(path)")
        if !found { openCount += 1 }
      }
    }
    #expect(openCount > 1000)
  }

  @Test func `urls become entries, and no allowed entry of an administrator opens them`() throws {
    let some = try lists(LayerText(allow: ["ok.a.example"], urls: ["a.example/p", "b.example/q/"]))
    #expect(some.block == ["a.example/p", "b.example/q/"] && some.allow == ["ok.a.example/p"])
    let merged = try lists(
      LayerText(urls: ["a.example/p"]), block: ["z.example"],
      allow: ["a.example/p/q", "a.example", "x.a.example", ".a.example", "y.a.example/other", "*"])
    #expect(merged.block == ["z.example", "a.example/p", "x.a.example/p", ".a.example/p"])
    #expect(merged.allow == ["a.example", "x.a.example", ".a.example", "y.a.example/other", "*"])
    let query = try lists(LayerText(urls: ["a.example/p"]), allow: ["m.a.example?app=m"])
    #expect(query.block == ["a.example/p", "m.a.example/p"])
    let closed = try lists(LayerText(allow: ["ok.a.example"], urls: ["a.example/p"]), block: ["a.example"])
    #expect(closed.allow == [] && closed.limits.count == 1)
    #expect(closed.limits[0] == "'ok.a.example/p' stays blocked, because an entry of the administrator concerns it")
  }

  @Test func `a page is blocked if the shield or the administrator blocks it`() throws {
    var counts = [true: 0, false: 0]
    for seed in Laws.cases(UInt64(0)..<3000, few: 400) {
      var random = SeededGenerator(seed: seed)
      let shield = try CombinedDomainsTests.shield(CombinedDomainsTests.layersWithURLs(&random))
      let domains = CombinedDomains(of: shield, on: MachineNames())
      let isAlone = Bool.random(using: &random)
      let theirs = URLLists(
        block: isAlone ? [] : (0..<3).map { _ in Self.entry(&random, isSimple: true) },
        allow: isAlone ? [] : (0..<3).map { _ in Self.entry(&random, isSimple: Bool.random(using: &random)) })
      let merged = URLLists(domains, with: theirs)
      for _ in 0..<30 {
        let host = CombinedDomainsTests.name(&random)
        let path = ["/", "/p", "/p/q", "/p/q/s", "/r"].randomElement(using: &random) ?? "/"
        let expected =
          try CombinedDomainsTests.blocks(shield, host: host, path: path) || theirs.isBlocked(host: host, path: path)
        let found = merged.isBlocked(host: host, path: path)
        #expect(isAlone ? found == expected : found || !expected, "seed \(seed): \(host)\(path)")
        counts[found, default: 0] += 1
      }
    }
    #expect(counts.values.allSatisfy { $0 > 1000 })
  }

  static func entry(_ random: inout SeededGenerator, isSimple: Bool) -> String {
    if Int.random(in: 0..<5, using: &random) == 0 { return "*" }
    let path = isSimple ? "" : ["", "", "/p", "/p/q", ":8080"].randomElement(using: &random) ?? ""
    return (Int.random(in: 0..<4, using: &random) == 0 ? "." : "") + CombinedDomainsTests.name(&random) + path
  }
}

extension URLLists {
  /// Whether Chromium blocks an address of the scheme http: the rules of its documentation, in their order.
  func isBlocked(host: String, path: String) -> Bool {
    let entries = block.map { (URLFilter($0), true) } + allow.map { (URLFilter($0), false) }
    let fitting = entries.filter { filter, _ in
      let (port, place) = path.hasPrefix(":8080") ? (":8080", path.dropFirst(5)) : ("", path[...])
      guard ["", "http"].contains(filter.scheme), ["", port].contains(filter.port), place.hasPrefix(filter.path) else {
        return false
      }
      return filter.isExact ? filter.host == host : filter.covers(host)
    }
    let best = fitting.max { left, right in
      let (a, b) = (left.0, right.0)
      if a.isExact != b.isExact { return b.isExact }
      if a.host.count != b.host.count { return a.host.count < b.host.count }
      if a.path.count != b.path.count { return a.path.count < b.path.count }
      return left.1 && !right.1
    }
    return best?.1 ?? false
  }
}
