import SchedulerCivilTime

@testable import Scheduler

extension NaiveWorld {
  /// What an interval does to others at its start, and whether what is locked keeps it from starting.
  mutating func hasToWait(_ profile: NaiveProfile, _ part: NaiveProfile.Part, at minute: Int64) -> Bool {
    guard profile.profile.overlap == .replace,
      let key = part.starts.first(where: { !isUsed($0.key, of: profile.id) })?.key
    else { return false }
    if waiting[profile.id]?.key != key {
      let locked = replaceOthers(than: profile.id, at: minute)
      waiting[profile.id] = locked.isEmpty ? nil : Waiting(key: key, start: minute, sessions: locked)
    }
    guard let awaited = waiting[profile.id]?.sessions else { return false }
    return sessions.values.contains { awaited.contains($0.serial) }
  }

  /// Ends what runs and what waits; returns what is locked.
  private mutating func replaceOthers(than id: ProfileID, at minute: Int64) -> Set<Int> {
    var locked: Set<Int> = []
    let passed = now(of: id) - minute
    for (other, session) in sessions
    where other != id && (session.start <= now(of: other) - passed || session.age >= passed) {
      if session.rules.lock == .strict { locked.insert(session.serial) } else { sessions[other] = nil }
    }
    for other in profiles where other.id != id {
      let now = now(of: other.id)
      guard let entry = waiting[other.id], entry.start <= now - passed else { continue }
      waiting[other.id] = nil
      if let part = other.part(containing: now), part.starts.contains(where: { $0.key == entry.key }) {
        use(part, of: other, from: now - passed)
      }
    }
    return locked
  }

  /// Does what was planned for this minute. What is over where a clock jumps to is never begun.
  mutating func startPlanned() {
    for profile in profiles {
      guard let plan = planned[profile.id], plan.minute <= now(of: profile.id) else { continue }
      planned[profile.id] = nil
      let target = jumpTarget(of: profile)
      if let target, let length = length(of: plan, profile), plan.minute + length <= target { continue }
      let before = sessions[profile.id]
      _ = start(plan.key, plan.options, isJump: target != nil)
      guard target != nil, let session = sessions[profile.id] else { continue }
      for origin in session.origins.subtracting(before?.origins ?? []) {
        sessions[profile.id]?.originsOfJump.insert(origin)
        if origin == .pomodoro { sessions[profile.id]?.unseenFocus = NaiveUnseenFocus() }
      }
    }
  }

  /// How long what is planned lasts, in minutes; nil without an end.
  private func length(of plan: PlannedCommand, _ profile: NaiveProfile) -> Int64? {
    if let seconds = plan.options.lengthSeconds { return seconds / 60 }
    switch plan.options.strategy ?? profile.profile.strategy.kind {
    case .manual: return nil
    case .timer: return profile.profile.strategy.timer.map { $0.lengthSeconds / 60 }
    case .pomodoro:
      // One that is there already goes on with its next phase.
      if sessions[profile.id]?.phases != nil { return nil }
      let minutes = NaiveSession.Phases(beginning: profile.profile.strategy.pomodoro).minutesLeft
      return minutes == .max ? nil : minutes
    }
  }
}
