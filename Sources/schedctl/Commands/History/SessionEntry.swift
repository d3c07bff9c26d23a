import CivilTime
import JSON
import Scheduler

/// A session that runs or ended, as a line of a list.
struct SessionEntry {
  let session: String
  /// The key of its profile, as it was then.
  let profile: String
  /// The identity of its profile.
  let id: String
  let origins: [String]
  /// The planned instants; the end of one that runs is nil while nobody knows it.
  let start: Instant
  let end: Instant?
  /// When that was noticed, in UTC with milliseconds.
  let realStart: String
  let realEnd: String?
  /// How long it really ran, by a clock that nobody can set.
  let seconds: Int64
  let breakSeconds: Int64
  let isRunning: Bool
  /// What is open in one that runs, and until when.
  var open: [(target: String, until: Instant)] = []

  /// One that runs.
  init(_ session: Scheduler.Session, at present: Present) {
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
  init(_ finished: FinishedSession) {
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
  init?(_ entry: JSONObject) {
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
  static let columns = [
    "session", "profile", "id", "origins", "start", "end", "realStart", "realEnd", "seconds", "breakSeconds",
    "running",
  ]

  /// The cells in the order of the columns. None needs quotes: keys, identities, times and numbers have neither commas nor
  /// quotes in them.
  func csv(in zone: ZoneRules) -> String {
    [
      session, profile, id, origins.joined(separator: " "), start.rfc3339(in: zone), end?.rfc3339(in: zone) ?? "",
      realStart, realEnd ?? "", "\(seconds)", "\(breakSeconds)", "\(isRunning)",
    ].joined(separator: ",")
  }

  /// Writes it as a line of JSON.
  func writeJSON(in zone: ZoneRules, to output: inout TextOutput) {
    output.json.beginObject()
    output.json.key("session")
    output.json.string(session)
    output.json.key("profile")
    output.json.string(profile)
    output.json.key("id")
    output.json.string(id)
    output.json.key("origins")
    output.json.strings(origins)
    output.json.key("start")
    output.json.instant(start, in: zone)
    output.json.key("end")
    output.json.instant(orNull: end, in: zone)
    output.json.key("realStart")
    output.json.string(realStart)
    output.json.key("realEnd")
    output.json.string(orNull: realEnd)
    output.json.key("seconds")
    output.json.integer(seconds)
    output.json.key("breakSeconds")
    output.json.integer(breakSeconds)
    output.json.key("running")
    output.json.bool(isRunning)
    output.json.key("open")
    output.json.beginArray()
    for (target, until) in open { output.json.writeOpen(target, until: until, in: zone) }
    output.json.endArray()
    output.json.endObject()
    output.endJSONLine()
  }
}
