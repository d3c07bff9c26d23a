import SchedulerCivilTime

@testable import Scheduler

/// A second implementation of the rules of sessions, slow and plain: it is awake every minute, counts minutes instead of
/// keeping deadlines, and asks of every profile at every minute what holds.
///
/// It knows when somebody looks next: an interval that is over by then starts nothing, and its use is taken back.
struct NaiveWorld {
  var profiles: [NaiveProfile]
  /// The minute that the wall clock shows.
  var now: Int64
  /// By how many minutes the wall clock is ahead of the trusted one.
  var ahead: Int64 = 0
  /// For so many minutes nobody has set the wall clock.
  var sinceSet: Int64 = 0
  /// While the clock is set forward: the minute that it is set to.
  var jumpTarget: Int64?
  /// While nobody looks: the minute at which somebody will.
  var nextLook: Int64?
  var sessions: [ProfileID: NaiveSession] = [:]
  var used: [ProfileID: Set<OccurrenceKey>] = [:]
  var skipped: [ProfileID: Set<OccurrenceKey>] = [:]
  /// Of what is used: what the trusted clock has not come to.
  var usedAhead: [ProfileID: Set<OccurrenceKey>] = [:]
  /// By how many minutes the wall clock was set so far, and had been when something was used ahead.
  var minutesSet: Int64 = 0
  var minutesSetAtUse: [ProfileID: [OccurrenceKey: Int64]] = [:]
  /// Dates and seconds up to which a stop used everything.
  var stops: [ProfileID: [OccurrenceKey]] = [:]
  /// Those of them to which the trusted clock had not come: they count until the profile is strict.
  var stopsAhead: [ProfileID: [OccurrenceKey]] = [:]
  /// Intervals that would replace what is locked.
  var waiting: [ProfileID: Waiting] = [:]
  /// Starts by hand that wait for their minute.
  var planned: [ProfileID: PlannedCommand] = [:]
  /// How many sessions there have been.
  var sessionCount = 0
  /// Intervals that were used and that nobody has looked at yet.
  var unseen: [Unseen] = []
  /// The minutes that the clock has shown while time passed, or when somebody looked.
  var shown: Set<Int64> = []
  /// How long each session has run, in minutes, by its serial; of those that ended since the last check, too.
  var lengths: [Int: NaiveLength] = [:]
  /// The profiles of which intervals began since the look before. Of one that was over by then nobody knows: it held no
  /// session any longer.
  var joinedUnseen: Set<ProfileID> = []
  /// Whether what is locked ended half a minute ago: what has waited for it began then.
  var endedOnHalfMinute = false
  /// Warnings that will be given if somebody looks in time.
  var aside: Set<NaiveWarning> = []
  /// Warnings that were given.
  var given: Set<NaiveWarning> = []

  /// What was used: all its keys, and those of them that were skipped before.
  struct Unseen {
    let profile: ProfileID
    let keys: [OccurrenceKey]
    let skipped: Set<OccurrenceKey>
    let start: Int64
    let end: Int64
  }

  /// What waits, since when, and for the end of which sessions.
  struct Waiting {
    let key: OccurrenceKey
    let start: Int64
    let sessions: Set<Int>
  }

  /// A start by hand and the minute at which it is to be done.
  struct PlannedCommand {
    let minute: Int64
    let key: String
    let options: StartOptions
  }

  init(_ profiles: [NaiveProfile], now: Int64) {
    self.profiles = profiles
    self.now = now
  }

  /// A minute passes.
  mutating func tick() {
    now += 1
    sinceSet += 1
    for id in sessions.keys { sessions[id]?.passMinute() }
    noteLengths()
    setWarningsAside()
    settle()
  }

