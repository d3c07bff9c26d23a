import SchedulerCivilTime
import SchedulerJSON

/// A running, ended or lost session, as a line of a list.
public struct SessionEntry: Sendable {
  /// The identity of the session.
  public let session: String
  /// The key of its profile at the time.
  public let profile: String
  /// The identity of its profile.
  public let id: String
  /// The origins of its holds: schedule, manual, timer, pomodoro.
  public let origins: [String]
  /// The planned start.
  public let start: Instant
  /// The planned end; nil for a running session whose end is not known yet, and for a lost session.
  public let end: Instant?
  /// The time at which the start was noticed, in UTC with milliseconds.
  public let realStart: String
  /// The time at which the end or the loss was noticed, or nil for a running session.
  public let realEnd: String?
  /// The real duration in seconds, by a clock that users cannot set.
  public let seconds: Int64
  /// The part of the duration spent in breaks, in seconds.
  public let breakSeconds: Int64
  /// All parts of the duration; nil for a session that ended under a version that did not record them.
  public let spent: SessionSeconds?
  /// The number of attempts to use what the session blocks; nil for a lost session, and for one that ended under a
  /// version that did not count them.
  public let attemptCount: Int64?
  /// Whether the session has not ended.
  public let isRunning: Bool
  /// The open targets of a running session, with their ends.
  public private(set) var open: [(target: String, until: Instant)] = []
  /// The time at which it was noticed that the state no longer has the session; nil for other sessions. How long a lost
  /// session ran is unknown.
  public private(set) var lostAt: Instant?

  /// The time by which lists since an instant select the session.
  public var listedAt: Instant? { end ?? lostAt }
}

extension SessionEntry {
  /// Creates the entry of a running session.
  public init(_ session: Session, at present: Present) {
    let spent = session.spent(at: present)
    self.init(
      session: session.id.description, profile: session.profile.key.text, id: session.profile.id.description,
      origins: session.origins.sorted().map(\.rawValue), start: session.start,
      end: session.plannedEnd(at: present).map(present.instant), realStart: session.realStart.description,
      realEnd: nil, seconds: spent.total, breakSeconds: spent.onBreak, spent: spent, attemptCount: session.attemptCount,
      isRunning: true,
      open: session.grants.map { ($0.target.text, session.grantEnd($0, at: present)) })
  }

  /// Creates the entry of an ended session.
  public init(_ finished: FinishedSession) {
    self.init(
      session: finished.id.description, profile: finished.profile.key.text, id: finished.profile.id.description,
      origins: finished.origins.sorted().map(\.rawValue), start: finished.start, end: finished.end,
      realStart: finished.realStart.description, realEnd: finished.realEnd.description, seconds: finished.seconds,
      breakSeconds: finished.spent.onBreak, spent: finished.spent, attemptCount: finished.attemptCount, isRunning: false
    )
  }

  /// Creates the entry of a finished or lost session. Returns nil for other entries of history.
  public init?(_ record: HistoryRecord) {
    if record.event == .stateDidLose, let lostAt = record.planned {
      guard !record.session.isEmpty, !record.profile.isEmpty else { return nil }
      let start = record.lostStart ?? lostAt
      self.init(
        session: record.session, profile: record.profile, id: record.profileText ?? "", origins: [], start: start,
        end: nil, realStart: start.description, realEnd: record.deliveredText, seconds: 0, breakSeconds: 0, spent: nil,
        attemptCount: nil, isRunning: false, lostAt: lostAt)
      return
    }
    guard record.kind == "sessionDidFinish", !record.session.isEmpty, !record.profile.isEmpty, let span = record.span
    else { return nil }
    self.init(
      session: record.session, profile: record.profile, id: record.profileText ?? "", origins: record.origins,
      start: span.start, end: span.end, realStart: record.realStart, realEnd: record.realEnd,
      seconds: record.seconds ?? max(0, span.end.seconds(since: span.start)), breakSeconds: record.breakSeconds,
      spent: record.spent, attemptCount: record.attemptCount, isRunning: false)
  }
}

extension SessionEntry {
  /// The names of the columns. They are also keys of the JSON object, which additionally has `open`.
  public static let columns = [
    "session", "profile", "id", "origins", "start", "end", "realStart", "realEnd", "seconds", "enforcingSeconds",
    "breakSeconds", "pauseSeconds", "waitingSeconds", "focusSeconds", "rounds", "attempts", "running",
  ]

  /// Returns the cells in the order of the columns. No cell needs quotes, because keys, identities, times and numbers
  /// contain neither commas nor quotes.
  public func csv(in zone: ZoneRules) -> String {
    func cell(_ number: Int64?) -> String { number.map { "\($0)" } ?? "" }
    return [
      session, profile, id, origins.joined(separator: " "), start.rfc3339(in: zone), end?.rfc3339(in: zone) ?? "",
      realStart, realEnd ?? "", "\(seconds)", cell(spent?.enforcing), "\(breakSeconds)", cell(spent?.paused),
      cell(spent?.waiting), cell(spent?.focus), cell(spent?.rounds), cell(attemptCount), "\(isRunning)",
    ].joined(separator: ",")
  }

  /// Writes the entry as an object, with planned times in a zone.
  public func write(to json: inout JSONWriter, in zone: ZoneRules) {
    json.object { json in
      json.member("session", value: session)
      json.member("profile", value: profile)
      json.member("id", value: id)
      json.member("origins", value: origins)
      json.member("start", value: start, in: zone)
      json.member("end", orNull: end, in: zone)
      json.member("realStart", value: realStart)
      json.member("realEnd", orNull: realEnd)
      json.member("seconds", value: seconds)
      json.member("enforcingSeconds", orNull: spent?.enforcing)
      json.member("breakSeconds", value: breakSeconds)
      json.member("pauseSeconds", orNull: spent?.paused)
      json.member("waitingSeconds", orNull: spent?.waiting)
      json.member("focusSeconds", orNull: spent?.focus)
      json.member("rounds", orNull: spent?.rounds)
      json.member("attempts", orNull: attemptCount)
      json.member("running", value: isRunning)
      if lostAt != nil { json.member("lost", value: true) }
      json.array("open", of: open) { $1.writeOpen($0.target, until: $0.until, in: zone) }
    }
  }
}
