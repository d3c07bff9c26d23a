import SchedulerCivilTime
import TestSupport

@testable import Scheduler

/// Profiles with every kind of rule, in whole minutes.
enum RandomProfiles {
  static func make(system: ZoneRules, fixed: ZoneRules, using random: inout SeededGenerator) -> [Profile] {
    let keys = ["a", "b", "c", "d", "e", "f", "g", "h"].prefix(Int.random(in: 1...8, using: &random))
    return keys.map { key in
      var profile = Profile(ProfileReference(key: key.profileKey))
      rewrite(&profile, using: &random)
      if Int.random(in: 0..<5, using: &random) == 0 {
        profile.zone = ConfiguredZone(.identifier(fixed.identifier), rules: fixed)
      } else if Bool.random(using: &random) {
        profile.zone = ConfiguredZone(.system, rules: system)
      }
      return profile
    }
  }

  /// Gives a profile other rules, as an edit would.
  static func rewrite(_ profile: inout Profile, using random: inout SeededGenerator) {
    profile.windows = windows(using: &random)
    profile.isEnabled = Int.random(in: 0..<8, using: &random) != 0
    profile.overlap = Int.random(in: 0..<5, using: &random) == 0 ? .replace : .stack
    profile.lock = Int.random(in: 0..<4, using: &random) == 0 ? .strict : .none
    profile.block.domains = .listed(domains(ofProfile: profile.reference.key.text, using: &random))
    profile.strategy = strategy(using: &random)
    profile.breaks = nil
    profile.pause = nil
    profile.access = nil
    if Bool.random(using: &random) {
      let length = Int64.random(in: 1...40, using: &random)
      profile.breaks = BreakRules(
        lengthSeconds: length * 60, budgetSeconds: (length + Int64.random(in: 0...60, using: &random)) * 60)
      if Bool.random(using: &random) { profile.breaks?.count = Int64.random(in: 1...4, using: &random) }
      if Bool.random(using: &random) {
        profile.breaks?.reset = TimeOfDay(secondsSinceMidnight: 900 * Int.random(in: 0..<96, using: &random))
      }
    }
    if Bool.random(using: &random) {
      profile.pause = PauseRules(
        lengthSeconds: 60 * Int64.random(in: 1...120, using: &random), count: Int64.random(in: 1...3, using: &random))
    }
    if Int.random(in: 0..<4, using: &random) != 0 {
      profile.access = AccessRules(
        lengthSeconds: 60 * Int64.random(in: 1...60, using: &random), count: Int64.random(in: 1...3, using: &random),
        refillSeconds: Bool.random(using: &random) ? 60 * Int64.random(in: 1...300, using: &random) : nil)
    }
  }

  /// A domain of its own, and often some that others block, too.
  private static func domains(ofProfile key: String, using random: inout SeededGenerator) -> [DomainName] {
    let shared = ["shared.example", "deep.shared.example"].filter { _ in Bool.random(using: &random) }
    return (["\(key).example"] + shared).map { DomainName(checked: $0) }
  }

  private static func strategy(using random: inout SeededGenerator) -> Strategy {
    var strategy = Strategy(Strategy.Kind.allCases.randomElement(using: &random) ?? .manual)
    if Bool.random(using: &random) {
      strategy.timer = TimerRules(
        lengthSeconds: 60 * Int64.random(in: 1...600, using: &random),
        allowsEarlyStop: Int.random(in: 0..<4, using: &random) != 0)
    }
    strategy.pomodoro.focusSeconds = 60 * Int64.random(in: 1...60, using: &random)
    strategy.pomodoro.shortBreakSeconds = 60 * Int64.random(in: 1...20, using: &random)
    strategy.pomodoro.longBreakSeconds = 60 * Int64.random(in: 1...40, using: &random)
    strategy.pomodoro.rounds = Int64.random(in: 1...4, using: &random)
    strategy.pomodoro.autoStart = PomodoroRules.AutoStart.allCases.randomElement(using: &random) ?? .both
    return strategy
  }

  /// A few windows, often on the same quarters of an hour, so that they touch and overlap.
  private static func windows(using random: inout SeededGenerator) -> [Window] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      let start = 15 * Int.random(in: 0..<96, using: &random)
      let end = Bool.random(using: &random) ? 15 * Int.random(in: 0...96, using: &random) : start + 60
      let isDaily = Bool.random(using: &random)
      let days = isDaily ? .daily : WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &random))
      var window = Window(days: .weekdays(days), start: time(start), end: time(min(end, 1440)))
      if Int.random(in: 0..<3, using: &random) == 0 {
        window.warningSeconds = Set((0..<2).map { _ in 60 * Int64.random(in: 1...120, using: &random) }).sorted(by: >)
      }
      return window
    }
  }

  private static func time(_ minute: Int) -> TimeOfDay { TimeOfDay(secondsSinceMidnight: minute * 60) ?? .midnight }
}
