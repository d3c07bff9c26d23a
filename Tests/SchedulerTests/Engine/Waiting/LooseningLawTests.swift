import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// What holds of any edits while their loosening waits, at any instant.
@Suite struct LooseningLawTests {
  private static let start = Instant(epochSeconds: 1_774_000_000)
  /// Every profile's cooldown, in seconds.
  private static let cooldown: Int64 = 3_600
  private static let probed = start..<start.adding(seconds: 21 * 86_400)

  /// Configurations that follow each other, each with the same cooldown.
  private func chain(seed: UInt64, _ kind: RandomEdits.Kind) throws -> [Configuration] {
    let first = try RandomEdits.pair(seed: seed, kind)
    let second = try RandomEdits.pair(seed: seed &+ 1, kind)
    var random = SeededGenerator(seed: seed)
    let edits = [first.1, second.0, first.0, second.1].shuffled(using: &random)
    return ([first.0] + edits).map { configuration in
      var copy = configuration.replacing(
        profiles: configuration.profiles.map { profile in
          var profile = profile
          profile.cooldownSeconds = nil
          profile.lock = .none
          return profile
        }, zone: first.0.zone)
      copy.daemon.cooldownSeconds = Self.cooldown
      return copy
    }
  }

  private func machine(_ configuration: Configuration) -> VirtualMachine {
    VirtualMachine(configuration, at: Self.start).woken()
  }

  @Test(arguments: Laws.cases(1...6 as ClosedRange<UInt64>, few: 1))
  func `an edit loosens nothing in force before its waiting time is over`(seed: UInt64) throws {
    let chain = try chain(seed: seed, .wild)
    var machine = machine(chain[0])
    for edit in chain.dropFirst() {
      let before = machine.engine.configuration
      machine.handle(.configuration(edit))
      let after = machine.engine.configuration
      let instants = ShieldProbe.instants(of: [before, after], in: Self.probed)
      for id in before.profiles.map(\.id) {
        let old = ShieldProbe(id, in: before, at: instants)
        #expect(ShieldProbe(id, in: after, at: instants).blocked.isSuperset(of: old.blocked), "seed \(seed)")
      }
      let loosened = ConfigurationDifference(from: before, to: after, in: Self.probed).settings
      #expect(loosened.allSatisfy { $0.direction != .loosens }, "seed \(seed): \(loosened)")
      machine.run(seconds: 700)
    }
  }

  @Test(arguments: Laws.cases(1...6 as ClosedRange<UInt64>, few: 1))
  func `everything that the first configuration blocks stays blocked until the first cooldown ends`(seed: UInt64) throws
  {
    let chain = try chain(seed: seed, .wild)
    var machine = machine(chain[0])
    for edit in chain.dropFirst() {
      machine.handle(.configuration(edit))
      machine.run(seconds: 800)
      let now = machine.engine.configuration
      let instants = ShieldProbe.instants(of: [chain[0], now], in: Self.probed)
      for id in chain[0].profiles.map(\.id) {
        let first = ShieldProbe(id, in: chain[0], at: instants)
        #expect(ShieldProbe(id, in: now, at: instants).blocked.isSuperset(of: first.blocked), "seed \(seed)")
      }
    }
  }

  @Test(arguments: Laws.cases(1...6 as ClosedRange<UInt64>, few: 1))
  func `after its cooldown exactly the newest edit is in force`(seed: UInt64) throws {
    let chain = try chain(seed: seed, .wild)
    var machine = machine(chain[0])
    for edit in chain.dropFirst() {
      machine.handle(.configuration(edit))
      machine.run(seconds: 700)
    }
    machine.run(seconds: Self.cooldown)
    #expect(machine.engine.configurationVersions.count == 1, "seed \(seed)")
    let rest = ConfigurationDifference(from: machine.engine.configuration, to: chain[4], in: Self.probed)
    #expect(rest.isEmpty, "seed \(seed)")
  }

  @Test(arguments: Laws.cases(1...6 as ClosedRange<UInt64>, few: 1))
  func `a restart at any step changes nothing`(seed: UInt64) throws {
    let chain = try chain(seed: seed, .plain)
    var steady = machine(chain[0])
    var restarted = steady
    for (step, edit) in chain.dropFirst().enumerated() {
      steady.handle(.configuration(edit))
      restarted.handle(.configuration(edit))
      for seconds: Int64 in [500, 900, 1_300] {
        restarted.replaceEngine { $0.readBack() }
        steady.run(seconds: seconds)
        restarted.run(seconds: seconds)
        let rest = ConfigurationDifference(
          from: steady.engine.configuration, to: restarted.engine.configuration, in: Self.probed)
        #expect(rest.isEmpty, "seed \(seed), step \(step)")
        #expect(words(steady) == words(restarted), "seed \(seed), step \(step)")
        #expect(steady.engine.nextDeadline == restarted.engine.nextDeadline, "seed \(seed), step \(step)")
      }
    }
    #expect(steady.seen == restarted.seen, "seed \(seed)")
  }

  /// What is written of a machine.
  private func words(_ machine: VirtualMachine) -> [String] {
    machine.engine.records.map { "\($0.key) \(String(decoding: $0.payload, as: UTF8.self))" }
  }
}
