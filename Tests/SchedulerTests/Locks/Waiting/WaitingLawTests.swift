import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// What holds of any two configurations while loosening waits.
@Suite struct WaitingLawTests {
  private static let range = Instant(epochSeconds: 1_774_000_000)..<Instant(epochSeconds: 1_777_000_000)

  private func tightened(
    _ pair: (Configuration, Configuration), _ mayWait: (ProfileID?) -> Bool = { _ in true }
  ) -> TightenedConfiguration {
    pair.0.tightened(by: pair.1, in: Self.range, waiting: mayWait)
  }

  @Test(arguments: Laws.cases(1...80 as ClosedRange<UInt64>))
  func `the tightened configuration blocks what either one blocks, and nothing else where one thing differs`(
    seed: UInt64
  ) throws {
    let pair = try RandomEdits.pair(seed: seed, .plain)
    let tight = tightened(pair).configuration
    let instants = ShieldProbe.instants(of: [pair.0, pair.1, tight], in: Self.range)
    for id in Set([pair.0, pair.1].flatMap { $0.profiles.map(\.id) }) {
      let old = ShieldProbe(id, in: pair.0, at: instants)
      let new = ShieldProbe(id, in: pair.1, at: instants)
      let both = ShieldProbe(id, in: tight, at: instants)
      #expect(both.blocked.isSuperset(of: old.blocked), "seed \(seed): the old one")
      let isCut = hasLongIntervals(id, pair)
      if !isCut { #expect(both.blocked.isSuperset(of: new.blocked), "seed \(seed): the new one") }
      #expect(both.blocked.isSubset(of: old.hull(with: new)), "seed \(seed): more than both")
      if old.differsInOneThing(from: new), !isCut {
        #expect(both.blocked == old.blocked.union(new.blocked), "seed \(seed): not exactly both")
      }
    }
  }

  /// Whether the windows of both together hold so long that they are cut at Mondays.
  private func hasLongIntervals(_ id: ProfileID, _ pair: (Configuration, Configuration)) -> Bool {
    let profiles = [pair.0, pair.1].compactMap { $0.profiles.first { $0.id == id } }
    let together = ProfileTimeline(windows: profiles.flatMap(\.windows), zone: pair.0.zone.rules)
    return together.intervals(endingAfter: Self.range.lowerBound).prefix { $0.start < Self.range.upperBound }
      .contains { $0.lengthSeconds > 5 * 86_400 }
  }

  @Test(arguments: Laws.cases(1...100 as ClosedRange<UInt64>))
  func `the tightened configuration blocks whatever the old one blocks`(seed: UInt64) throws {
    let pair = try RandomEdits.pair(seed: seed, .wild)
    let tight = tightened(pair).configuration
    let instants = ShieldProbe.instants(of: [pair.0, pair.1, tight], in: Self.range)
    for id in pair.0.profiles.map(\.id) {
      // A profile that was found by its key has kept its identity.
      let old = ShieldProbe(id, in: pair.0, at: instants)
      #expect(ShieldProbe(id, in: tight, at: instants).blocked.isSuperset(of: old.blocked), "seed \(seed)")
    }
  }

  @Test(arguments: Laws.cases(1...100 as ClosedRange<UInt64>))
  func `the configuration in force loosens nothing of the old one, except by joining intervals`(seed: UInt64) throws {
    let pair = try RandomEdits.pair(seed: seed, .wild)
    let done = ConfigurationDifference(from: pair.0, to: tightened(pair).configuration, in: Self.range)
    #expect(done.settings.allSatisfy { $0.direction != .loosens }, "seed \(seed)")
    // What a disabled profile says of time, targets and users blocks nothing.
    let enabled = Set(pair.0.profiles.filter(\.isEnabled).map(\.id))
    for profile in done.profiles where profile.old.map({ enabled.contains($0.id) }) ?? true {
      // Of two overlaps none is tighter by its name; to run beside others ends nothing.
      let settings = profile.settings.filter { !($0.key == "overlap" && $0.new == "stack") }
      #expect(settings.allSatisfy { $0.direction != .loosens }, "seed \(seed) \(settings)")
      let domains = profile.targets.filter { $0.kind == .domains || $0.kind == .otherDomains || $0.kind == .denials }
      #expect(domains.allSatisfy { $0.direction != .loosens }, "seed \(seed) \(domains)")
      for change in profile.intervals {
        #expect(change.freedSeconds == 0 && !change.dividesSession && !change.canEndOthers, "seed \(seed) \(change)")
      }
    }
  }

  @Test(arguments: Laws.cases(1...100 as ClosedRange<UInt64>))
  func `no change waits if and only if the whole new configuration is in force`(seed: UInt64) throws {
    for kind in [RandomEdits.Kind.plain, .wild] {
      let pair = try RandomEdits.pair(seed: seed, kind)
      let tightened = tightened(pair)
      let isNew = Written(tightened.configuration) == Written(pair.1)
      #expect(tightened.waiting.isEmpty == isNew, "seed \(seed)")
      let loosens = ConfigurationDifference(from: pair.0, to: pair.1, in: Self.range).direction == .loosens
      if !loosens { #expect(isNew, "seed \(seed)") }
      #expect(Written(self.tightened((pair.1, pair.1)).configuration) == Written(pair.1), "seed \(seed)")
    }
  }

  @Test(arguments: Laws.cases(1...100 as ClosedRange<UInt64>))
  func `an edit that is applied a second time changes nothing more`(seed: UInt64) throws {
    for kind in [RandomEdits.Kind.plain, .wild] {
      let pair = try RandomEdits.pair(seed: seed, kind)
      let once = tightened(pair).configuration
      let twice = tightened((once, pair.1)).configuration
      #expect(Written(once) == Written(twice), "seed \(seed)")
    }
  }

  @Test(arguments: Laws.cases(1...80 as ClosedRange<UInt64>))
  func `a profile that need not wait takes all settings of the new configuration`(seed: UInt64) throws {
    let pair = try RandomEdits.pair(seed: seed, .wild)
    let free = try #require(ProfileKey("p1"))
    let identities = [pair.0, pair.1].compactMap { $0.profiles.first { $0.key == free }?.id }
    let tight = tightened(pair) { $0.map { !identities.contains($0) } ?? true }.configuration
    let difference = ConfigurationDifference(from: tight, to: pair.1, in: Self.range)
    #expect(difference.profiles.allSatisfy { $0.reference.key != free || $0.isEmpty }, "seed \(seed)")
  }
}

/// All that a configuration says.
private struct Written: Equatable {
  private let profiles: [String]
  private let sets: [String: TargetSet]
  private let zone: ConfiguredZone.Choice
  private let emergency: EmergencyRules
  private let daemon: DaemonSettings
  private let enforcement: EnforcementSettings

  init(_ configuration: Configuration) {
    profiles = configuration.profiles.map(\.written)
    sets = configuration.sets
    zone = configuration.zone.choice
    emergency = configuration.emergency
    daemon = configuration.daemon
    enforcement = configuration.enforcement
  }
}
