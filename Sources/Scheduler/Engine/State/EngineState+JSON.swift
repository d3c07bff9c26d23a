import CivilTime
import JSON

extension EngineState {
  /// The version of all records.
  static let version: Int64 = 1

  /// What is written beside the profiles.
  var json: JSONObject {
    JSONObject(
      [
        "version": .integer(Self.version), "clock": clock.map { .object($0.json) },
        "seen": seen.map(JSONValue.instant), "nextNumber": .integer(nextNumber), "isAuthorized": .bool(isAuthorized),
        "sources": sources.isEmpty ? nil : .object(sourcesJSON),
      ], unknown: unknown)
  }

  private var sourcesJSON: JSONObject {
    var object = JSONObject()
    for (name, source) in sources.sorted(by: { $0.key < $1.key }) { object[name] = .object(source.json) }
    return object
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    let clock = try reader.object("clock", ElapsedClock.init)
    self.init()
    _ = try reader.take("version", "version \(Self.version) or an earlier one") { value in
      value.integerValue.flatMap { 1...Self.version ~= $0 ? $0 : nil }
    }
    if let clock { restore(clock, seen: try reader.instant("seen")) }
    nextNumber = try reader.integer("nextNumber")
    isAuthorized = try reader.flag("isAuthorized", default: true)
    let names = reader.rest["sources"]?.objectValue?.members.map(\.key) ?? []
    sources =
      try reader.object("sources") { (reader) throws(StateProblem) in
        var sources: [String: SourceState] = [:]
        for name in names { sources[name] = try reader.object(name, SourceState.init) }
        return sources
      } ?? [:]
    unknown = reader.rest
  }
}

extension ElapsedClock {
  fileprivate var json: JSONObject {
    [
      "elapsed": .integer(elapsed), "wall": .instant(moment.wall), "nanosecond": .integer(moment.nanosecond),
      "boot": .integer(moment.boot), "bootId": .string(moment.bootID),
    ]
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    let nanosecond = try reader.take("nanosecond", "a number from 0 to 999,999,999") { value in
      value.integerValue.flatMap { 0..<Nanoseconds.perSecond ~= $0 ? $0 : nil }
    }
    let moment = Moment(
      wall: try reader.instant("wall"), nanosecond: nanosecond, boot: try reader.integer("boot"),
      bootID: try reader.string("bootId"))
    self.init(at: moment, elapsed: try reader.integer("elapsed"))
  }
}

extension SourceState {
  fileprivate var json: JSONObject {
    JSONObject(["openEnd": openEnd.map(JSONValue.instant), "startedUntil": .instant(startedUntil)])
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      openEnd: try reader.integerIfPresent("openEnd").map(Instant.init),
      startedUntil: try reader.instant("startedUntil"))
  }
}

extension SessionBook.Record {
  /// What is remembered of a profile, and its session.
  func json(session: Session?, _ stamp: RecordStamp?) -> JSONObject {
    JSONObject(
      [
        "sessions": .integer(sessionCount),
        "used": used.isEmpty ? nil : .array(used.entries.map { .object($0.json) }),
        "ended": .texts(ended.map(\.description)), "planned": planned.map { .object($0.json) },
        "reminder": reminder.map { .object($0.json) }, "waiting": waiting.map { .object($0.json) },
        "removed": removedElapsed.map(JSONValue.integer), "session": session.map { .object($0.json) },
        "written": stamp.map { .object($0.json) },
      ], unknown: unknown)
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

extension UsedOccurrences.Entry {
  fileprivate var json: JSONObject {
    JSONObject(
      [
        "occurrence": .object(key.json), "reachesBack": reachesBack ? .bool(true) : nil,
        "isSkipped": isSkipped ? .bool(true) : nil, "elapsed": .integer(elapsed),
      ], unknown: unknown)
  }

  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    guard let key = try reader.object("occurrence", OccurrenceKey.init) else {
      throw reader.problem("occurrence", "an object")
    }
    self.init(
      key: key, reachesBack: try reader.flag("reachesBack"), isSkipped: try reader.flag("isSkipped"),
      elapsed: try reader.integer("elapsed"))
    unknown = reader.rest
  }
}
