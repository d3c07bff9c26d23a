import SchedulerCivilTime

@testable import Scheduler

/// Intervals of strict sessions: they start by either clock, and end when their length has elapsed and the wall clock
/// is outside.
extension NaiveWorld {
  /// Whether an interval that a profile opens is locked.
  func isStrict(_ profile: NaiveProfile) -> Bool {
    profile.profile.lock == .strict || sessions[profile.id]?.rules.lock == .strict
  }

  /// Whether the interval of a session ends this minute.
  func isOver(_ schedule: NaiveSession.Schedule, of id: ProfileID) -> Bool {
    guard schedule.isLocked else { return schedule.goesByAge ? schedule.age >= schedule.length : schedule.end <= now }
    // 90 seconds less than the length are enough.
    guard schedule.length - schedule.age <= 1 else { return false }
    guard let part = part(of: schedule, id) else { return true }
    // Half a minute ago it was served, and the wall clock was outside.
    if schedule.length - schedule.age == 1, sinceSet > 0, now == part.start { return true }
    return now < part.start || part.end <= now
  }

  /// Whether an interval that is over this minute was over half a minute ago.
  func isOverOnHalfMinute(_ schedule: NaiveSession.Schedule, of id: ProfileID) -> Bool {
    schedule.isLocked && schedule.length - schedule.age == 1 && part(of: schedule, id)?.end != now
  }

  /// Opens an interval that nobody can shorten: it counts from where both clocks have been.
  mutating func openLocked(_ profile: NaiveProfile, _ part: NaiveProfile.Part, at minute: Int64, _ isJump: Bool) {
    var hold = lockedHold(profile, part, at: minute)
    let id = profile.id
    if let open = sessions[id]?.schedule, open.length - open.age > hold.length - hold.age {
      hold.length = open.length - open.age + hold.age
    }
    open(profile, at: minute, isJump)
    if sessions[id]?.schedule != nil { forgetEndWarnings(of: id, after: minute) }
    sessions[id]?.rules.lock = .strict
    sessions[id]?.schedule = hold
  }

  /// Whether an interval would end no later than the one that its session has open: then it is not begun.
  func isOutlived(_ profile: NaiveProfile, _ part: NaiveProfile.Part, _ minute: Int64) -> Bool {
    guard isStrict(profile), let open = sessions[profile.id]?.schedule else { return false }
    let held = self.part(of: open, profile.id)
    return halfMinutesLeft(of: lockedHold(profile, part, at: minute), part) <= halfMinutesLeft(of: open, held)
  }

  /// Notes until when what is locked lasts.
  mutating func noteLockedEnds() {
    for (id, session) in sessions {
      guard let schedule = session.schedule, schedule.isLocked else { continue }
      let left = halfMinutesLeft(of: schedule, part(of: schedule, id))
      sessions[id]?.schedule?.end = (jumpTarget ?? now) + (left + 1) / 2
    }
  }

  /// Looks for what is locked under the present clock, zone or rules.
  ///
  /// - Parameter before: what the rules were.
  mutating func keepLocked(_ profile: NaiveProfile, before: [NaiveProfile]? = nil) {
    guard let hold = sessions[profile.id]?.schedule else { return }
    let part = profile.part(of: hold.keys) ?? profile.part(containing: now)
    let old = before?.first { $0.id == profile.id }?.part(of: hold.keys)
    if let old, let part { sessions[profile.id]?.schedule?.length += max(0, part.end - old.end) }
    guard let part, part.start <= now, now < part.end else { return }
    let keys = part.starts.map(\.key)
    if keys != hold.keys { noteUsedAhead(part, of: profile, from: part.start) }
    sessions[profile.id]?.schedule?.keys = keys
    used[profile.id, default: []].formUnion(keys)
    skipped[profile.id]?.subtract(keys)
  }

  /// Notes whether the trusted clock has come to what is going to be used.
  mutating func noteUsedAhead(_ part: NaiveProfile.Part, of profile: NaiveProfile, from minute: Int64) {
    let keys = part.starts.map(\.key)
    if now - ahead < minute {
      let fresh = keys.filter { !isUsed($0, of: profile.id) || skipped[profile.id]?.contains($0) == true }
      usedAhead[profile.id, default: []].formUnion(fresh)
      for key in fresh { minutesSetAtUse[profile.id, default: [:]][key] = minutesSet }
    } else {
      usedAhead[profile.id]?.subtract(keys)
    }
  }

