/// What loosening changes of the configuration wait for, besides their cooldowns: the strict sessions that run, and the
/// limits of strict profiles that were used up.
struct LooseningLocks {
  /// The running sessions.
  let sessions: [ProfileID: Session]
  /// The limits.
  let limits: [LimitLock]

  /// Whether something of a profile is locked.
  func holds(_ profile: ProfileID) -> Bool {
    sessions[profile]?.isLocked ?? false || limits.contains { $0.key.profile == profile }
  }

  /// Whether one of some sessions and limits is locked.
  func holdsAny(of ids: [SessionID]) -> Bool {
    sessions.values.contains { $0.isLocked && ids.contains($0.id) } || limits.contains { ids.contains($0.id) }
  }
}

/// A limit of a strict profile that was used up in its present period, by a person. Until the period ends it locks its
/// profile as a strict session does, also after more use was granted.
struct LimitLock: Hashable, Sendable {
  /// The limit and the person.
  let key: LimitKey
  /// The identity of the limit in this period, which stands beside those of sessions in `LooseningWaits.sessions`.
  let id: SessionID
}

extension Engine {
  /// What loosening changes wait for now, besides their cooldowns.
  var looseningLocks: LooseningLocks { LooseningLocks(sessions: book.sessions, limits: limitLocks) }

  /// The limits that lock their profiles, in the order of their keys. Complexity: O(counted limits).
  var limitLocks: [LimitLock] {
    limits.counters.filter { key, counter in
      guard counter.isUsedUp, counted(key)?.isStrict ?? false else { return false }
      return counter.period.session.map { book[key.profile]?.id == $0 } ?? true
    }
    .map { LimitLock(key: $0.key, id: $0.value.layerID(of: $0.key)) }.sorted { $0.key < $1.key }
  }

  /// The strict sessions that run, and the limits that lock their profiles, by profile.
  var strictHolds: [ProfileID: [SessionID]] {
    var holds = book.sessions.filter { $0.value.rules.lock == .strict }.mapValues { [$0.id] }
    for lock in limitLocks { holds[lock.key.profile, default: []].append(lock.id) }
    return holds
  }
}
