import TestSupport
import Testing

@testable import Scheduler

/// What two layers block together.
@Suite struct TargetUnionTests {
  @Test(arguments: Laws.cases(1...400 as ClosedRange<UInt64>, few: 20))
  func `joined rules block exactly the domains that the first or the second rules block`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let first = RandomConfigurations.domainRules(using: &random)
    let second = RandomConfigurations.domainRules(using: &random)
    let joined = first.joined(with: second)
    for name in RandomConfigurations.probes {
      let isBlocked = RandomConfigurations.blocks(first, name) || RandomConfigurations.blocks(second, name)
      #expect(RandomConfigurations.blocks(joined, name) == isBlocked, "seed \(seed) \(name)")
    }
    #expect(joined == second.joined(with: first), "seed \(seed)")
    #expect(joined == joined.joined(with: second), "seed \(seed)")
  }

  @Test(arguments: [Layer.Default.allow, .block])
  func `joined rules let the machine's own names pass if both rules do`(other: Layer.Default) {
    let localhost = DomainName(checked: "localhost")
    var all = Layer.DomainRules()
    all.default = .block
    var allowing = Layer.DomainRules()
    allowing.default = other
    allowing.allow = [localhost]
    let joined = DomainIndex(all.joined(with: allowing))
    #expect(!joined.decision(for: localhost, on: MachineNames()).isBlocked)
    #expect(joined.decision(for: localhost, on: MachineNames()).ground == .exempt(.machineName))
    #expect(joined.decision(for: DomainName(checked: "a.org"), on: MachineNames()).isBlocked)
  }

  private func rules(using random: inout SeededGenerator) -> Layer.ApplicationRules {
    func some<Value: Comparable>(of values: [Value]) -> [Value] {
      values.sorted().filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    }
    let names = ["one", "two", "four", "/bin/three", "/bin/one"].map { ApplicationName($0) }
    var rules = Layer.ApplicationRules()
    rules.default = Int.random(in: 0..<3, using: &random) == 0 ? .block : .allow
    rules.block = some(of: names)
    rules.allow = some(of: names)
    rules.blockCategories = some(of: RandomEdits.categories)
    rules.allowCategories = some(of: RandomEdits.categories)
    return rules
  }

  @Test(arguments: Laws.cases(1...400 as ClosedRange<UInt64>, few: 20))
  func `joined rules block every application that the older rules block`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (rules(using: &random), rules(using: &random))
    let joined = new.joined(with: old)
    for application in ShieldProbe.applications {
      let isBlocked = joined.decision(for: application).isBlocked
      if old.decision(for: application).isBlocked { #expect(isBlocked, "seed \(seed) \(application)") }
      // What the newer rules block by one name may have passed by another, or by its name before its category.
      let isSingle = application.fileNames.count + application.categories.count <= 1
      if isSingle, new.decision(for: application).isBlocked { #expect(isBlocked, "seed \(seed) \(application)") }
    }
    #expect(joined == new.joined(with: joined), "seed \(seed)")
  }

  @Test(arguments: Laws.cases(1...400 as ClosedRange<UInt64>, few: 20))
  func `joined rules without new exceptions block an application of one name if and only if either rules do`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let old = rules(using: &random)
    var new = rules(using: &random)
    new.allow = new.allow.filter(old.allow.contains)
    new.allowCategories = []
    let joined = new.joined(with: old)
    for application in ShieldProbe.applications
    where application.fileNames.count + application.categories.count <= 1 && application.isDesktopApplication {
      let isBlocked = [old, new].contains { $0.decision(for: application).isBlocked }
      #expect(joined.decision(for: application).isBlocked == isBlocked, "seed \(seed) \(application)")
    }
  }
}
