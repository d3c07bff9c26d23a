import SchedulerCivilTime
import SchedulerJSON

/// The engine's state that belongs to no profile: its clock, what is dealt with, and the numbers of events.
struct EngineState: Hashable, Sendable {
  /// The clock of durations; nil before the first evaluation.
  private(set) var clock: ElapsedClock?
  /// The readings that the wall clock has shown; nil before the first evaluation.
  private(set) var wallSight: ClockSight?
  /// The readings that the trusted clock has shown; nil before the first evaluation.
  private(set) var trustedSight: ClockSight?
  /// The number of the next event, missed interval or finished session.
  var nextNumber: Int64 = 1
  /// Whether the shield may be applied.
  var authorization = AuthorizationRecord(status: .approved)
  /// The record of used emergencies.
  var emergency = EmergencyLedger()
  /// The progress of the interval sources that run, by name.
  var sources: [String: SourceState] = [:]
  /// The waits of the configurations that are not wholly in force, in the order of their acceptance.
  var waits: [LooseningWaits] = []
  /// Epoch seconds at which a source next starts or ends an interval; `Int64.max` for never.
  var nextSourceChange = Int64.max
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// The maximum time that the first evaluation looks back, in seconds: a day.
  static let firstLookBack = IntervalRuns.lookBack

  /// Continues from a stored clock. What was dealt with before stays so.
  mutating func restore(_ clock: ElapsedClock, wallSight: ClockSight, trustedSight: ClockSight) {
    self.clock = clock
    let seen = (wall: self.wallSight?.seen, trusted: self.trustedSight?.seen)
    self.wallSight = wallSight
    self.trustedSight = trustedSight
    if let wall = seen.wall { self.wallSight?.see(through: wall) }
    if let trusted = seen.trusted { self.trustedSight?.see(through: trusted) }
  }

  /// The present of the last evaluation; nil before the first.
  var present: Present? { clock?.present }

  /// Advances the clock to a moment, and returns the present.
  mutating func advance(to now: Moment, stepIsSynchronised: Bool) -> Present {
    var clock = clock ?? ElapsedClock(at: now)
    clock.advance(to: now, stepIsSynchronised: stepIsSynchronised)
    self.clock = clock
    let sight = ClockSight(seen: now.wall.adding(seconds: -Self.firstLookBack))
    wallSight = wallSight ?? sight
    trustedSight = trustedSight ?? sight
    return clock.present
  }

  /// Returns the readings that a clock has shown; nil before the first evaluation.
  func sight(of clock: ProfileClock) -> ClockSight? { clock == .wall ? wallSight : trustedSight }

  /// Records that everything up to the readings of the clocks is dealt with.
  ///
  /// - Parameter previous: the present of the previous record; nil for none.
  mutating func see(_ present: Present, since previous: Present?) {
    wallSight?.see(present.moment, since: previous?.moment)
    trustedSight?.see(present.shown(by: .trusted).moment, since: previous?.shown(by: .trusted).moment)
  }

  /// Numbers the entries of a log, and returns them in that order: events, missed intervals, finished sessions.
  ///
  /// - Parameter clock: returns the clock of a profile.
  mutating func number(_ log: SessionLog, at present: Present, by clock: (ProfileID) -> ProfileClock) -> [HistoryEntry]
  {
    let events = log.entries.map { entry in
      let now = Delivery(present.shown(by: entry.profile.map { clock($0.id) } ?? .wall).moment)
      return HistoryEntry.event(
        Event(
          number: takeNumber(), name: entry.name, activity: entry.activity, profile: entry.profile,
          session: entry.session, planned: entry.planned, message: entry.message, mode: entry.mode,
          start: entry.start, attempt: entry.attempt, user: entry.user, until: entry.until,
          delivered: Delivery(present.moment), isLate: now.isLate(for: entry.planned)))
    }
    let missed = log.missed.map { missed in
      var missed = missed
      missed.trim()
      missed.number = takeNumber()
      return HistoryEntry.missed(missed)
    }
    let finished = log.finished.map { session in
      var session = session
      session.number = takeNumber()
      return HistoryEntry.finished(session)
    }
    return events + missed + finished
  }

  private mutating func takeNumber() -> Int64 {
    defer { nextNumber += 1 }
    return nextNumber
  }
}

/// The progress of an interval source.
struct SourceState: Hashable, Sendable {
  /// The end of the open interval; nil between intervals.
  var openEnd: Instant?
  /// The start of the newest interval that was started. No interval at or before it starts again.
  var startedUntil: Instant
}

extension EngineState: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let version = try archive.field("version", of: value == nil ? nil : Self.version)
    try archive.require(
      1...Self.version ~= version, of: "version", expecting: "version \(Self.version) or an earlier one")
    let clock = try archive.optional("clock", of: value?.clock)
    if clock != nil {
      let wall = try ClockSight(archive: &archive, of: value?.wallSight)
      let isApart = value?.trustedSight != value?.wallSight
      trustedSight = try archive.optional("trustedClock", of: isApart ? value?.trustedSight : nil) ?? wall
      wallSight = wall
    }
    self.clock = clock
    nextNumber = try archive.field("nextNumber", of: value?.nextNumber)
    authorization = try AuthorizationRecord(archive: &archive, of: value?.authorization)
    emergency = try archive.field("emergency", of: value?.emergency, default: EmergencyLedger())
    sources = try archive.table("sources", of: value?.sources)
    waits = try archive.list("waits", of: value?.waits)
    unknown = archive.unknown(value?.unknown)
  }
}

extension SourceState: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    openEnd = try archive.optionalInstant("openEnd", of: value?.openEnd)
    startedUntil = try archive.instant("startedUntil", of: value?.startedUntil)
  }
}
