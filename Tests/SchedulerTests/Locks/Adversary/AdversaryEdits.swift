import SchedulerCivilTime
import TestSupport

@testable import Scheduler

/// The configurations that the adversary begins with and what it makes of them.
struct AdversaryEdits {
  let zones: [ZoneRules]
  var random: SeededGenerator

  /// The content that is the key of a number.
  static func keyContent(_ number: Int) -> [UInt8] { Array("key \(number)".utf8) }

  private static let hashedKeys = (0..<3).map { number in
    UnlockKey(.hash(sha256: SHA256(of: keyContent(number)).hexDigits))
  }

  /// A configuration with one to four profiles, of which most are strict.
  mutating func first(system: ZoneRules) -> Configuration {
    let keys = ["a", "b", "c", "d"].prefix(number(1...4))
    let profiles = keys.map { key in
      var profile = Profile(ProfileReference(key: key.profileKeyOfAdversary))
      rewrite(&profile, system: system)
      return profile
    }
    var configuration = Configuration(zone: ConfiguredZone(.system, rules: system), profiles: profiles)
    configuration.emergency.uses = Int64(number(0...3))
    configuration.emergency.refillSeconds = one(of: [86_400, 7 * 86_400, 28 * 86_400])
    return configuration
  }

  /// The same with one or several things changed.
  mutating func edit(_ old: Configuration, system: ZoneRules) -> Configuration {
    var profiles = old.profiles
    var files = old
    switch number(0...19) {
    case 0: profiles = []
    case 1, 2: if !profiles.isEmpty { profiles.remove(at: number(0...profiles.count - 1)) }
    case 3: profiles = swappedKeys(profiles)
    case 4: if profiles.count < 4 { profiles.append(added(beside: profiles, system: system)) }
    case 5: files.daemon.cooldownSeconds = cooldown()
    case 6: files.zone = zone(system)
    default:
      for _ in 0..<number(1...2) where !profiles.isEmpty {
        let index = number(0...profiles.count - 1)
        change(&profiles[index], system: system)
      }
    }
    // No file is read in which two profiles have one identity.
    guard Set(profiles.map(\.id)).count == profiles.count else { return old }
    return files.replacing(profiles: profiles, zone: files.zone)
  }

  private mutating func added(beside profiles: [Profile], system: ZoneRules) -> Profile {
    let key = ["a", "b", "c", "d"].first { key in !profiles.contains { $0.key.text == key } } ?? "e"
    var profile = Profile(ProfileReference(key: key.profileKeyOfAdversary))
    rewrite(&profile, system: system)
    return profile
  }

  /// Two profiles take each other's key, with their identities or without.
  private mutating func swappedKeys(_ profiles: [Profile]) -> [Profile] {
    guard profiles.count > 1 else { return profiles }
    var profiles = profiles
    let (first, second) = (profiles[0].reference, profiles[1].reference)
    let keepsIdentity = coin()
    profiles[0].reference = ProfileReference(key: second.key, id: keepsIdentity ? first.id : nil)
    profiles[1].reference = ProfileReference(key: first.key, id: keepsIdentity ? second.id : nil)
    return profiles
  }

  private mutating func rewrite(_ profile: inout Profile, system: ZoneRules) {
    profile.block.domains = .listed(Self.domains(of: profile, others: []))
    profile.windows = (0..<number(1...3)).map { _ in window() }
    profile.lock = number(0...4) == 0 ? one(of: [.none, .remote]) : .strict
    profile.cooldownSeconds = cooldown()
    profile.zone = number(0...2) == 0 ? zone(system) : nil
    profile.overlap = number(0...9) == 0 ? .replace : .stack
    // One whose phases follow each other for ever has no end that could be promised.
    profile.strategy.pomodoro.autoStart = one(of: [.none, .breaks, .focus])
    for _ in 0..<number(0...3) { change(&profile, system: system) }
  }

  /// Changes one thing.
  private mutating func change(_ profile: inout Profile, system: ZoneRules) {
    switch number(0...15) {
    case 0: profile.lock = one(of: [.none, .remote, .strict, .strict])
    case 1: profile.cooldownSeconds = cooldown()
    case 2: profile.isEnabled = coin()
    case 3: profile.windows = (0..<number(0...3)).map { _ in window() }
    case 4: profile.windows.append(window())
    case 5: if !profile.windows.isEmpty { profile.windows.removeLast() }
    case 6: profile.zone = coin() ? zone(system) : nil
    case 7: profile.breaks = coin() ? breaks() : nil
    case 8:
      let rules = PauseRules(lengthSeconds: 60 * Int64(number(1...20)), count: Int64(number(1...2)))
      profile.pause = coin() ? rules : nil
    case 9:
      let rules = AccessRules(lengthSeconds: 60 * Int64(number(1...20)), count: Int64(number(1...3)))
      profile.access = coin() ? rules : nil
    case 10: profile.unlockKeys = Self.hashedKeys.filter { _ in coin() }
    case 11:
      profile.strategy.kind = one(of: [.manual, .timer, .pomodoro])
      profile.strategy.timer = TimerRules(lengthSeconds: 60 * Int64(number(5...120)), allowsEarlyStop: coin())
    case 12: if number(0...3) == 0 { profile.overlap = coin() ? .replace : .stack }
    case 13, 14:
      let others = ["x.example", "y.example"].filter { _ in coin() }
      profile.block.domains = .listed(Self.domains(of: profile, others: others))
    default: profile.permissions = coin() ? Set(Permission.allCases.filter { _ in coin() }) : nil
    }
  }

  private static func domains(of profile: Profile, others: [String]) -> [DomainName] {
    (["own.example"] + others).map { DomainName(checked: $0) }
  }

  private mutating func breaks() -> BreakRules {
    let length = 60 * Int64(number(1...20))
    return BreakRules(lengthSeconds: length, budgetSeconds: length * Int64(number(1...3)))
  }

  /// Mostly short windows in the day, some over midnight, some that overlap others.
  private mutating func window() -> Window {
    let start = 15 * number(0...95)
    let end = number(0...2) == 0 ? 15 * number(0...96) : min(start + 15 * number(1...12), 1440)
    let days: WeekdaySet = number(0...3) > 0 ? .daily : WeekdaySet(rawValue: UInt8(number(1...127)))
    return Window(days: .weekdays(days), start: time(start), end: time(end))
  }

  private mutating func zone(_ system: ZoneRules) -> ConfiguredZone {
    if coin() { return ConfiguredZone(.system, rules: system) }
    let rules = one(of: zones)
    return ConfiguredZone(.identifier(rules.identifier), rules: rules)
  }

  private mutating func cooldown() -> Int64 { one(of: [0, 0, 3_600, 86_400, 2 * 86_400]) }
  private mutating func coin() -> Bool { Bool.random(using: &random) }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func one<Value>(of values: [Value]) -> Value { values[number(0...values.count - 1)] }
  private func time(_ minute: Int) -> TimeOfDay { TimeOfDay(secondsSinceMidnight: minute * 60) ?? .midnight }
}

extension String {
  /// The key of this text, which is one.
  fileprivate var profileKeyOfAdversary: ProfileKey { ProfileKey(self) ?? BuiltInProfiles.profiles[0].key }
}
