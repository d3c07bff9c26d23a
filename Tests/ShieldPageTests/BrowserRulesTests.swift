import Scheduler
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
