import SchedulerCivilTime

@testable import Scheduler

/// How long a session of a profile has run, in minutes, and what it did then.
struct NaiveLength: Equatable {
  let profile: ProfileID
  let key: String
  let minutes: Int64
  let spent: NaiveSpent
}

extension NaiveWorld {
  /// Notes how long each session has run so far.
  mutating func noteLengths() {
    for session in sessions.values {
      lengths[session.serial] = NaiveLength(
        profile: session.rules.reference.id, key: session.rules.reference.key.text, minutes: session.length ?? 0,
        spent: session.spent(whenSeenIn: nextLook.map { $0 - now } ?? 0))
    }
  }

  /// How long those sessions ran that have ended since this was asked last, and the profiles of which that is not sure.
  mutating func takeEnded() -> (lengths: [NaiveLength], unsure: Set<ProfileID>) {
    defer { joinedUnseen = [] }
    let running = Set(sessions.values.map(\.serial))
    let ended = lengths.filter { !running.contains($0.key) }
    for serial in ended.keys { lengths[serial] = nil }
    return (Array(ended.values), joinedUnseen)
  }
}

extension VirtualMachine {
  /// Whether the sessions that ended in the last evaluation ran as long as those of the naive implementation; says what
  /// differs, but for some profiles. Those that ended with their first minute do not count: one of them may have opened
  /// some that nobody saw.
  func lengthDifference(from ended: [NaiveLength], besides unsure: Set<ProfileID>) -> String? {
    let lengths = transition.finished.compactMap { session -> String? in
      guard session.seconds > 60, !unsure.contains(session.profile.id) else { return nil }
      return "\(session.profile.key) \(session.seconds / 60) min, \(NaiveSpent(session.spent))"
    }
    let expected = ended.filter { $0.minutes > 1 && !unsure.contains($0.profile) }.map {
      "\($0.key) \($0.minutes) min, \($0.spent)"
    }
    return lengths.sorted() == expected.sorted() ? nil : "engine ended \(lengths.sorted()), naive \(expected.sorted())"
  }
}
