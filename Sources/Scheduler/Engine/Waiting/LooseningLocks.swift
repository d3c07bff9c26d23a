/// What loosening changes of the configuration wait for, besides their cooldowns: the strict sessions that run, and the
/// limits of strict profiles that were used up.
struct LooseningLocks {
  /// The running sessions.
  let sessions: [ProfileID: Session]
  /// The limits.
  let limits: [LimitLock]

  /// Returns the elapsed time, not before `due`, from which on no limit locks a profile; nil while something of it is
  /// locked.
  func end(of profile: ProfileID, notBefore due: Int64) -> Int64? {
    if sessions[profile]?.isLocked ?? false { return nil }
    return limits.filter { $0.key.profile == profile }.end(notBefore: due)
  }

  /// Returns the elapsed time, not before `due`, from which on none of some limits locks; nil while one of them, or one of
  /// some sessions, is locked.
  func end(of ids: [SessionID], notBefore due: Int64) -> Int64? {
    if sessions.values.contains(where: { $0.isLocked && ids.contains($0.id) }) { return nil }
    return limits.filter { ids.contains($0.id) }.end(notBefore: due)
  }
}

/// A limit of a strict profile that was used up in its present period, by a person. Until the period ends it locks its
/// profile as a strict session does, also after more use was granted.
struct LimitLock: Hashable, Sendable {
  /// The limit and the person.
  let key: LimitKey
  /// The identity of the limit in this period, which stands beside those of sessions in `LooseningWaits.sessions`.
  let id: SessionID
  /// The elapsed time at which the day of the limit ended, which may be before the present of an evaluation; nil while it
  /// lasts, and for other periods, which end with their session.
  let end: Int64?
}

extension [LimitLock] {
  /// Returns the elapsed time, not before `due`, at which the last of these locks ended; nil if one of them has not.
  func end(notBefore due: Int64) -> Int64? {
    var latest = due
    for lock in self {
      guard let end = lock.end else { return nil }
      latest = Swift.max(latest, end)
    }
    return latest
  }
}

extension Engine {
  /// What loosening changes wait for now, besides their cooldowns.
  var looseningLocks: LooseningLocks { LooseningLocks(sessions: book.sessions, limits: limitLocks) }

  /// The limits that lock their profiles, in the order of their keys. Complexity: O(counted limits).
  var limitLocks: [LimitLock] {
    limits.counters.compactMap { key, counter -> LimitLock? in
      guard counter.isUsedUp, let counted = counted(key), counted.isStrict else { return nil }
      if let id = counter.period.session {
        guard let session = book[key.profile], session.id == id else { return nil }
        if counted.limit.period == .window, session[.schedule]?.start != counter.period.start { return nil }
      }
      let own = present?.shown(by: counted.clock)
      return LimitLock(
        key: key, id: counter.layerID(of: key), end: own.flatMap { counter.period.renewal?.elapsedEnd(at: $0) })
    }
    .sorted { $0.key < $1.key }
  }

  /// The strict sessions that run, and the limits that lock their profiles, by profile.
  var strictHolds: [ProfileID: [SessionID]] {
    var holds = book.sessions.filter { $0.value.rules.lock == .strict }.mapValues { [$0.id] }
    for lock in limitLocks where lock.end == nil { holds[lock.key.profile, default: []].append(lock.id) }
    return holds
  }
}
