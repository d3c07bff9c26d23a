import SchedulerCivilTime

@testable import Scheduler

extension NaiveProfile {
  /// Whether its pomodoro could never be ended.
  var hasEndlessPomodoro: Bool { profile.lock == .strict && profile.strategy.pomodoro.autoStart == .both }
}

extension NaiveWorld {
  /// Carries out a command; says what became of it, in the engine's words.
  mutating func perform(_ command: Command) -> String {
    switch command {
    case .start(let key, let options): return start(key.text, options)
    case .stop(.profile(let key)):
      guard let id = profiles.first(where: { $0.key == key.text })?.id, sessions[id] == nil, planned[id] != nil else {
        return withSession(.profile(key)) { $0.stop($1) }
      }
      planned[id] = nil
      return "withdrawn"
    case .stop(let target): return withSession(target) { $0.stop($1) }
    case .break(let target): return withSession(target) { $0.startBreak($1) }
    case .pause(let target): return withSession(target) { $0.pause($1) }
    case .resume(let target): return withSession(target) { $0.resume($1) }
    case .reset(let target): return withSession(target) { $0.reset($1) }
    case .skip(let key, let undo): return undo ? restore(key.text) : skip(key.text)
    case .extend(let target, let seconds): return withSession(target) { $0.extend($1, minutes: seconds / 60) }
    case .access(let request): return access(to: request.target.text)
    case .more, .emergency: return "not a command of these worlds"
    }
  }

  private mutating func withSession(
    _ target: SessionTarget, _ act: (inout NaiveWorld, ProfileID) -> String
  ) -> String {
    switch target {
    case .onlyRunning:
      if sessions.isEmpty { return "notRunning" }
      if sessions.count > 1 { return "ambiguous" }
      return sessions.keys.first.map { act(&self, $0) } ?? ""
    case .profile(let key):
      guard let profile = profiles.first(where: { $0.key == key.text }) else { return "unknownProfile" }
      return sessions[profile.id] == nil ? "notRunning" : act(&self, profile.id)
    case .session: return "unknownSession"
    }
  }

  mutating func start(_ key: String, _ options: StartOptions, isJump: Bool = false) -> String {
    guard let profile = profiles.first(where: { $0.key == key }) else { return "unknownProfile" }
    let id = profile.id
    let minutes = options.lengthSeconds.map { $0 / 60 }
    let kind = options.strategy ?? (minutes == nil ? profile.profile.strategy.kind : .manual)
    let now = now(of: id)
    if let minute = options.instant.map({ $0.epochSeconds / 60 }), minute != now {
      return plan(kind, profile, minute, options)
    }
    switch kind {
    case .manual:
      if minutes == nil, sessions[id] != nil { return "alreadyRunning" }
      if minutes == nil, profile.profile.lock == .strict { return "lengthMissing" }
      if sessions[id]?.manual != nil { return "alreadyHeld" }
      if let refusal = replaceByHand(profile, at: now) { return refusal }
      open(profile, at: now, isJump)
      sessions[id]?.manual = minutes ?? .max
    case .timer:
      guard let length = minutes ?? profile.profile.strategy.timer.map({ $0.lengthSeconds / 60 }) else {
        return "lengthMissing"
      }
      if sessions[id]?.timer != nil { return "alreadyHeld" }
      if let refusal = replaceByHand(profile, at: now) { return refusal }
      open(profile, at: now, isJump)
      sessions[id]?.timer = length
      sessions[id]?.timerMayStop = profile.profile.strategy.timer?.allowsEarlyStop ?? true
    case .pomodoro:
      if let phases = sessions[id]?.phases, phases.state == .completed || phases.state == .ready {
        let isLong = phases.rounds % phases.rules.rounds == 0
        sessions[id]?.phases?.begin(phases.state == .ready ? .focus : isLong ? .longBreak : .shortBreak)
        return "phaseStarted"
      }
      if minutes != nil { return "lengthInvalid" }
      if profile.hasEndlessPomodoro { return "lengthMissing" }
      if sessions[id]?.phases != nil { return "alreadyHeld" }
      if let refusal = replaceByHand(profile, at: now) { return refusal }
      open(profile, at: now, isJump)
      sessions[id]?.phases = NaiveSession.Phases(beginning: profile.profile.strategy.pomodoro)
    }
    return "started"
  }

  private mutating func plan(
    _ kind: Strategy.Kind, _ profile: NaiveProfile, _ minute: Int64, _ options: StartOptions
  ) -> String {
    let now = now(of: profile.id)
    if minute < now { return "alreadyPast" }
    if minute - now > 7 * 1440 { return "tooFarAhead" }
    if planned[profile.id] != nil { return "alreadyPlanned" }
    let seconds = options.lengthSeconds ?? (kind == .timer ? profile.profile.strategy.timer?.lengthSeconds : nil)
    if kind == .timer, seconds == nil { return "lengthMissing" }
    if kind == .manual, seconds == nil, profile.profile.lock == .strict { return "lengthMissing" }
    if kind == .pomodoro, seconds != nil { return "lengthInvalid" }
    if kind == .pomodoro, profile.hasEndlessPomodoro { return "lengthMissing" }
    planned[profile.id] = PlannedCommand(
      minute: minute, key: profile.key, options: StartOptions(lengthSeconds: seconds, strategy: kind))
    return "planned"
  }

