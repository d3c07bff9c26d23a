import SchedulerJSON
import SchedulerStore

extension Engine {
  /// The whole state: what all state changes so far come down to, a record for each key, sorted.
  ///
  /// Records are JSON; what a newer version wrote and this one does not know is kept. Complexity: O(state).
  public var records: [StateChange] {
    let profiles = Set(book.records.keys).union(book.sessions.keys).sorted()
    return [engineRecord] + profiles.map(profileRecord)
      + book.sessions.keys.sorted().map { rulesRecord(of: $0) }
  }

  /// An engine that goes on from its records, exactly as the one that wrote them would.
  ///
  /// What cannot be read is left out and told; the rest is there. A profile whose record is lost has no session and has
  /// used nothing. Where what a session copied is lost, what the configuration says of its profile takes its place; without
  /// such a profile the session is lost, and nothing else. A strict session whose profile no configuration has goes on with
  /// what it copied. Each profile's record tells where clock and numbers were when it
  /// was written, so that those of the engine's own record can be lost, too. The next evaluation writes anew, or removes,
  /// what could not be read: it is told once.
  ///
  /// - Parameters:
  ///   - versions: what was accepted when they were written; hand in a newer configuration as an input. If the records do not
  ///     say how long the later versions wait, everything that loosens waits again.
  ///   - authorization: whether the shield may be applied where there are no records at all. A record that is lost withdraws
  ///     nothing: without one the shield may be applied.
  ///   - records: the last payload of each key; records of unknown keys are left alone.
  ///   - problems: what could not be read.
  public init(
    _ versions: ConfigurationVersions, router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved, records: [StateChange], problems: inout [StateProblem]
  ) {
    self.init(
      versions.all[0].configuration, router: router,
      authorization: records.isEmpty ? authorization : .approved)
    var rules: [ProfileID: SessionRules] = [:]
    for record in records {
      guard let profile = record.profile(behind: "rules:") else { continue }
      rules[profile] = record.read(&problems) { (reader) throws(StateProblem) in
        try SessionRules(archive: &reader, of: nil)
      }
      if rules[profile] == nil { book.log.rewrite(profile) }
    }
    var waits: [LooseningWaits]?
    for record in records where record.key == "engine" {
      let read = record.read(&problems) { (reader) throws(StateProblem) in
        try EngineState(archive: &reader, of: nil)
      }
      guard let read else { continue }
      state = read
      waits = read.waits
    }
    let isWhole = resume(versions, waits: waits)
    for record in records {
      guard let profile = record.profile(behind: "profile:") else { continue }
      let whole: Void? = record.read(&problems) { (reader) throws(StateProblem) in
        var members = reader
        state.restore(try members.former("written"))
        let record = try ProfileRecord(archive: &reader, of: nil)
        try book.restore(record, of: profile, rules[profile], otherwise: plan(of: profile)?.rules)
      }
      if whole == nil { book.log.rewrite(profile) }
    }
    if !isWhole, !versions.earlier.isEmpty { acceptAgain(versions.all.dropFirst()) }
    restoreLostProfiles(before: versions, waits: waits)
    restoreShield()
  }

  /// The number of the last event; 0 before the first. History has a line for each number.
  public var lastNumber: Int64 { state.nextNumber - 1 }

  /// Gives no event a number up to this one, which history has though the state does not know of it any more.
  mutating func continueNumbers(after number: Int64) { state.nextNumber = max(state.nextNumber, number + 1) }

  /// The records that an evaluation changed: what a session copied before the session, so that half of them would do no
  /// harm either.
  func changes(of log: SessionLog) -> [StateChange] {
    let reopened = log.reopened.sorted()
    var changes: [StateChange] = []
    for profile in reopened where book.isRunning(profile) { changes.append(rulesRecord(of: profile)) }
    for profile in log.changed.sorted() { changes.append(profileRecord(of: profile)) }
    changes.append(engineRecord)
    for profile in reopened where !book.isRunning(profile) { changes.append(.removal(of: "rules:\(profile)")) }
    return changes
  }

  private var engineRecord: StateChange { StateChange(key: "engine", payload: JSONWriter.bytes(of: state)) }

  private func profileRecord(of profile: ProfileID) -> StateChange {
    guard let record = book.records[profile] else { return StateChange.removal(of: "profile:\(profile)") }
    let stored = ProfileRecord(
      remembered: record, session: book[profile].map { .running($0) }, written: state.stamp)
    return StateChange(key: "profile:\(profile)", payload: JSONWriter.bytes(of: stored))
  }

  private func rulesRecord(of profile: ProfileID) -> StateChange {
    StateChange(key: "rules:\(profile)", payload: (book[profile]?.rules).map { JSONWriter.bytes(of: $0) } ?? [])
  }
}

extension SessionBook {
  /// Puts back what was written of a profile, as far as it can be read.
  fileprivate mutating func restore(
    _ stored: ProfileRecord, of profile: ProfileID, _ rules: SessionRules?, otherwise standIn: SessionRules?
  ) throws(StateProblem) {
    let record = stored.remembered
    if record.waiting != nil { waiting.insert(profile) }
    if record.removedElapsed != nil { removed.insert(profile) }
    records[profile] = record
    guard case .unread(let session)? = stored.session else { return }
    var reader = try ArchiveReader(StoredSource(value: session, place: "session", isStrict: false))
    if let rules = rules ?? standIn { sessions[profile] = try Session(archive: &reader, of: nil, rules: rules) }
    guard rules == nil else { return }
    var problem = StateProblem(place: "session.id", expected: "the rules that the session copied")
    problem.isMended = sessions[profile] != nil
    throw problem
  }
}

extension SessionLog {
  /// Has the records of a profile written, or removed, by the next evaluation.
  fileprivate mutating func rewrite(_ profile: ProfileID) {
    changed.insert(profile)
    reopened.insert(profile)
  }
}

extension StateChange {
  /// The profile of a key that begins so.
  fileprivate func profile(behind prefix: String) -> ProfileID? {
    guard key.hasPrefix(prefix) else { return nil }
    return UUIDValue(key.dropFirst(prefix.count)).map(ProfileID.init)
  }

  /// What the payload says; nil, and a problem, when it cannot be read.
  @discardableResult
  fileprivate func read<Value>(
    _ problems: inout [StateProblem], _ read: (inout ArchiveReader) throws(StateProblem) -> Value
  ) -> Value? {
    do throws(StateProblem) {
      var reader = ArchiveReader(try object(payload))
      return try read(&reader)
    } catch {
      var problem = error
      problem.key = key
      problems.append(problem)
      return nil
    }
  }

  private func object(_ payload: [UInt8]) throws(StateProblem) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: payload)
    } catch {
      throw StateProblem(place: "byte \(error.offset)", expected: "JSON")
    }
    guard let object = value.objectValue else { throw StateProblem(place: "byte 0", expected: "an object") }
    return object
  }
}
