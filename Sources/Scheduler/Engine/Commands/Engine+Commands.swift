import SchedulerCivilTime

extension Engine {
  /// Carries out a command. Everything due at or before the present must have been done.
  mutating func perform(_ command: Command, by requester: Requester, at present: Present) -> CommandOutcome {
    do throws(Refusal) {
      return .done(try carryOut(command, requester, present))
    } catch {
      return .refused(error)
    }
  }

  private mutating func carryOut(
    _ command: Command, _ requester: Requester, _ present: Present
  ) throws(Refusal) -> CommandResult {
    switch command {
    case .start(let key, let options): try start(key, options, present)
    case .stop(let target): try stop(target, requester, present)
    case .break(let target): try startBreak(target, requester, present)
    case .pause(let target): try pause(target, requester, present)
    case .resume(let target): try resume(target, present)
    case .reset(let target): try reset(target, requester, present)
    case .skip(let key, let undo): undo ? try restore(key, present) : try skip(key, requester, present)
    case .extend(let target, let seconds): try extend(target, seconds, present)
    case .access(let request): try openAccess(request, requester, present)
    case .emergency(let target, let reason): try useEmergency(target, reason, requester, present)
    }
  }

  /// Returns the plan of a key. Throws a refusal if there is no such profile.
  func plan(of key: ProfileKey) throws(Refusal) -> ProfilePlan {
    guard let plan = plan(named: key) else { throw configuration.refusal(ofUnknown: key.text) }
    return plan
  }

  /// Returns the session that `target` denotes, and its profile.
  func session(_ target: SessionTarget) throws(Refusal) -> (profile: ProfileID, session: Session) {
    switch target {
    case .profile(let key):
      let plan = try plan(of: key)
      guard let session = book[plan.id] else { throw Refusal(.notRunning, "profile '\(key)' is not running") }
      return (plan.id, session)
    case .session(let id): return try session(id)
    case .onlyRunning: return try onlySession()
    }
  }

  private func session(_ id: SessionID) throws(Refusal) -> (profile: ProfileID, session: Session) {
    if let running = book.sessions.first(where: { $0.value.id == id }) { return (running.key, running.value) }
    if book.records.values.contains(where: { $0.ended.contains(id) }) {
      throw Refusal(.alreadyEnded, "session '\(id)' has already ended")
    }
    throw Refusal(.unknownSession, "there is no session '\(id)'")
  }

  private func onlySession() throws(Refusal) -> (profile: ProfileID, session: Session) {
    guard let running = book.sessions.first else { throw Refusal(.notRunning, "no session is running") }
    guard book.sessions.count == 1 else {
      let keys = book.sessions.values.map(\.profile.key).sorted()
      let names = keys.map { "'\($0)'" }.joined(separator: ", ")
      throw Refusal(.ambiguous, "several sessions are running: \(names); say which", candidates: keys)
    }
    return (running.key, running.value)
  }

  /// Returns the result of a change to the session of a profile, with the deadline until which it holds.
  func result(
    _ change: CommandResult.Change, _ profile: ProfileID, _ session: Session, until: Deadline? = nil, _ present: Present
  ) -> CommandResult {
    CommandResult(
      change: change, profile: session.profile.key, session: session.id, until: until.map(present.instant(of:)))
  }
}
