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

  /// Ends everything else for a start by hand that replaces, or nothing if a person may not stop all of it; returns the
  /// refusal that lasts longest.
  mutating func replaceByHand(_ profile: NaiveProfile, at minute: Int64) -> String? {
    guard profile.profile.overlap == .replace else { return nil }
    let refusals = profiles.filter { $0.id != profile.id }.compactMap { refusalOfStop($0.id) }
    if let refusal = refusals.first(where: { $0.left == nil }) { return refusal.reason }
    if let refusal = refusals.max(by: { ($0.left ?? 0) < ($1.left ?? 0) }) { return refusal.reason }
    _ = replaceOthers(than: profile.id, at: minute)
    return nil
  }

  /// Why a person may not stop the session of a profile, and the minutes until then, nil for no end; nil if they may.
  func refusalOfStop(_ id: ProfileID) -> (reason: String, left: Int64?)? {
    guard let session = sessions[id] else { return nil }
    if isLocked(id) { return ("locked", session.minutesLeft(at: now(of: id))) }
    if let timer = session.timer, !session.timerMayStop { return ("timerRunsOut", timer) }
    return nil
  }

  /// Ends what runs and what waits; returns what is locked.
  private mutating func replaceOthers(than id: ProfileID, at minute: Int64) -> Set<Int> {
    var locked: Set<Int> = []
    let passed = now(of: id) - minute
    for (other, session) in sessions
    where other != id && (session.start <= now(of: other) - passed || session.age >= passed) {
      if refusalOfStop(other) != nil { locked.insert(session.serial) } else { sessions[other] = nil }
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
      if let target, let length = length(of: plan, profile), plan.minute + length <= target {
        if wouldAddHold(plan, to: profile) { _ = replaceByHand(profile, at: plan.minute) }
        continue
      }
      let before = sessions[profile.id]
      _ = start(plan.key, plan.options, isJump: target != nil)
      guard target != nil, let session = sessions[profile.id] else { continue }
      for origin in session.origins.subtracting(before?.origins ?? []) {
        sessions[profile.id]?.originsOfJump.insert(origin)
        if origin == .pomodoro { sessions[profile.id]?.unseenFocus = NaiveUnseenFocus() }
      }
    }
  }

  /// Whether a planned start opens something, so that it ends other sessions even if it is over by now.
  private func wouldAddHold(_ plan: PlannedCommand, to profile: NaiveProfile) -> Bool {
    switch plan.options.strategy ?? profile.profile.strategy.kind {
    case .manual: plan.options.lengthSeconds != nil && sessions[profile.id]?.manual == nil
    case .timer: sessions[profile.id]?.timer == nil
    case .pomodoro: sessions[profile.id]?.phases == nil && !profile.hasEndlessPomodoro
    }
  }

  /// How long what is planned lasts, in minutes; nil without an end.
  private func length(of plan: PlannedCommand, _ profile: NaiveProfile) -> Int64? {
    if let seconds = plan.options.lengthSeconds { return seconds / 60 }
    switch plan.options.strategy ?? profile.profile.strategy.kind {
    case .manual: return nil
    case .timer: return profile.profile.strategy.timer.map { $0.lengthSeconds / 60 }
    case .pomodoro:
      // One that is there already continues with its next phase.
      if sessions[profile.id]?.phases != nil { return nil }
      let minutes = NaiveSession.Phases(beginning: profile.profile.strategy.pomodoro).minutesLeft
      return minutes == .max ? nil : minutes
    }
  }
}
