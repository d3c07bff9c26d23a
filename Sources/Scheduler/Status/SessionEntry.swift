import SchedulerCivilTime
import SchedulerJSON

/// A session that runs or ended, as a line of a list.
public struct SessionEntry: Sendable {
  /// Its identity.
  public let session: String
  /// The key of its profile, as it was then.
  public let profile: String
  /// The identity of its profile.
  public let id: String
  /// What held it: schedule, manual, timer, pomodoro.
  public let origins: [String]
  /// The planned instants; the end of one that runs is nil while nobody knows it.
  public let start: Instant
  /// See `start`.
  public let end: Instant?
  /// When that was noticed, in UTC with milliseconds.
  public let realStart: String
  /// When its end was noticed; nil of one that runs.
  public let realEnd: String?
  /// How long it really ran, by a clock that nobody can set.
  public let seconds: Int64
  /// How much of that were breaks.
  public let breakSeconds: Int64
  /// Whether it has not ended.
  public let isRunning: Bool
  /// What is open in one that runs, and until when.
  public private(set) var open: [(target: String, until: Instant)] = []

  /// One that runs.
  public init(_ session: Session, at present: Present) {
    self.session = session.id.description
    profile = session.profile.key.text
    id = session.profile.id.description
    origins = session.origins.sorted().map(\.rawValue)
    start = session.start
    end = session.plannedEnd(at: present).map(present.instant)
    realStart = session.realStart.description
    realEnd = nil
    seconds = session.seconds(at: present)
    breakSeconds = session.breaks.usedNanoseconds / 1_000_000_000
    isRunning = true
    open = session.grants.map { ($0.target.text, session.grantEnd($0, at: present)) }
  }

  /// One that ended.
  public init(_ finished: FinishedSession) {
    session = finished.id.description
    profile = finished.profile.key.text
    id = finished.profile.id.description
    origins = finished.origins.sorted().map(\.rawValue)
    start = finished.start
    end = finished.end
    realStart = finished.realStart.description
    realEnd = finished.realEnd.description
    seconds = finished.seconds
    breakSeconds = finished.breakNanoseconds / 1_000_000_000
    isRunning = false
  }

  /// One that ended, as history has it; nil for other lines.
  public init?(_ entry: JSONObject) {
    guard entry["event"]?.stringValue == "sessionDidFinish", let session = entry["session"]?.stringValue,
      let profile = entry["profile"]?.stringValue, let start = entry.instant("start"), let end = entry.instant("end")
    else { return nil }
    self.session = session
    self.profile = profile
    id = entry["id"]?.stringValue ?? ""
    origins = entry["origins"]?.arrayValue?.compactMap(\.stringValue) ?? []
    self.start = start
    self.end = end
    realStart = entry["realStart"]?.stringValue ?? ""
    realEnd = entry["realEnd"]?.stringValue
    seconds = entry["seconds"]?.integerValue ?? max(0, end.seconds(since: start))
    breakSeconds = entry["breakSeconds"]?.integerValue ?? 0
    isRunning = false
  }
}

extension SessionEntry {
  /// The names of the columns, which are also the keys of JSON; that has `open` besides.
  public static let columns = [
    "session", "profile", "id", "origins", "start", "end", "realStart", "realEnd", "seconds", "breakSeconds",
    "running",
  ]

  /// The cells in the order of the columns. None needs quotes: keys, identities, times and numbers have neither commas nor
  /// quotes in them.
  public func csv(in zone: ZoneRules) -> String {
    [
      session, profile, id, origins.joined(separator: " "), start.rfc3339(in: zone), end?.rfc3339(in: zone) ?? "",
      realStart, realEnd ?? "", "\(seconds)", "\(breakSeconds)", "\(isRunning)",
    ].joined(separator: ",")
  }

  /// Writes it as an object, with planned times in a zone.
  public func write(to json: inout JSONWriter, in zone: ZoneRules) {
    json.object { json in
      json.member("session", session)
      json.member("profile", profile)
      json.member("id", id)
      json.member("origins", origins)
      json.member("start", start, in: zone)
      json.member("end", orNull: end, in: zone)
      json.member("realStart", realStart)
      json.member("realEnd", orNull: realEnd)
      json.member("seconds", seconds)
      json.member("breakSeconds", breakSeconds)
      json.member("running", isRunning)
      json.array("open") { json in
        for (target, until) in open { json.writeOpen(target, until: until, in: zone) }
      }
    }
  }
}
