import SchedulerCivilTime
import Testing

@testable import Scheduler

extension NaiveSession {
  /// An engine's session in the terms of the naive implementation, at a present in whole minutes.
  init(_ session: Session, rules: Profile, at present: Present) {
    self.init(start: session.start.epochSeconds / 60, rules: rules)
    let clock = ProfileClock(of: rules)
    let present = present.shown(by: clock)
    let now = present.wall.epochSeconds / 60
    func left(_ end: Deadline?) -> Int64 { end.map { (present.instant(of: $0).epochSeconds + 59) / 60 - now } ?? .max }
    if let hold = session[.schedule] {
      var goesByAge = false
      if case .elapsed = hold.end { goesByAge = true }
      let minute = 60 * Nanoseconds.perSecond
      schedule = Schedule(
        keys: hold.interval?.occurrences ?? [], age: (present.elapsed - hold.startElapsed) / minute,
        end: goesByAge ? 0 : now + left(hold.end), length: (hold.interval?.length ?? 0) / minute,
        goesByAge: goesByAge, clock: clock, promised: hold.interval?.openingEnd.map { $0.epochSeconds / 60 })
    }
    manual = session[.manual].map { left($0.end) }
    timer = session[.timer].map { left($0.end) }
    if let pomodoro = session.pomodoro {
      let rest = left(.elapsed(pomodoro.deadline))
      phases = Phases(
        rules: pomodoro.rules, mode: pomodoro.mode, state: pomodoro.state, rounds: pomodoro.pastRounds,
        left: pomodoro.state == .paused ? (pomodoro.remaining ?? 0) / (60 * Nanoseconds.perSecond) : rest,
        staleIn: rest + 60)
    }
    lift = session.lift.map { Lifting(kind: $0.kind, left: left(.elapsed($0.deadline))) }
    var charged = session.breaks.usedNanoseconds
    if var lift = session.lift, lift.kind == .break { charged += lift.charge(until: present.elapsed) }
    breakMinutes = charged / (60 * Nanoseconds.perSecond)
    breaks = session.breaks.taken
    pauses = session.pausesTaken
    spent = NaiveSpent(session.spent(at: present))
    grants = session.grants.map { NaiveGrant(name: $0.target.text, left: left(.elapsed($0.deadline))) }
    accesses = (session.rules.access?.count ?? 0) - (session.accessesLeft(at: present) ?? 0)
  }

  /// The same without what does not matter in a state.
  var canonical: NaiveSession {
    var session = self
    session.schedule?.isOfJump = false
    if session.schedule?.goesByAge == true { session.schedule?.end = 0 }
    if session.phases?.state == .running { session.phases?.staleIn = 0 }
    if session.phases?.state == .ready || session.phases?.state == .completed { session.phases?.left = 0 }
    return session
  }
}

extension VirtualMachine {
  /// Whether the engine has come to what the naive implementation has; says what differs.
  func difference(from world: NaiveWorld) -> String? {
    let rules = Dictionary(uniqueKeysWithValues: world.profiles.map { ($0.id, $0.profile) })
    var found: [ProfileID: NaiveSession] = [:]
    for (id, session) in engine.book.sessions {
      found[id] = rules[id].map { NaiveSession(session, rules: $0, at: present).canonical }
    }
    let expected = world.sessions.mapValues(\.canonical)
    if found != expected {
      let ids = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
      return ids.map { id in
        "\(rules[id]?.reference.key.text ?? "?"):\n  engine \(summary(found[id]))\n  naive  \(summary(expected[id]))"
      }.joined(separator: "\n")
    }
    let shields = world.profiles.filter { profile in
      guard let session = world.sessions[profile.id] else { return false }
      return session.rules.isEnabled && session.isEnforcing
        && (session.lift == nil || session.isDenying)
    }.map(\.key)
    if shields != shielded { return "engine shields \(shielded), naive \(shields)" }
    for name in world.names where blocks(name) != world.blocks(name) { return "engine blocks \(name): \(blocks(name))" }
    for profile in world.profiles {
      let planned = engine.book.plannedStart(of: profile.id).map { $0.instant.epochSeconds / 60 }
      if planned != world.planned[profile.id]?.minute {
        return
          "\(profile.key): engine plans a start at \(planned ?? -1), naive \(world.planned[profile.id]?.minute ?? -1)"
      }
      let isWaiting = !engine.book.sessionsAwaited(by: profile.id).isEmpty
      if isWaiting != (world.waiting[profile.id] != nil) { return "\(profile.key): engine waits: \(isWaiting)" }
      let used = engine.book.used(of: profile.id)
      let now = world.now(of: profile.id)
      for part in profile.parts where abs(part.start - now) < 7 * 1440 {
        for start in part.starts
        where start.minute - now < 7 * 1440 && used.contains(start.key) != world.isUsed(start.key, of: profile.id) {
          return "\(profile.key): \(start) is used: \(used.contains(start.key))"
        }
      }
    }
    return nil
  }

  private func summary(_ session: NaiveSession?) -> String {
    guard let session else { return "none" }
    return "start \(session.start) schedule \(session.schedule.map { "\($0)" } ?? "-") manual \(session.manual ?? -1)"
      + " timer \(session.timer ?? -1) phases \(session.phases.map { "\($0)" } ?? "-")"
      + " lift \(session.lift.map { "\($0)" } ?? "-") breaks \(session.breaks), \(session.breakMinutes) min"
      + " spent \(session.spent) pauses \(session.pauses) accesses \(session.accesses) \(session.grants)"
  }
}

extension NaiveWorld {
  /// Forgets the uses that the engine has just forgotten because they are too far ahead: those of eight days either side are
  /// remembered, and the engine looks for others only when it notes one.
  mutating func forgetDistantUses(_ machine: VirtualMachine) {
    for profile in profiles {
      let engine = machine.engine.book.used(of: profile.id)
      let latest = Instant(epochSeconds: max(now, now - ahead) * 60)
      let last = profile.zone.civil(at: latest).date.epochDay + UsedOccurrences.retentionDays
      let forgotten = (used[profile.id] ?? []).filter { last < $0.epochDay && !engine.contains($0) }
      used[profile.id]?.subtract(forgotten)
    }
  }

  /// What anybody can see of it: which sessions there are, whether each enforces and is lifted, and how much is open in it.
  var outline: [ProfileID: [Int]] {
    sessions.mapValues { session in
      [
        session.isEnforcing, session.lift != nil, session.schedule != nil, session.manual != nil, session.timer != nil,
        session.phases != nil, session.phases?.mode == .focus, session.phases?.state == .running,
      ].map { $0 ? 1 : 0 } + [session.grants.count]
    }
  }
}

extension ProfileClock {
  /// The clock of a profile.
  init(of profile: Profile) { self = profile.lock == .strict ? .trusted : .wall }
}