  private mutating func stop(_ id: ProfileID) -> String {
    if let refusal = refusalOfStop(id) { return refusal.reason }
    sessions[id] = nil
    if let profile = profiles.first(where: { $0.id == id }) {
      let now = now(of: id)
      stops[id, default: []].append(lastBegun(in: profile.zone, at: now))
      // What one sees is what one stops: the whole interval, on whichever date it began.
      if let part = profile.part(containing: now) {
        used[id, default: []].formUnion(part.starts.map(\.key))
        skipped[id]?.subtract(part.starts.map(\.key))
      }
    }
    return "stopped"
  }

  /// The last minute of the present date that has begun, of a repeated one its first pass.
  private func lastBegun(in zone: ZoneRules, at now: Int64) -> OccurrenceKey {
    let day = zone.civil(at: Instant(epochSeconds: now * 60)).date.epochDay
    let minute = (0..<1_440 as Range<Int64>).last { minute in
      zone.resolve(localSeconds: Int64(day) * 86_400 + minute * 60).compatible.epochSeconds <= now * 60
    }
    return OccurrenceKey(epochDay: day, second: Int32(minute ?? 0) * 60)
  }

  private mutating func startBreak(_ id: ProfileID) -> String {
    guard let session = sessions[id], let rules = session.rules.breaks else { return "notConfigured" }
    if session.lift != nil || session.phases?.state == .paused { return "liftOpen" }
    let left = rules.budgetSeconds / 60 - session.breakMinutes
    if left <= 0 || session.breaks >= rules.count ?? .max { return "budgetSpent" }
    let length = min(rules.lengthSeconds / 60, left, session.minutesLeft(at: now(of: id)) ?? .max)
    sessions[id]?.lift = NaiveSession.Lifting(kind: .break, left: length)
    sessions[id]?.breaks += 1
    return "breakStarted"
  }

  private mutating func pause(_ id: ProfileID) -> String {
    guard let session = sessions[id] else { return "" }
    if !isStrict(id), let phases = session.phases, phases.state == .running {
      if session.lift != nil { return "liftOpen" }
      sessions[id]?.phases?.state = .paused
      sessions[id]?.phases?.staleIn = phases.left + 60
      return "paused"
    }
    if !isStrict(id), session.schedule == nil, session.manual == nil, session.timer == nil { return "nothingToDo" }
    guard let rules = session.rules.pause else { return "notConfigured" }
    if session.lift != nil { return "liftOpen" }
    if session.pauses >= rules.count { return "budgetSpent" }
    let length = min(rules.lengthSeconds / 60, session.minutesLeft(at: now(of: id)) ?? .max)
    sessions[id]?.lift = NaiveSession.Lifting(kind: .pause, left: length)
    sessions[id]?.pauses += 1
    return "paused"
  }

  private mutating func resume(_ id: ProfileID) -> String {
    if let lift = sessions[id]?.lift {
      sessions[id]?.lift = nil
      return lift.kind == .break ? "breakEnded" : "resumed"
    }
    if sessions[id]?.phases?.state == .paused {
      sessions[id]?.phases?.state = .running
      return "resumed"
    }
    return "nothingToDo"
  }

  private mutating func reset(_ id: ProfileID) -> String {
    if sessions[id]?.phases == nil { return "nothingToDo" }
    if isLocked(id) { return "locked" }
    sessions[id]?.phases = nil
    if sessions[id]?.isEmpty == true { sessions[id] = nil }
    return "reset"
  }

  private mutating func extend(_ id: ProfileID, minutes: Int64) -> String {
    guard let left = sessions[id]?.minutesLeft(at: now(of: id)) else { return "openEnded" }
    if left + minutes > 7 * 1440 { return "tooFarAhead" }
    sessions[id]?.manual = left + minutes
    return "extended"
  }

  /// Whether only its end may end it: a start by hand without one is let go when nothing else is left.
  func isLocked(_ id: ProfileID) -> Bool {
    guard isStrict(id), let session = sessions[id] else { return false }
    let isLeftOpen = session.manual == .max && session.schedule == nil && session.timer == nil && session.phases == nil
    return !isLeftOpen
  }

  private func isStrict(_ id: ProfileID) -> Bool { sessions[id]?.rules.lock == .strict }

  private mutating func skip(_ key: String) -> String {
    guard let profile = profiles.first(where: { $0.key == key }) else { return "unknownProfile" }
    if isLocked(profile.id) { return "locked" }
    for part in profile.parts where part.end > now(of: profile.id) {
      let fresh = part.starts.map(\.key).filter { !isUsed($0, of: profile.id) }
      if fresh.isEmpty { continue }
      skipped[profile.id, default: []].formUnion(fresh)
      return "skipped"
    }
    return "nothingToDo"
  }

  private mutating func restore(_ key: String) -> String {
    guard let profile = profiles.first(where: { $0.key == key }) else { return "unknownProfile" }
    for part in profile.parts where part.end > now(of: profile.id) {
      let keys = part.starts.map(\.key).filter { skipped[profile.id]?.contains($0) == true }
      if keys.isEmpty { continue }
      skipped[profile.id]?.subtract(keys)
      settle()
      return "restored"
    }
    return "nothingToDo"
  }
}
