import SchedulerJSON
import SchedulerStore

extension Engine {
  /// The whole state, which all state changes so far result in: one record per key, sorted by key.
  ///
  /// Records are JSON. Members that a newer version wrote and this version does not know are kept. Complexity:
  /// O(state).
  public var records: [StateChange] {
    let profiles = Set(book.records.keys).union(book.sessions.keys).sorted()
    return [engineRecord] + profiles.map(profileRecord)
      + book.sessions.keys.sorted().map { rulesRecord(of: $0) } + monitoring.records
      + limits.records(at: state.present?.elapsed ?? 0)
  }

  /// Creates an engine that continues from its records exactly as the engine that wrote them would.
  ///
  /// Parts that cannot be read are left out and reported; the rest is restored. A profile whose record is lost has no
  /// session and has used nothing. If only the session is lost, its interval starts again, late, as far as it still
  /// runs. If the rules that a session copied are lost, the rules in the configuration replace them; if no configuration
  /// has the profile, only that session is lost. A strict session whose profile is in no configuration continues with
  /// the rules that it copied. Each profile's record contains the clock and the next number at the time of writing, so
  /// that the engine's own record can be lost, too. The next evaluation rewrites or removes records that could not be
  /// read, so that they are reported only once.
  ///
  /// - Parameters:
  ///   - versions: the configurations that were accepted when the records were written. Pass a newer configuration as
  ///     an input. If the records do not contain how long the later versions wait, everything that loosens waits again.
  ///   - authorization: whether the shield may be applied if there are no records at all. A lost record withdraws
  ///     nothing: without one the shield may be applied.
  ///   - records: the last payload of each key. Records of unknown keys are left alone.
  ///   - problems: receives what could not be read.
  public init(
    _ versions: ConfigurationVersions, router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved, records: [StateChange], problems: inout [StateProblem]
  ) {
    self.init(versions.all[0].configuration, router: router, authorization: records.isEmpty ? authorization : .approved)
    var rules: [ProfileID: SessionRules] = [:]
    for record in records {
      guard let profile = record.profile(after: "rules:") else { continue }
      rules[profile] = record.read(reportingTo: &problems) { (reader) throws(StateProblem) in
        try SessionRules(archive: &reader, of: nil)
      }
      if rules[profile] == nil { book.log.rewrite(profile) }
    }
    var waits: [LooseningWaits]?
    for record in records where record.key == "engine" {
      let read = record.read(reportingTo: &problems) { (reader) throws(StateProblem) in
        try EngineState(archive: &reader, of: nil)
      }
      guard let read else { continue }
      state = read
      waits = read.waits
    }
    let isWhole = resume(versions, waits: waits)
    for record in records {
      guard let profile = record.profile(after: "profile:") else { continue }
      let whole: Void? = record.read(reportingTo: &problems) { (reader) throws(StateProblem) in
        var members = reader
        state.restore(try members.former("written"))
        let record = try ProfileRecord(archive: &reader, of: nil)
        try book.restore(record, of: profile, under: rules[profile], otherwise: plan(of: profile)?.rules)
      }
      if whole == nil { book.log.rewrite(profile) }
    }
    for record in records { restoreUse(from: record, reportingTo: &problems) }
    reportMissingSessions(of: rules.keys.sorted(), in: &problems)
    if !isWhole, !versions.earlier.isEmpty { acceptAgain(versions.all.dropFirst()) }
    restoreLostProfiles(before: versions, waits: waits)
    restoreShield()
  }

  private mutating func restoreUse(from record: StateChange, reportingTo problems: inout [StateProblem]) {
    restoreMonitoring(from: record, reportingTo: &problems)
    restoreLimit(from: record, reportingTo: &problems)
  }

  /// Reports the sessions whose copied rules are stored without the session, and makes their intervals start again.
  private mutating func reportMissingSessions(of profiles: [ProfileID], in problems: inout [StateProblem]) {
    for profile in profiles where book[profile] == nil {
      let key = "profile:\(profile)"
      guard !problems.contains(where: { $0.key == key }) else { continue }
      var problem = StateProblem(place: "session", expected: "a session, whose rules are stored,")
      problem.key = key
      problems.append(problem)
      book.releaseUnended(of: profile)
      book.log.rewrite(profile)
    }
  }

