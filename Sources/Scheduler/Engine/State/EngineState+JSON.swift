import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

extension EngineState: StateWritable {
  /// The version of all records.
  static let version: Int64 = 1

  /// What is written beside the profiles.
  func write(to state: inout StateWriter) {
    state.integer("version", Self.version)
    state.object("clock", clock)
    wallSight?.write(to: &state)
    if trustedSight != wallSight { state.object("trustedClock", trustedSight) }
    state.integer("nextNumber", nextNumber)
    authorization.write(to: &state)
    if emergency != EmergencyLedger() { state.object("emergency", emergency) }
    if !sources.isEmpty {
      state.object("sources") { state in
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) { state.object(named: name, source) }
      }
    }
    state.objects("waits", waits)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let clock = try reader.object("clock", ElapsedClock.init)
    self.init()
    _ = try reader.take("version", "version \(Self.version) or an earlier one") { value in
      value.integerValue.flatMap { 1...Self.version ~= $0 ? $0 : nil }
    }
    if let clock {
      let sight = try ClockSight(&reader)
      restore(clock, wallSight: sight, trustedSight: try reader.object("trustedClock", ClockSight.init) ?? sight)
    }
    nextNumber = try reader.integer("nextNumber")
    authorization = try AuthorizationRecord(&reader)
    emergency = try reader.object("emergency", EmergencyLedger.init) ?? EmergencyLedger()
    let names = reader.rest["sources"]?.objectValue?.members.map(\.key) ?? []
    sources =
      try reader.object("sources") { (reader) throws(StateProblem) in
        var sources: [String: SourceState] = [:]
        for name in names { sources[name] = try reader.object(name, SourceState.init) }
        return sources
      } ?? [:]
    waits = try reader.objects("waits", LooseningWaits.init)
    unknown = reader.rest
  }
}

extension EngineState {
  /// Refuses the state of a newer program: what its records mean is not guessed at, and none of them is rewritten.
  ///
  /// - Throws: `newerVersion`.
  static func checkVersion(of state: StoredState) throws(StateStoreError) {
    guard let payload = state["engine"], let version = version(in: payload), version > Self.version else { return }
    throw .newerVersion(file: "engine", version: UInt8(clamping: version))
  }

  /// The version that a record names; nil for one that is damaged.
  private static func version(in payload: [UInt8]) -> Int64? {
    do throws(JSONError) {
      return try JSONValue(parsing: payload).objectValue?["version"]?.integerValue
    } catch {
      return nil
    }
  }
}

extension EmergencyLedger: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("periodStart", periodStart)
    state.integer("used", used)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(periodStart: try reader.integerIfPresent("periodStart"), used: try reader.integer("used"))
  }
}

extension ElapsedClock: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("elapsed", elapsed)
    state.instant("wall", moment.wall)
    state.integer("nanosecond", moment.nanosecond)
    state.integer("boot", moment.boot)
    state.text("bootId", moment.bootID)
    if behind > 0 { state.integer("behind", behind) }
    state.object("trusted", anchor)
    state.objects("steps", steps)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    let nanosecond = try reader.nanosecond()
    let moment = Moment(
      wall: try reader.instant("wall"), nanosecond: nanosecond, boot: try reader.integer("boot"),
      bootID: try reader.string("bootId"))
    self.init(
      at: moment, elapsed: try reader.integer("elapsed"), behind: try reader.integerIfPresent("behind") ?? 0,
      anchor: try reader.object("trusted", ClockAnchor.init), steps: try reader.objects("steps", Step.init))
  }
}

extension ElapsedClock.Step: StateWritable {
  func write(to state: inout StateWriter) {
    state.integer("nanoseconds", nanoseconds)
    state.integer("elapsed", elapsed)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(nanoseconds: try reader.integer("nanoseconds"), elapsed: try reader.integer("elapsed"))
  }
}

extension ClockAnchor: StateWritable {
  func write(to state: inout StateWriter) {
    state.instant("wall", reading.instant)
    state.integer("nanosecond", reading.nanosecond)
    state.integer("elapsed", elapsed)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    let nanosecond = try reader.nanosecond()
    self.init(
      Delivery(try reader.instant("wall"), nanosecond: nanosecond), elapsed: try reader.integer("elapsed"))
  }
}

extension StateReader {
  /// The nanoseconds of a reading's second.
  fileprivate mutating func nanosecond() throws(StateProblem) -> Int64 {
    try take("nanosecond", "a number from 0 to 999,999,999") { value in
      value.integerValue.flatMap { 0..<Nanoseconds.perSecond ~= $0 ? $0 : nil }
    }
  }
}

extension SourceState: StateWritable {
  func write(to state: inout StateWriter) {
    state.instant("openEnd", openEnd)
    state.instant("startedUntil", startedUntil)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      openEnd: try reader.integerIfPresent("openEnd").map(Instant.init),
      startedUntil: try reader.instant("startedUntil"))
  }
}

extension SessionBook.Record {
  /// What is remembered of a profile, and its session.
  func write(to state: inout StateWriter, session: Session?, _ stamp: RecordStamp?) {
    state.integer("sessions", sessionCount)
    state.objects("used", used.entries)
    state.uuids("ended", ended.map(\.uuid))
    state.object("planned", planned)
    state.object("reminder", reminder)
    state.object("waiting", waiting)
    state.integer("removed", removedElapsed)
    state.object("session", session)
    state.object("written", stamp)
    state.unknown(unknown)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init()
    sessionCount = try reader.integer("sessions")
    used = UsedOccurrences(entries: try reader.objects("used", UsedOccurrences.Entry.init))
    ended = try reader.list("ended") { UUIDValue($0).map(SessionID.init) }
    planned = try reader.object("planned", PlannedStart.init)
    reminder = try reader.object("reminder", PendingReminder.init)
    waiting = try reader.object("waiting", WaitingInterval.init)
    removedElapsed = try reader.integerIfPresent("removed")
    unknown = reader.rest
  }
}

extension UsedOccurrences.Entry: StateWritable {
  func write(to state: inout StateWriter) {
    state.object("occurrence", key)
    state.flag("reachesBack", reachesBack, unless: false)
    state.flag("isSkipped", isSkipped, unless: false)
    state.integer("elapsed", elapsed)
    state.text("ending", ending?.rawValue)
    state.unknown(unknown)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    guard let key = try reader.object("occurrence", OccurrenceKey.init) else {
      throw reader.problem("occurrence", "an object")
    }
    self.init(
      key: key, reachesBack: try reader.flag("reachesBack"), isSkipped: try reader.flag("isSkipped"),
      elapsed: try reader.integer("elapsed"),
      ending: try reader.takeIfPresent("ending", "a known word") {
        $0.stringValue.flatMap(UsedOccurrences.Ending.init)
      })
    // Older versions kept apart what a clock used that was set ahead: it counts as used.
    _ = try (reader.flag("isAhead"), reader.integerIfPresent("wallOrigin"))
    unknown = reader.rest
  }
}