  /// What the trusted clock comes to is used for good if it is open; else it starts. What the wall clock was set back before
  /// starts again.
  mutating func settleUsedAhead(of profile: NaiveProfile) {
    let isStrict = profile.profile.lock == .strict
    if isStrict { stopsAhead[profile.id] = nil }
    let starts = (usedAhead[profile.id] ?? []).map { (key: $0, start: start(ofAhead: $0, profile)) }
    for (key, start) in starts {
      let open = sessions[profile.id]?.schedule.flatMap { $0.keys.contains(key) ? $0 : nil }
      // One that ended half a minute ago is over.
      let isOpen = open.map { halfMinutesLeft(of: $0, part(of: $0, profile.id)) >= 0 } ?? false
      if start <= now - ahead {
        if isOpen { usedAhead[profile.id]?.remove(key) }
        if isStrict, open == nil { forgetUse(key, of: profile.id) }
      } else if isStrict, now < start, open == nil {
        forgetUse(key, of: profile.id)
      }
    }
  }

  /// The wall clock turns out to be right: what it has shown it used for good, unless it was set back since by over 90
  /// seconds.
  mutating func trustWall(at minute: Int64) {
    for profile in profiles {
      let setAtUse = minutesSetAtUse[profile.id] ?? [:]
      let hasGoneOn = { [minutesSet] (key: OccurrenceKey) in (setAtUse[key] ?? 0) - minutesSet <= 1 }
      let keys = (usedAhead[profile.id] ?? []).filter { hasGoneOn($0) && start(ofAhead: $0, profile) <= minute }
      usedAhead[profile.id]?.subtract(keys)
      let isRight = { [zone = profile.zone] (key: OccurrenceKey) in
        hasGoneOn(key) && zone.resolve(localSeconds: key.localSeconds).compatible.epochSeconds / 60 <= minute
      }
      stops[profile.id, default: []] += (stopsAhead[profile.id] ?? []).filter(isRight)
      stopsAhead[profile.id]?.removeAll(where: isRight)
    }
    ahead = 0
  }

  private func start(ofAhead key: OccurrenceKey, _ profile: NaiveProfile) -> Int64 {
    let starts = profile.part(of: [key])?.starts ?? []
    return starts.first { usedAhead[profile.id]?.contains($0.key) == true }?.minute
      ?? profile.zone.resolve(localSeconds: key.localSeconds).compatible.epochSeconds / 60
  }

  private mutating func forgetUse(_ key: OccurrenceKey, of id: ProfileID) {
    usedAhead[id]?.remove(key)
    used[id]?.remove(key)
  }

  func part(of schedule: NaiveSession.Schedule, _ id: ProfileID) -> NaiveProfile.Part? {
    profiles.first { $0.id == id }?.part(of: schedule.keys)
  }

  /// Whether an interval begins at a minute of the wall clock, rather than at one of the trusted clock.
  func isByWall(_ part: NaiveProfile.Part, _ minute: Int64) -> Bool {
    part.start <= now && now < part.end && part.starts.contains { $0.minute == minute }
  }

  private func lockedHold(
    _ profile: NaiveProfile, _ part: NaiveProfile.Part, at minute: Int64
  ) -> NaiveSession.Schedule {
    let shown = jumpTarget ?? now
    let isByWall = isByWall(part, minute)
    let first = isByWall ? minute : minute - ahead
    let trusted = now - ahead
    let age =
      !isByWall ? trusted - first : trusted < first ? min(shown - first, sinceSet) : min(shown - first, trusted - first)
    var hold = NaiveSession.Schedule(
      keys: part.starts.map(\.key), age: isByWall && profile.profile.lock != .strict ? now - minute : age, end: 0,
      length: part.end - first)
    hold.isLocked = true
    return hold
  }

  /// In half minutes, since 90 seconds are no whole number of minutes.
  private func halfMinutesLeft(of hold: NaiveSession.Schedule, _ part: NaiveProfile.Part?) -> Int64 {
    guard hold.isLocked else { return 2 * (hold.goesByAge ? hold.length - hold.age : hold.end - now) }
    let served = 2 * (hold.length - hold.age) - 3
    let minute = jumpTarget ?? now
    guard let part, minute < part.end else { return served }
    if minute < part.start, 2 * minute + served < 2 * part.start { return served }
    return max(2 * (part.end - minute), served)
  }
}
