import Scheduler
import SchedulerJSON
import TestSupport
import Testing

@testable import ShieldPage

/// One list of domains for all layers.
@Suite struct BrowserRulesTests {
  private static func layer(_ block: [String], allow: [String] = [], all: Bool = false) -> Layer {
    var layer = Layer(of: ProfileReference(key: ProfileKey("p")!))
    layer.domains.block = block.map(Scene.domain)
    layer.domains.allow = allow.map(Scene.domain)
    layer.domains.default = all ? .block : .allow
    return layer
  }

  private static func rules(_ layers: [Layer]) -> (block: [String], allow: [String]) {
    let rules = BrowserRules(layers, machine: MachineNames())
    return (rules.block.map(\.text), rules.allow.map(\.text))
  }

  /// What the extension decides, as `rules.js` does.
  private static func decision(of rules: BrowserRules, on name: String) -> Bool {
    var rest = name[...]
    while true {
      if rules.block.contains(where: { $0.text == rest }) { return true }
      if rules.allow.contains(where: { $0.text == rest }) { return false }
      guard let dot = rest.firstIndex(of: ".") else { return rules.isDefaultBlocked }
      rest = rest[rest.index(after: dot)...]
    }
  }

  @Test func `names that say what the name above them says are left out`() {
    let rules = Self.rules([Self.layer(["a.com", "x.a.com", "b.org"], allow: ["y.a.com", "z.org", "q.y.a.com"])])
    #expect(rules.block == ["a.com", "b.org"])
    #expect(rules.allow == ["y.a.com"])
  }

  @Test func `an exception of one layer is none of another`() {
    let layers = [Self.layer(["a.com"], allow: ["x.a.com"]), Self.layer(["x.a.com"])]
    #expect(Self.rules(layers).allow == [])
    #expect(Self.rules(layers).block == ["a.com"])
  }

  @Test func `all domains leave the machine its own names`() {
    let rules = Self.rules([Self.layer([], allow: ["work.com"], all: true)])
    #expect(rules.block == [] && rules.allow.contains("work.com") && rules.allow.contains("localhost"))
  }

  @Test func `pages come with the exceptions of their layer, and the JSON is as before without them`() throws {
    func json(_ layers: [Layer]) -> String {
      var json = JSONWriter()
      json.value(BrowserRules(layers, machine: MachineNames()))
      return String(decoding: json.bytes, as: UTF8.self)
    }
    var first = Self.layer([], allow: ["x.a.com", "a.com", "b.org"])
    #expect(json([first]) == #"{"default":"allow","block":[],"allow":[],"paths":[]}"#)
    first.domains.urls = [try #require(SitePath(host: Scene.domain("a.com"), path: "/p"))]
    var second = Self.layer([])
    second.domains.urls = first.domains.urls
    #expect(
      json([first])
        == #"{"default":"allow","block":[],"allow":[],"paths":[{"host":"a.com","path":"/p","except":["x.a.com"]}]}"#)
    #expect(
      json([first, second, second]).hasSuffix(
        #""paths":[{"host":"a.com","path":"/p"},{"host":"a.com","path":"/p","except":["x.a.com"]}]}"#))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `pages are blocked as the layers block them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func name() -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in ["a", "b"].randomElement(using: &random) ?? "" }
        .joined(separator: ".")
    }
    func page() throws -> SitePath {
      let path = ["/p", "/p/q", "/r"].randomElement(using: &random) ?? "/p"
      return try #require(SitePath(host: Scene.domain(name()), path: path[...]))
    }
    for _ in 0..<50 {
      let layers = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
        var layer = Self.layer((0..<2).map { _ in name() }, allow: (0..<3).map { _ in name() })
        layer.domains.urls = try (0..<2).map { _ in try page() }
        return layer
      }
      let rules = BrowserRules(layers, machine: MachineNames())
      for _ in 0..<30 {
        let asked = try page()
        let isPage = rules.pages.contains { pages in
          pages.url.covers(asked) && !pages.exceptions.contains { asked.host.isEqualOrSubdomain(of: $0) }
        }
        let found = isPage || Self.decision(of: rules, on: asked.host.text)
        let expected = layers.contains { $0.decision(on: .page(asked), machine: MachineNames()).isBlocked }
        #expect(found == expected, "seed \(seed): \(asked.text)")
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the list decides as the layers do`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let labels = ["a", "b", "c"]
    func name() -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in labels.randomElement(using: &random)! }
        .joined(separator: ".")
    }
    for _ in 0..<50 {
      let layers = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Self.layer(
          (0..<4).map { _ in name() }, allow: (0..<4).map { _ in name() }, all: Bool.random(using: &random))
      }
      let rules = BrowserRules(layers, machine: MachineNames())
      for _ in 0..<30 {
        let asked = name()
        let expected = layers.contains {
          DomainIndex($0.domains).decision(for: Scene.domain(asked), on: MachineNames()).isBlocked
        }
        #expect(Self.decision(of: rules, on: asked) == expected, "seed \(seed): \(asked)")
      }
    }
  }
}