  /// The wall clock shows another minute, and no time has passed; at a boot it is trusted.
  mutating func setClock(to minute: Int64, isBoot: Bool = false) {
    let before = now
    if minute != now || isBoot { sinceSet = 0 }
    minutesSet += minute - before
    if isBoot { trustWall(at: min(before, minute)) }
    let trusted = isBoot ? minute : now - ahead
    now = minute
    ahead = now - trusted
    resolveAnew()
    now = before
    ahead = now - trusted
    if before < minute { setPastWarningsAside(until: minute) }
    jumpTarget = minute
    noteLockedEnds()
    while now < minute {
      now += 1
      ahead += 1
      for id in sessions.keys { sessions[id]?.ageInJump() }
      setWarningsAside()
      settle(isJump: true)
    }
    for id in sessions.keys {
      sessions[id]?.isOfJump = false
      sessions[id]?.schedule?.isOfJump = false
    }
    now = minute
    ahead = now - trusted
    jumpTarget = nil
    // By the trusted clock it may start.
    takeBackUnseen()
    settle()
    if minute <= before { setPastWarningsAside(until: minute) }
  }

  func isUsed(_ key: OccurrenceKey, of id: ProfileID) -> Bool {
    used[id]?.contains(key) == true || skipped[id]?.contains(key) == true
      || ((stops[id] ?? []) + (stopsAhead[id] ?? [])).contains {
        $0.epochDay == key.epochDay && key.second <= $0.second
      }
  }

  /// Everything that is due this minute: renewals, ends, starts.
  mutating func settle(isJump: Bool = false) {
    for profile in profiles where !isJump || sessions[profile.id]?.isOfJump == true { renew(profile) }
    endedOnHalfMinute = false
    for profile in profiles {
      settleUsedAhead(of: profile)
      applyEnds(of: profile.id)
      settleUsedAhead(of: profile)
    }
    var isKept: Set<ProfileID> = []
    applyStarts(&isKept, isJump)
    // Of a strict profile another interval may begin by the trusted clock.
    if ahead != 0 { applyStarts(&isKept, isJump) }
    waiting = waiting.filter { isKept.contains($0.key) }
    startPlanned()
    for profile in profiles { settleUsedAhead(of: profile) }
    noteLockedEnds()
  }

  private mutating func applyStarts(_ isKept: inout Set<ProfileID>, _ isJump: Bool) {
    let starting = profiles.compactMap { profile in
      firstStart(of: profile).map { (profile, $0.part, $0.minute, order: order(of: profile, $0.minute)) }
    }
    for (profile, part, minute, _) in starting.sorted(by: { $0.order < $1.order }) where !isKept.contains(profile.id) {
      // One that waited may have been replaced, and used, just now.
      if part.starts.allSatisfy({ isUsed($0.key, of: profile.id) }) { continue }
      if isOutlived(profile, part, minute) { continue }
      if hasToWait(profile, part, at: minute) {
        isKept.insert(profile.id)
      } else {
        start(profile, part, at: minute, isJump)
        if endedOnHalfMinute, minute < now { setWarningsAside(of: profile) }
      }
    }
  }

  private mutating func renew(_ profile: NaiveProfile) {
    guard let renewal = sessions[profile.id]?.renewal, renewal.minute <= now, renewal.left <= 0 else { return }
    sessions[profile.id]?.breakMinutes = 0
    sessions[profile.id]?.breaks = 0
    let next = profile.renewal(of: sessions[profile.id]?.rules, after: now)
    sessions[profile.id]?.renewal = next.map { ($0, $0 - now) }
  }

  mutating func applyEnds(of id: ProfileID) {
    guard var session = sessions[id] else { return }
    session.grants.removeAll { $0.left == 0 }
    if session.lift?.left == 0 { session.lift = nil }
    if let schedule = session.schedule, isOver(schedule, of: id) {
      if isOverOnHalfMinute(schedule, of: id) { endedOnHalfMinute = true }
      session.schedule = nil
    }
    if session.manual == 0 { session.manual = nil }
    if session.timer == 0 { session.timer = nil }
    if let phases = session.phases {
      if phases.state == .running, phases.left == 0 { session.phases?.next() }
      if phases.state != .running, phases.staleIn == 0 { session.phases = nil }
    }
    sessions[id] = session.isEmpty ? nil : session
  }

