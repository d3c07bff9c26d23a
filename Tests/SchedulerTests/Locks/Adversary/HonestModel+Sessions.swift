import SchedulerCivilTime

@testable import Scheduler

/// What the model sees of the sessions that run.
extension HonestModel {
  mutating func noteSessions(of engine: Engine, at second: Int64, isEdit: Bool) {
    for (profile, touches) in touched {
      let open = engine.book[profile]?[.schedule]?.interval?.occurrences ?? []
      for (key, touch) in touches where touch.isOpen {
        touched[profile]?[key]?.until = second
        touched[profile]?[key]?.isOpen = open.contains(key)
      }
    }
    for (profile, session) in engine.book.sessions {
      if sessions[session.id] == nil { sessions[session.id] = newSession(of: profile, at: second, isEdit: isEdit) }
      let held = session[.schedule]?.interval?.occurrences ?? []
      let isNew = !held.isEmpty && held.allSatisfy { touched[profile]?[$0] == nil }
      if isNew, !isEdit, lastLockChange(of: profile) < previous, !isMisled, max(lastFollowing, lastTravel) < second,
        held.allSatisfy({ isAhead($0, of: profile, at: second) })
      {
        early = "P1: an interval of strict \(session.profile.key) begins before its time"
      }
      for key in held where touched[profile]?[key] == nil {
        touched[profile, default: [:]][key] = HonestTouch(
          session: session.id, since: previous, until: second, seen: second)
      }
      sessions[session.id]?.closeLift(at: second)
    }
  }

  /// Whether an occurrence lies ahead of true time. Where windows of another zone wait, its date and time come twice,
  /// and with the first of them it has begun.
  func isAhead(_ key: OccurrenceKey, of profile: ProfileID, at second: Int64) -> Bool {
    let starts = (versions[profile] ?? []).compactMap { version in
      version.timeline(system).interval(of: key).map {
        (binds: version.binds(at: previous), start: $0.start.epochSeconds)
      }
    }
    let latest = second + HonestPromise.reading
    return starts.contains { latest < $0.start } && !starts.contains { $0.binds && $0.start <= second }
  }

  /// The last true second at which a version that is not strict can count, or a version can wait as a whole; the greatest
  /// number if such a version was not replaced.
  private func lastLockChange(of profile: ProfileID) -> Int64 {
    let versions = versions[profile] ?? []
    let soft = versions.filter { !$0.isStrict }.map(\.latestEnd)
    let waiting = versions.filter { $0.accepted < $0.promisedFrom }.map(\.promisedFrom)
    return (soft + waiting).max() ?? .min
  }

  /// What a session has to keep that began since the evaluation before. With an edit nobody knows which came first:
  /// then what both configurations say.
  private func newSession(of profile: ProfileID, at second: Int64, isEdit: Bool) -> HonestSession {
    let all = versions[profile] ?? []
    let binding = all.filter { $0.binds(at: second) }
    let asked = isEdit ? Array(all.suffix(2)) : binding
    let kept = isEdit ? all.filter { $0.replaced != nil && $0.binds(at: second) } : binding
    var domains = kept.reduce(into: Set<String>()) { $0.formUnion($1.domains) }
    if isEdit, let first = asked.first {
      domains.formUnion(asked.reduce(first.domains) { $0.intersection($1.domains) })
    }
    let limits = isEdit ? all : binding
    let most: ([Int64]) -> Int64 = { (isEdit ? $0.max() : $0.min()) ?? 1 << 40 }
    let keys = limits.map { Set($0.profile.unlockKeys) }
    return HonestSession(
      profile: profile, domains: domains,
      keys: isEdit
        ? keys.reduce([]) { $0.union($1) } : keys.dropFirst().reduce(keys.first ?? []) { $0.intersection($1) },
      breakSeconds: most(limits.map { $0.profile.breaks?.lengthSeconds ?? 0 }),
      breakBudget: most(limits.map { $0.profile.breaks?.budgetSeconds ?? 0 }),
      pauseSeconds: most(limits.map { $0.profile.pause?.lengthSeconds ?? 0 }),
      pauseCount: most(limits.map { $0.profile.pause?.count ?? 0 }),
      isStrict: !isEdit && !binding.isEmpty && binding.allSatisfy { $0.isStrict })
  }
}
