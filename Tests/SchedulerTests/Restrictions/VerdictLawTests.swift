import TestSupport
import Testing

@testable import Scheduler

/// Random worlds of layers, users, domains and applications, against a naive second implementation.
@Suite struct VerdictLawTests {
  private static let worlds = Laws.count(400, few: 100)
  private static let machine = MachineNames([DomainName(checked: "desk")])
  private static let machineNames = ["desk", "localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"]

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `a target is blocked if the most exact entry of any layer for the user blocks it`(seed: UInt64) {
    var shield = RandomShield(seed: seed)
    var counts = [true: 0, false: 0]
    for _ in 0..<Self.worlds {
      let layers = shield.layers()
      let user = shield.user()
      for target in [ResolvedTarget.domain(shield.domain()), .application(shield.application())] {
        let verdict = Verdict(on: target, for: user, layers: layers, machine: Self.machine)
        let naive = NaiveShield.isBlocked(target, for: user, by: layers, machine: Self.machineNames)
        #expect(verdict.isBlocked == naive, "seed \(seed): \(target) for \(String(describing: user)) by \(layers)")
        counts[naive, default: 0] += 1
      }
    }
    #expect(counts.values.allSatisfy { $0 > Self.worlds / 10 }, "seed \(seed): \(counts)")
  }

  @Test(arguments: [21, 22, 23] as [UInt64])
  func `a decision names the longest listed entry that covers the domain`(seed: UInt64) {
    var shield = RandomShield(seed: seed)
    for _ in 0..<Self.worlds {
      let domain = shield.domain()
      for layer in shield.layers() {
        let listed = layer.domains.allow + layer.domains.block
        let covering = listed.filter { domain.isEqualOrSubdomain(of: $0) }
        let longest = covering.max { $0.text.utf8.count < $1.text.utf8.count }
        let decision = layer.decision(on: .domain(domain), machine: Self.machine)
        let named = if case .domain(let name) = decision.ground { name } else { nil as DomainName? }
        #expect(named == longest, "seed \(seed): \(domain) by \(layer.domains)")
      }
    }
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `more layers never open anything, and the order of entries never matters`(seed: UInt64) {
    var shield = RandomShield(seed: seed)
    for _ in 0..<Self.worlds {
      let layers = shield.layers()
      let others = shield.layers()
      let user = shield.user()
      for target in [ResolvedTarget.domain(shield.domain()), .application(shield.application())] {
        func isBlocked(_ layers: [Layer]) -> Bool {
          Verdict(on: target, for: user, layers: layers, machine: Self.machine).isBlocked
        }
        let what: Comment = "seed \(seed): \(target) for \(String(describing: user))"
        #expect(isBlocked(layers + others) == (isBlocked(layers) || isBlocked(others)), what)
        #expect(isBlocked(layers.map(\.reversed)) == isBlocked(layers), what)
      }
    }
  }
}

extension Layer {
  /// The same layer with its entries in the other order.
  fileprivate var reversed: Layer {
    var layer = self
    layer.domains.block.reverse()
    layer.domains.allow.reverse()
    layer.applications.block.reverse()
    layer.applications.allow.reverse()
    return layer
  }
}
