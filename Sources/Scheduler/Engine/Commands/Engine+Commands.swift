extension Engine {
  /// Carries out a command. Everything due at or before the present must have been done.
  mutating func perform(_ command: Command, by requester: Requester, at present: Present) -> CommandOutcome {
    do throws(Refusal) {
      return .done(try carryOut(command, by: requester, at: present))
    } catch {
      return .refused(error)
    }
  }

  private mutating func carryOut(
    _ command: Command, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    switch command {
    case .start(let key, let options): try start(key, with: options, by: requester, at: present)
    case .stop(let target): try stop(target, by: requester, at: present)
    case .break(let target): try startBreak(of: target, by: requester, at: present)
    case .pause(let target): try pause(target, by: requester, at: present)
    case .resume(let target): try resume(target, at: present)
    case .reset(let target): try reset(target, by: requester, at: present)
    case .skip(let key, let undo): undo ? try restore(key, at: present) : try skip(key, by: requester, at: present)
    case .extend(let target, let seconds): try extend(target, by: seconds, at: present)
    case .access(let request): try openAccess(request, by: requester, at: present)
    case .more(let request): try grantMore(request, by: requester, at: present)
    case .emergency(let target, let reason): try useEmergency(on: target, because: reason, by: requester, at: present)
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
      if let running = session(ofKey: key) { return running }
      _ = try plan(of: key)
      throw Refusal(.notRunning, message: "profile '\(key)' is not running")
    case .session(let id): return try session(id)
    case .onlyRunning: return try onlySession()
    }
  }

  /// Returns the running session of the profile with a key, and the profile's identity. If no profile has the key, it is
  /// the session of a profile that had the key when the session started.
  public func session(ofKey key: ProfileKey) -> (profile: ProfileID, session: Session)? {
    let profile = plan(named: key)?.id ?? book.sessions.filter { $0.value.profile.key == key }.keys.min()
    return profile.flatMap { profile in book[profile].map { (profile, $0) } }
  }

  private func session(_ id: SessionID) throws(Refusal) -> (profile: ProfileID, session: Session) {
    if let running = book.sessions.first(where: { $0.value.id == id }) { return (running.key, running.value) }
    if book.records.values.contains(where: { $0.ended.contains(id) }) {
      throw Refusal(.alreadyEnded, message: "session '\(id)' has already ended")
    }
    throw Refusal(.unknownSession, message: "there is no session '\(id)'")
  }

  private func onlySession() throws(Refusal) -> (profile: ProfileID, session: Session) {
    guard let running = book.sessions.first else { throw Refusal(.notRunning, message: "no session is running") }
    guard book.sessions.count == 1 else {
      let keys = book.sessions.values.map(\.profile.key).sorted()
      let names = keys.map { "'\($0)'" }.joined(separator: ", ")
      throw Refusal(.ambiguous, message: "several sessions are running: \(names); say which", candidates: keys)
    }
    return (running.key, running.value)
  }

  /// Returns the result of a change to the session of a profile, with the deadline until which it holds.
  func result(
    _ change: CommandResult.Change, of profile: ProfileID, in session: Session, until: Deadline? = nil,
    at present: Present
  ) -> CommandResult {
    CommandResult(
      change: change, profile: session.profile.key, session: session.id, until: until.map(present.instant(of:)))
  }
}
