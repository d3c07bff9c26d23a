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
  /// Minutes that have passed.
  var passed: Int64 = 0
  /// The steps of the wall clock that the trusted clock has not taken over, and when they were made.
  var steps: [(minutes: Int64, at: Int64)] = []
  /// While a clock is set forward: which, and the minute that it is set to.
  var jump: (clock: ProfileClock, target: Int64)?
  /// While nobody looks: the minute at which somebody will.
  var nextLook: Int64?
  var sessions: [ProfileID: NaiveSession] = [:]
  var used: [ProfileID: Set<OccurrenceKey>] = [:]
  var skipped: [ProfileID: Set<OccurrenceKey>] = [:]
  /// Dates and seconds up to which a stop used everything.
  var stops: [ProfileID: [OccurrenceKey]] = [:]
  /// Intervals that would replace what is locked.
  var waiting: [ProfileID: Waiting] = [:]
  /// Starts by hand that wait for their minute.
  var planned: [ProfileID: PlannedCommand] = [:]
  /// How many sessions there have been.
  var sessionCount = 0
  /// Intervals that were used and that nobody has looked at yet.
  var unseen: [Unseen] = []
  /// The minutes that each clock has shown while time passed, or when somebody looked.
  var shown: [ProfileClock: Set<Int64>] = [:]
  /// How long each session has run, in minutes, by its serial; of those that ended since the last check, too.
  var lengths: [Int: NaiveLength] = [:]
  /// The profiles of which intervals began since the look before. Of one that was over by then nobody knows: it held no
  /// session any longer.
  var joinedUnseen: Set<ProfileID> = []
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

  /// What a clock shows.
  func now(by clock: ProfileClock) -> Int64 { clock == .wall ? now : now - ahead }

  /// What the clock of a profile shows.
  func now(of id: ProfileID) -> Int64 { now(by: clock(of: id)) }

  func clock(of id: ProfileID) -> ProfileClock {
    profiles.first { $0.id == id }.map(\.clock) ?? .wall
  }

  /// A minute passes.
  mutating func tick() {
    now += 1
    passed += 1
    for id in sessions.keys { sessions[id]?.passMinute() }
    noteLengths()
    setWarningsAside(.wall)
    takeOverSteps()
    setWarningsAside(.trusted)
    settle()
  }

  /// The trusted clock takes over the steps that are a day old, those of one minute as one.
  private mutating func takeOverSteps() {
    let old = steps.prefix { passed - $0.at >= 1440 }
    let minutes = old.reduce(0) { $0 + $1.minutes }
    steps.removeFirst(old.count)
    if minutes != 0 { set(.trusted, to: now - ahead + minutes, isTold: false) }
    if ahead == 0 { steps = [] }
  }

  /// The wall clock shows another minute, and no time has passed.
  mutating func setClock(to minute: Int64) {
    let step = minute - now
    set(.wall, to: minute, isTold: true)
    if step != 0 { steps.append((step, passed)) }
    if ahead == 0 { steps = [] }
  }

  /// The machine starts with a clock that shows an earlier minute, which is trusted.
  mutating func boot(at minute: Int64) {
    now = minute
    for clock in ProfileClock.allCases { resolveAnew(clock) }
    takeBackUnseen()
    settle()
    for clock in ProfileClock.allCases { setPastWarningsAside(until: minute, clock) }
  }

  /// A clock shows another minute.
  ///
  /// - Parameter isTold: whether what is open is looked for before all else; otherwise that is so only where the clock goes
  ///   back.
  private mutating func set(_ clock: ProfileClock, to minute: Int64, isTold: Bool) {
    let before = now(by: clock)
    move(clock, by: minute - before)
    if isTold || minute < before { resolveAnew(clock) } else { returnInside() }
    move(clock, by: before - minute)
    if before < minute { setPastWarningsAside(until: minute, clock) }
    jump = (clock, minute)
    while now(by: clock) < minute {
      move(clock, by: 1)
      for id in sessions.keys { sessions[id]?.ageInJump() }
      setWarningsAside(clock)
      settle(isJump: true)
    }
    for id in sessions.keys {
      sessions[id]?.isOfJump = false
      sessions[id]?.schedule?.isOfJump = false
      sessions[id]?.originsOfJump = []
    }
    move(clock, by: minute - now(by: clock))
    jump = nil
    takeBackUnseen()
    if !isTold { resolveAnew(clock) }
    settle()
    if minute <= before { setPastWarningsAside(until: minute, clock) }
  }

  private mutating func move(_ clock: ProfileClock, by minutes: Int64) {
    if clock == .wall { now += minutes }
    ahead += clock == .wall ? minutes : -minutes
  }

  func isUsed(_ key: OccurrenceKey, of id: ProfileID) -> Bool {
    used[id]?.contains(key) == true || skipped[id]?.contains(key) == true
      || (stops[id] ?? []).contains {
        $0.epochDay == key.epochDay && key.second <= $0.second
      }
  }

  /// Everything that is due this minute: renewals, ends, starts.
  mutating func settle(isJump: Bool = false) {
    for profile in profiles where !isJump || sessions[profile.id]?.isOfJump == true { renew(profile) }
    for profile in profiles { applyEnds(of: profile.id) }
    var isKept: Set<ProfileID> = []
    applyStarts(&isKept, isJump)
    waiting = waiting.filter { isKept.contains($0.key) }
    startPlanned()
  }

  mutating func renew(_ profile: NaiveProfile) {
    let now = now(of: profile.id)
    guard let renewal = sessions[profile.id]?.renewal, renewal.minute <= now, renewal.left <= 0 else { return }
    sessions[profile.id]?.breakMinutes = 0
    sessions[profile.id]?.breaks = 0
    let next = profile.renewal(of: sessions[profile.id]?.rules, after: now)
    sessions[profile.id]?.renewal = next.map { ($0, $0 - now) }
  }

  /// Minutes until somebody looks at the pomodoro of a session. One of a minute that a clock jumps over is seen where it
  /// jumps to.
  private func minutesUnseen(_ session: NaiveSession) -> Int64 {
    if let jump, session.originsOfJump.contains(.pomodoro) { return jump.target - now(by: jump.clock) }
    return nextLook.map { $0 - now } ?? 0
  }

  mutating func applyEnds(of id: ProfileID) {
    guard var session = sessions[id] else { return }
    session.grants.removeAll { $0.left == 0 }
    if session.lift?.left == 0 { session.lift = nil }
    if let schedule = session.schedule,
      schedule.goesByAge ? schedule.age >= schedule.length : schedule.end <= now(of: id)
    {
      session.schedule = nil
    }
    if session.manual == 0 { session.manual = nil }
    if session.timer == 0 { session.timer = nil }
    if let phases = session.phases {
      if phases.state == .running, phases.left == 0 { session.nextPhase(seenIn: minutesUnseen(session)) }
      if phases.state != .running, phases.staleIn == 0 { session.phases = nil }
    }
    sessions[id] = session.isEmpty ? nil : session
  }

}

extension NaiveSession {
  /// A minute passes.
  mutating func passMinute() {
    countMinute()
    age += 1
    if let minutes = length { length = minutes + 1 }
    schedule?.age += 1
    if let minutes = manual, minutes != .max { manual = minutes - 1 }
    if let minutes = timer { timer = minutes - 1 }
    phases?.passMinute()
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
    if originsOfJump.contains(.manual), let minutes = manual, minutes != .max { manual = minutes - 1 }
    if originsOfJump.contains(.timer), let minutes = timer { timer = minutes - 1 }
    if originsOfJump.contains(.pomodoro) { phases?.passMinute() }
  }
}
