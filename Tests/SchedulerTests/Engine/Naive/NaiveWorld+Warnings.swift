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
  /// Sets aside the warnings of the minute that the clock shows, before anything of that minute is done.
  mutating func setWarningsAside() {
    for profile in profiles { setWarningsAside(of: profile) }
  }

  /// Sets aside those of one profile.
  mutating func setWarningsAside(of profile: NaiveProfile) { setAside(profile.warnings[now] ?? []) }

  /// Warns of no end of an interval after another one has taken its place.
  mutating func forgetEndWarnings(of id: ProfileID, after minute: Int64) {
    aside = aside.filter { $0.profile != id || $0.isOfStart || $0.minute <= minute }
  }

  /// Sets aside the warnings of all minutes that the clock is beyond, since it did not come here minute by minute.
  mutating func setPastWarningsAside(until minute: Int64) {
    for profile in profiles {
      setAside(profile.warnings.values.joined().filter { $0.minute <= now && minute < $0.edge })
    }
  }

  private mutating func setAside(_ some: some Sequence<NaiveWarning>) {
    for warning in some where !(warning.minute..<warning.edge).contains(where: shown.contains) {
      if warning.isOfStart {
        if let occurrence = warning.occurrence, isUsed(occurrence, of: warning.profile) { continue }
      } else {
        guard let hold = sessions[warning.profile]?.schedule, !hold.goesByAge, hold.end == warning.edge else {
          continue
        }
        if hold.isLocked, part(of: hold, warning.profile)?.end != warning.edge { continue }
      }
      aside.insert(warning)
    }
  }

  /// Gives the warnings that were set aside and whose edges are still ahead.
  mutating func giveWarnings() {
    given.formUnion(aside.filter { now < $0.edge })
    aside = []
    shown.insert(now)
  }
}

extension NaiveWorld {
  /// Minutes pass that the clock does not show: the machine is off, or it makes up for lost time.
  mutating func leap(_ minutes: Int64) {
    setPastWarningsAside(until: now + minutes)
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
