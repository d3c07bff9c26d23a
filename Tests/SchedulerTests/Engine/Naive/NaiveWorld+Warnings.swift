import SchedulerCivilTime

@testable import Scheduler

/// A warning of an interval, in minutes.
struct NaiveWarning: Hashable {
  let profile: ProfileID
  /// The key that its profile had.
  let key: String
  let isOfStart: Bool
  let minute: Int64
  /// The minute of the edge that it warns of.
  let edge: Int64
  /// The first occurrence of its interval.
  let occurrence: OccurrenceKey?
}

extension NaiveWorld {
  /// Sets aside the warnings of the minute that a clock shows, before anything of that minute is done.
  mutating func setWarningsAside(_ clock: ProfileClock) {
    for profile in profiles where profile.clock == clock {
      setAside(profile.warnings[now(of: profile.id)] ?? [], profile.clock)
    }
  }

  /// Sets aside the warnings of all minutes that a clock is beyond, since it did not come here minute by minute.
  mutating func setPastWarningsAside(until minute: Int64, _ clock: ProfileClock) {
    let now = now(by: clock)
    for profile in profiles where profile.clock == clock {
      setAside(profile.warnings.values.joined().filter { $0.minute <= now && minute < $0.edge }, clock)
    }
  }

  private mutating func setAside(_ some: some Sequence<NaiveWarning>, _ clock: ProfileClock) {
    let shown = shown[clock] ?? []
    for warning in some where !(warning.minute..<warning.edge).contains(where: shown.contains) {
      if warning.isOfStart {
        if let occurrence = warning.occurrence, isUsed(occurrence, of: warning.profile) { continue }
      } else {
        guard let hold = sessions[warning.profile]?.schedule, !hold.goesByAge, hold.end == warning.edge else {
          continue
        }
      }
      aside.insert(warning)
    }
  }

  /// Gives the warnings that were set aside and whose edges are still ahead, but none whose clock went back before its
  /// minute.
  mutating func giveWarnings() {
    given.formUnion(aside.filter { ($0.minute..<$0.edge).contains(now(of: $0.profile)) })
    aside = []
    noteShown()
  }

  /// Notes the minutes that the clocks show.
  mutating func noteShown() {
    for clock in ProfileClock.allCases { shown[clock, default: []].insert(now(by: clock)) }
  }
}

extension NaiveWorld {
  /// Minutes pass that the clocks do not show: the machine is off, or they make up for lost time.
  mutating func leap(_ minutes: Int64) {
    for clock in ProfileClock.allCases { setPastWarningsAside(until: now(by: clock) + minutes, clock) }
    for _ in 0..<minutes { tick() }
  }
}

extension VirtualMachine {
  /// Whether the last evaluation gave the warnings that the naive implementation gave; says what differs. Of the end of an
  /// interval that began and was replaced in that evaluation nobody knows.
  func warningDifference(from world: NaiveWorld) -> String? {
    let passing = profiles(with: .intervalDidStart).intersection(profiles(with: .sessionDidEnd))
    let warnings = transition.events.compactMap { event -> String? in
      guard let profile = event.profile else { return nil }
      let minute = event.planned.epochSeconds / 60
      switch event.name {
      case .intervalWillStartWarning: return "\(profile.key) starts, warned at \(minute)"
      case .intervalWillEndWarning where !passing.contains(profile.key.text):
        return "\(profile.key) ends, warned at \(minute)"
      default: return nil
      }
    }
    let expected = world.given.filter { $0.isOfStart || !passing.contains($0.key) }.map { warning in
      "\(warning.key) \(warning.isOfStart ? "starts" : "ends"), warned at \(warning.minute)"
    }
    return warnings.sorted() == expected.sorted() ? nil : "engine gave \(warnings.sorted()), naive \(expected.sorted())"
  }

  /// The keys of the profiles that had an event in the last evaluation.
  private func profiles(with name: EventName) -> Set<String> {
    Set(transition.events.compactMap { $0.name == name ? $0.profile?.key.text : nil })
  }
}