  /// The number of the last event; 0 before the first. History has one line for each number.
  public var lastNumber: Int64 { state.nextNumber - 1 }

  /// Prevents a second use of the numbers up to `number`, which were written although the state no longer contains them.
  /// A number that no machine reaches has no effect.
  mutating func continueNumbers(after number: Int64) {
    if number < HistoryLine.sequenceLimit { state.nextNumber = max(state.nextNumber, number + 1) }
  }

  /// Returns the records that an evaluation changed. The rules that a session copied come before the session, so that
  /// half of the records would do no harm either.
  func changes(of log: SessionLog) -> [StateChange] {
    let reopened = log.reopened.sorted()
    var changes: [StateChange] = []
    for profile in reopened where book.isRunning(profile) { changes.append(rulesRecord(of: profile)) }
    for profile in log.changed.sorted() { changes.append(profileRecord(of: profile)) }
    changes.append(engineRecord)
    for profile in reopened where !book.isRunning(profile) { changes.append(.removal(of: "rules:\(profile)")) }
    changes += monitoring.changedRecords
    return changes
  }

  private var engineRecord: StateChange { StateChange(key: "engine", payload: JSONWriter.bytes(of: state)) }

  private func profileRecord(of profile: ProfileID) -> StateChange {
    guard let record = book.records[profile] else { return StateChange.removal(of: "profile:\(profile)") }
    let stored = ProfileRecord(remembered: record, session: book[profile].map { .running($0) }, written: state.stamp)
    return StateChange(key: "profile:\(profile)", payload: JSONWriter.bytes(of: stored))
  }

  private func rulesRecord(of profile: ProfileID) -> StateChange {
    StateChange(key: "rules:\(profile)", payload: (book[profile]?.rules).map { JSONWriter.bytes(of: $0) } ?? [])
  }
}

extension SessionBook {
  /// Restores the record of a profile as far as it can be read.
  fileprivate mutating func restore(
    _ stored: ProfileRecord, of profile: ProfileID, under rules: SessionRules?, otherwise standIn: SessionRules?
  ) throws(StateProblem) {
    let record = stored.remembered
    if record.waiting != nil { waiting.insert(profile) }
    if record.removedElapsed != nil { removed.insert(profile) }
    records[profile] = record
    guard case .unread(let session)? = stored.session else { return }
    defer { if sessions[profile] == nil { releaseUnended(of: profile) } }
    var reader = try ArchiveReader(StoredSource(value: session, place: "session", isStrict: false))
    if let rules = rules ?? standIn { sessions[profile] = try Session(archive: &reader, of: nil, rules: rules) }
    guard rules == nil else { return }
    var problem = StateProblem(place: "session.id", expected: "the rules that the session copied")
    problem.isMended = sessions[profile] != nil
    throw problem
  }
}

extension SessionBook {
  /// Makes the interval of a lost session start again.
  fileprivate mutating func releaseUnended(of profile: ProfileID) { records[profile]?.used.releaseUnended() }
}

extension SessionLog {
  /// Makes the next evaluation write or remove the records of a profile.
  fileprivate mutating func rewrite(_ profile: ProfileID) {
    changed.insert(profile)
    reopened.insert(profile)
  }
}

extension StateChange {
  /// Returns the profile in a key that begins with `prefix`; nil for any other key.
  fileprivate func profile(after prefix: String) -> ProfileID? {
    guard key.hasPrefix(prefix) else { return nil }
    return UUIDValue(key.dropFirst(prefix.count)).map(ProfileID.init)
  }

  /// Reads the payload. If it cannot be read, appends a problem and returns nil.
  @discardableResult
  func read<Value>(
    reportingTo problems: inout [StateProblem], with read: (inout ArchiveReader) throws(StateProblem) -> Value
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
