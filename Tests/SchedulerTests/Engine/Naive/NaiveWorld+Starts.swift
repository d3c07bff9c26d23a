import SchedulerCivilTime

@testable import Scheduler

/// What begins by itself.
extension NaiveWorld {
  mutating func applyStarts(_ isKept: inout Set<ProfileID>, _ isJump: Bool) {
    let starting = profiles.compactMap { profile in
      firstStart(of: profile).map { (profile, $0.part, $0.minute, order: now - now(of: profile.id) + $0.minute) }
    }
    for (profile, part, minute, _) in starting.sorted(by: { $0.order < $1.order }) {
      // One that waited may have been replaced, and used, just now.
      if part.starts.allSatisfy({ isUsed($0.key, of: profile.id) }) { continue }
      if outlasts(part, profile) { continue }
      if hasToWait(profile, part, at: minute) {
        isKept.insert(profile.id)
      } else {
        start(profile, part, at: minute, isJump && jump?.clock == profile.clock)
      }
    }
  }

  /// The interval that contains now and the first start in it that is not used.
  private func firstStart(of profile: NaiveProfile) -> (part: NaiveProfile.Part, minute: Int64)? {
    let now = now(of: profile.id)
    guard let part = profile.part(containing: now) else { return nil }
    guard let first = part.starts.first(where: { !isUsed($0.key, of: profile.id) }) else { return nil }
    return first.minute <= now ? (part, first.minute) : nil
  }

  /// Whether what is open of a strict session ends no earlier than an interval of its profile. Then it continues, and uses
  /// and replaces nothing.
  private func outlasts(_ part: NaiveProfile.Part, _ profile: NaiveProfile) -> Bool {
    let isLocked = profile.clock == .trusted || sessions[profile.id]?.rules.lock == .strict
    guard isLocked, let openLeft = openLeft(of: profile) else { return false }
    return part.end - (jumpTarget(of: profile) ?? now(of: profile.id)) <= openLeft
  }

  /// Minutes until the interval that is open ends; nil where none is.
  private func openLeft(of profile: NaiveProfile) -> Int64? {
    sessions[profile.id]?.schedule.map { open in
      open.goesByAge ? open.length - open.age : open.end - (jumpTarget(of: profile) ?? now(of: profile.id))
    }
  }

  /// The minute that the clock of a profile is being set forward to.
  func jumpTarget(of profile: NaiveProfile) -> Int64? {
    jump.flatMap { $0.clock == profile.clock ? $0.target : nil }
  }

  private mutating func start(_ profile: NaiveProfile, _ part: NaiveProfile.Part, at minute: Int64, _ isJump: Bool) {
    let now = now(of: profile.id)
    let target = jumpTarget(of: profile)
    let openLeft = openLeft(of: profile)
    use(part, of: profile, from: minute)
    let look = target ?? nextLook.map { $0 - self.now + now } ?? now
    if part.end <= look { return }
    var hold = NaiveSession.Schedule(
      keys: part.starts.map(\.key), age: now - minute, end: part.end, length: part.end - minute)
    hold.isOfJump = isJump
    hold.clock = profile.clock
    if profile.clock == .trusted { hold.promised = part.end }
    if let openLeft {
      if openLeft < part.end - (target ?? now) { sessions[profile.id]?.schedule = hold }
    } else {
      self.open(profile, at: minute, isJump)
      sessions[profile.id]?.schedule = hold
    }
    if profile.clock == .trusted { sessions[profile.id]?.rules.lock = .strict }
  }

  /// Uses an interval that is opened, or that another one replaces.
  mutating func use(_ part: NaiveProfile.Part, of profile: NaiveProfile, from minute: Int64) {
    let fresh = part.starts.map(\.key).filter {
      !isUsed($0, of: profile.id) || skipped[profile.id]?.contains($0) == true
    }
    used[profile.id, default: []].formUnion(fresh)
    let restorable = skipped[profile.id]?.intersection(fresh) ?? []
    skipped[profile.id]?.subtract(fresh)
    unseen.append(
      Unseen(profile: profile.id, keys: fresh, skipped: restorable, start: minute, end: part.end))
  }

  /// Makes sure that a profile has a session.
  mutating func open(_ profile: NaiveProfile, at start: Int64, _ isJump: Bool = false) {
    guard sessions[profile.id] == nil else { return }
    let now = now(of: profile.id)
    var session = NaiveSession(start: start, rules: profile.profile)
    session.renewal = profile.renewal(of: profile.profile, after: start).map { ($0, $0 - now) }
    session.isOfJump = isJump
    session.age = now - start
    sessionCount += 1
    session.serial = sessionCount
    sessions[profile.id] = session
    noteLengths()
    renew(profile)
  }
}
