import SchedulerCivilTime
import TestSupport

@testable import Scheduler

/// Pairs of configurations that differ in anything that a person may write.
enum RandomEdits {
  /// How much of what cannot be kept exactly there is in a pair.
  enum Kind {
    /// Windows in one zone, named users and no exceptions of applications; nothing replaces anything.
    case plain
    /// Everything.
    case wild
  }

  /// Two configurations; the second may lack profiles of the first, and the other way round.
  static func pair(seed: UInt64, _ kind: Kind) throws -> (Configuration, Configuration) {
    var random = SeededGenerator(seed: seed &* 7919)
    var (old, new) = try RandomConfigurations.pair(seed: seed)
    if kind == .plain { new.zone = old.zone }
    let settled = try settings(for: old.profiles, kind, using: &random)
    let edited = try new.profiles.map { profile -> Profile in
      guard var edited = settled.first(where: { $0.key == profile.key }) else {
        return try settings(for: [profile], kind, using: &random)[0]
      }
      edited.windows = profile.windows
      edited.block.domains = profile.block.domains
      edited.block.urls = profile.block.urls
      edited.block.applications = profile.block.applications
      edited.allow.domains = profile.allow.domains
      for _ in 0..<Int.random(in: 0...3, using: &random) { try edit(&edited, kind, using: &random) }
      return edited
    }
    old = old.replacing(profiles: settled, zone: old.zone)
    new = new.replacing(profiles: edited, zone: new.zone)
    for number in 0...1 {
      old.sets["s\(number)"] = set(using: &random)
      new.sets["s\(number)"] = Bool.random(using: &random) ? old.sets["s\(number)"] : set(using: &random)
    }
    if Bool.random(using: &random) { files(&old, using: &random) }
    if Bool.random(using: &random) { files(&new, using: &random) }
    return (old, new)
  }

  private static func settings(
    for profiles: [Profile], _ kind: Kind, using random: inout SeededGenerator
  ) throws -> [Profile] {
    try profiles.map { profile in
      var profile = profile
      if kind == .plain { profile.users = ["kim"] }
      for _ in 0..<8 { try edit(&profile, kind, using: &random) }
      return profile
    }
  }

  /// Changes one thing.
  private static func edit(_ profile: inout Profile, _ kind: Kind, using random: inout SeededGenerator) throws {
    switch Int.random(in: 0..<(kind == .wild ? 18 : 14), using: &random) {
    case 0: profile.lock = one(of: Lock.allCases, using: &random)
    case 1: profile.permissions = some(Set(some(of: Permission.allCases, using: &random)), using: &random)
    case 2: profile.cooldownSeconds = some(number(3, using: &random), using: &random)
    case 3:
      let length = number(3, using: &random)
      var rules = BreakRules(lengthSeconds: length, budgetSeconds: length + number(3, using: &random))
      rules.count = some(number(2, using: &random), using: &random)
      rules.reset = some(one(of: [TimeOfDay.midnight, noon], using: &random), using: &random)
      profile.breaks = some(rules, using: &random)
    case 4:
      let rules = PauseRules(lengthSeconds: number(3, using: &random), count: number(3, using: &random))
      profile.pause = some(rules, using: &random)
    case 5:
      let refill = some(number(3, using: &random), using: &random)
      let rules = AccessRules(
        lengthSeconds: number(3, using: &random), count: number(3, using: &random), refillSeconds: refill)
      profile.access = some(rules, using: &random)
    case 6: profile.limits = some(limit(using: &random), using: &random).map { [$0] } ?? []
    case 7:
      profile.unlockKeys = some(of: [8, 16, 32], using: &random).map { UnlockKey(.text(length: $0)) }
    case 8:
      profile.strategy.kind = one(of: Strategy.Kind.allCases, using: &random)
      profile.strategy.timer = TimerRules(
        lengthSeconds: number(3, using: &random), allowsEarlyStop: Bool.random(using: &random))
      profile.strategy.pomodoro.rounds = number(3, using: &random)
    case 9:
      profile.users = some(of: ["kim", "sam", "root"], using: &random)
      profile.groups = some(of: ["staff", "crew"], using: &random)
      if kind == .plain, profile.users.isEmpty { profile.users = ["sam"] }
    case 10: profile.block.categories = some(of: categories, using: &random)
    case 11: profile.block.sets = some(of: ["s0", "s1"], using: &random)
    case 12: profile.block.deniesAppRemoval = Bool.random(using: &random)
    case 13: profile.isEnabled = Int.random(in: 0..<3, using: &random) > 0
    case 14: profile.overlap = one(of: [.stack, .replace], using: &random)
    case 15:
      let identifier = one(of: ["Europe/Berlin", "Africa/Lagos", "Australia/Lord_Howe"], using: &random)
      profile.zone = some(ConfiguredZone(.identifier(identifier), rules: try zone(identifier)), using: &random)
    case 16:
      profile.allow.applications = some(of: ["one", "two", "/bin/three"].map { ApplicationName($0) }, using: &random)
      profile.allow.categories = some(of: categories, using: &random)
      profile.block.applications = Bool.random(using: &random) ? .all : profile.block.applications
    default:
      let last = "\(profile.key.text.suffix(1))\(Int.random(in: 0...2, using: &random))"
      let id = UUIDValue("6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a\(last)")
      profile.reference = ProfileReference(key: profile.key, id: id.map { ProfileID($0) })
    }
  }

  private static func limit(using random: inout SeededGenerator) -> UsageLimit {
    var limit = UsageLimit(useSeconds: number(3, using: &random))
    limit.applications = some(of: ["one", "two"].map { ApplicationName($0) }, using: &random)
    limit.period = one(of: UsageLimit.Period.allCases, using: &random)
    return limit
  }

  private static func set(using random: inout SeededGenerator) -> TargetSet {
    TargetSet(
      applications: some(of: ["one", "four"].map { ApplicationName($0) }, using: &random),
      domains: some(of: ["a.org", "g.org", "x.b.a.org"].map { DomainName(checked: $0) }, using: &random))
  }

  private static func files(_ configuration: inout Configuration, using random: inout SeededGenerator) {
    configuration.emergency.uses = number(3, using: &random) - 1
    configuration.emergency.refillSeconds = some(number(3, using: &random), using: &random)
    configuration.daemon.cooldownSeconds = number(3, using: &random)
    configuration.daemon.onExit = one(of: [.lift, .keep], using: &random)
    configuration.daemon.group = some(one(of: ["staff", "crew"], using: &random), using: &random)
    configuration.daemon.isAuthorized = Bool.random(using: &random)
    configuration.enforcement.graceSeconds = number(3, using: &random)
    configuration.enforcement.freezes = Bool.random(using: &random)
    configuration.enforcement.adapters = some(some(of: [.hosts, .sweeper, .firefox], using: &random), using: &random)
  }

  static let categories = ["Game", "Chat"].compactMap { ApplicationCategory($0) }
  private static let noon = TimeOfDay(hour: 12, minute: 0) ?? .midnight

  private static func number(_ most: Int64, using random: inout SeededGenerator) -> Int64 {
    Int64.random(in: 1...most, using: &random)
  }

  private static func one<Value>(of values: [Value], using random: inout SeededGenerator) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private static func some<Value>(_ value: Value, using random: inout SeededGenerator) -> Value? {
    Int.random(in: 0..<3, using: &random) == 0 ? nil : value
  }

  private static func some<Value>(of values: [Value], using random: inout SeededGenerator) -> [Value] {
    values.filter { _ in Bool.random(using: &random) }
  }
}
