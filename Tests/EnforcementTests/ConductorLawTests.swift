import Scheduler
import SchedulerCivilTime
import TestSupport
import Testing

@testable import SchedulerEnforcement

private let second: Int64 = 1_000_000_000

/// Laws of the conductor over random adapters.
@Suite struct ConductorLawTests {
  /// A simulated adapter: what it applied, and the order that it carries out until a time.
  private struct Adapter {
    let name: EnforcementSettings.Adapter
    var applied: Int64?
    var underWay: (order: AdapterOrder, end: Int64)?
  }

  @Test(arguments: 0..<UInt64(50))
  func `when adapters stop to fail, each applies the newest set, and each has one order at most`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var adapters = [.hosts, .sweeper, .execGuard].map { Adapter(name: $0, applied: 99) }
    var conductor = Conductor(of: adapters.map(\.name))
    var (boot, generation): (Int64, Int64) = (0, 0)
    var newest = shield(0, layers: 0)
    for step in 0..<400 {
      let isCalm = step >= 200
      // An adapter that could not work is asked again with another set.
      if step == 230 || !isCalm && Int.random(in: 0..<4, using: &random) == 0 {
        generation += 1
        newest = shield(generation, layers: Int.random(in: 0...1, using: &random))
        conductor.want(newest)
      }
      for (name, order) in conductor.orders(atBoot: boot) {
        guard let index = adapters.firstIndex(where: { $0.name == name }) else { continue }
        #expect(adapters[index].underWay == nil, "seed \(seed): two orders at once")
        adapters[index].underWay = (order, boot + Int64.random(in: 0...8, using: &random) * second)
      }
      for index in adapters.indices {
        guard let (order, end) = adapters[index].underWay, end <= boot else { continue }
        adapters[index].underWay = nil
        let fails = !isCalm && Int.random(in: 0..<3, using: &random) == 0
        let report = carryOut(order, on: &adapters[index], fails: fails, using: &random)
        conductor.take(AdapterReport(from: adapters[index].name, report), atBoot: boot)
      }
      boot += Int64.random(in: 0...2, using: &random) * second
      if isCalm { boot = max(boot, min(conductor.nextBoot(after: boot) ?? boot, boot + 20 * second)) }
    }
    let expected = newest.layers.isEmpty ? nil : newest.generation
    #expect(adapters.map(\.applied) == [expected, expected, expected], "seed \(seed)")
  }

  private func carryOut(
    _ order: AdapterOrder, on adapter: inout Adapter, fails: Bool, using random: inout SeededGenerator
  ) -> AdapterReport.Content {
    if fails {
      // A failure may leave anything behind.
      adapter.applied = Bool.random(using: &random) ? nil : -1
      return order == .probe ? .probed(.unavailable(reason: "not now", remedy: "")) : .failed(AdapterError("no"))
    }
    switch order {
    case .probe: return .probed(.available)
    case .apply(let shield):
      adapter.applied = shield.generation
      return .applied(generation: shield.generation, AdapterEffect())
    case .revert:
      adapter.applied = nil
      return .reverted
    }
  }
}

/// A set of a generation with some layers.
func shield(_ generation: Int64, layers count: Int = 1) -> ShieldSet {
  let layers = (0..<count).map { number in
    AppliedLayer(
      layer: Layer(of: ProfileReference(key: ProfileKey("p\(number)")!, id: nil)),
      session: SessionID(UUIDValue("00000000-0000-5000-8000-000000000000")!), origins: [.manual], until: nil)
  }
  var shield = ShieldSet(writtenAt: Instant(epochSeconds: 0), bootID: "boot", layers: layers)
  shield.generation = generation
  return shield
}