  /// The interval that contains now and the first start in it that is not used; of a strict profile, else that of the
  /// trusted clock.
  private func firstStart(of profile: NaiveProfile) -> (part: NaiveProfile.Part, minute: Int64)? {
    let byWall = firstStart(of: profile, at: now)
    if let byWall, !isOutlived(profile, byWall.part, byWall.minute) { return byWall }
    // While the wall clock is set the trusted one stands still.
    guard profile.profile.lock == .strict, ahead != 0, jumpTarget == nil else { return byWall }
    guard let found = firstStart(of: profile, at: now - ahead), found.part.end - (now - ahead) > 1 else {
      return byWall
    }
    return (found.part, found.minute + ahead)
  }

  /// By which minute its turn comes: what is strict starts by the clock that was there first.
  private func order(of profile: NaiveProfile, _ minute: Int64) -> Int64 {
    guard profile.profile.lock == .strict, ahead != 0, jumpTarget == nil else { return minute }
    return firstStart(of: profile, at: now - ahead).map { min(minute, $0.minute + ahead) } ?? minute
  }

  private func firstStart(of profile: NaiveProfile, at minute: Int64) -> (part: NaiveProfile.Part, minute: Int64)? {
    guard let part = profile.part(containing: minute) else { return nil }
    guard let first = part.starts.first(where: { !isUsed($0.key, of: profile.id) }) else { return nil }
    return first.minute <= minute ? (part, first.minute) : nil
  }

  private mutating func start(_ profile: NaiveProfile, _ part: NaiveProfile.Part, at minute: Int64, _ isJump: Bool) {
    let isByWall = isByWall(part, minute)
    noteUsedAhead(part, of: profile, from: isByWall ? minute : minute - ahead)
    use(part, of: profile, from: minute, end: isByWall ? part.end : part.end + ahead)
    if isByWall, part.end <= jumpTarget ?? nextLook ?? now { return }
    if isStrict(profile) {
      openLocked(profile, part, at: minute, isJump)
      return
    }
    var hold = NaiveSession.Schedule(
      keys: part.starts.map(\.key), age: now - minute, end: part.end, length: part.end - minute)
    hold.isOfJump = isJump
    if let open = sessions[profile.id]?.schedule {
      let openLeft = open.goesByAge ? open.length - open.age : open.end - now
      if openLeft < part.end - (jumpTarget ?? now) { sessions[profile.id]?.schedule = hold }
      return
    }
    open(profile, at: minute, isJump)
    sessions[profile.id]?.schedule = hold
  }

  /// Uses an interval that is opened, or that another one replaces.
  mutating func use(_ part: NaiveProfile.Part, of profile: NaiveProfile, from minute: Int64, end: Int64? = nil) {
    let fresh = part.starts.map(\.key).filter {
      !isUsed($0, of: profile.id) || skipped[profile.id]?.contains($0) == true
    }
    used[profile.id, default: []].formUnion(fresh)
    let restorable = skipped[profile.id]?.intersection(fresh) ?? []
    skipped[profile.id]?.subtract(fresh)
    unseen.append(
      Unseen(profile: profile.id, keys: fresh, skipped: restorable, start: minute, end: end ?? part.end))
  }

  /// Makes sure that a profile has a session.
  mutating func open(_ profile: NaiveProfile, at start: Int64, _ isJump: Bool = false) {
    guard sessions[profile.id] == nil else { return }
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

extension NaiveProfile {
  var id: ProfileID { profile.reference.id }
}

extension NaiveSession {
  /// A minute passes.
  mutating func passMinute() {
    age += 1
    if let minutes = length { length = minutes + 1 }
    schedule?.age += 1
    if let minutes = manual, minutes != .max { manual = minutes - 1 }
    if let minutes = timer { timer = minutes - 1 }
    if phases?.state == .running { phases?.left -= 1 } else { phases?.staleIn -= 1 }
    if lift?.kind == .break { breakMinutes += 1 }
    lift?.left -= 1
    passMinuteOfAccess()
    renewal?.left -= 1
  }

  /// The clock is set forward over a minute: it belongs to what it opened.
  mutating func ageInJump() {
    if schedule?.isOfJump == true { schedule?.age += 1 }
    if isOfJump {
      age += 1
      renewal?.left -= 1
    }
  }
}
