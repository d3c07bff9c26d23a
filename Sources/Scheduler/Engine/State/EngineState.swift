import SchedulerCivilTime
import SchedulerJSON

/// What the engine keeps beside the profiles: its clock, how far it has looked, and the numbers of events.
struct EngineState: Hashable, Sendable {
  /// The clock of durations; nil before the first evaluation.
  private(set) var clock: ElapsedClock?
  /// What the wall clock has shown; nil before the first evaluation.
  private(set) var wallSight: ClockSight?
  /// What the trusted clock has shown; nil before the first evaluation.
  private(set) var trustedSight: ClockSight?
  /// The number of the next event, missed record or finished session.
  var nextNumber: Int64 = 1
  /// Whether the shield may be applied.
  var authorization = AuthorizationRecord(status: .approved)
  /// How often emergencies were used.
  var emergency = EmergencyLedger()
  /// Interval sources that run.
  var sources: [String: SourceState] = [:]
  /// What the configurations wait for that are not wholly in force, in the order in which they were accepted.
  var waits: [LooseningWaits] = []
  /// Epoch seconds at which a source starts or ends an interval next.
  var nextSourceChange = Int64.max
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()

  /// How far the first evaluation ever looks back, in seconds: a day.
  static let firstLookBack: Int64 = 86_400

  /// Nothing yet.
  init() {}

  /// Goes on from a clock that was written down.
  mutating func restore(_ clock: ElapsedClock, wallSight: ClockSight, trustedSight: ClockSight) {
    self.clock = clock
    let seen = (wall: self.wallSight?.seen, trusted: self.trustedSight?.seen)
    self.wallSight = wallSight
    self.trustedSight = trustedSight
    if let wall = seen.wall { self.wallSight?.see(through: wall) }
    if let trusted = seen.trusted { self.trustedSight?.see(through: trusted) }
  }

  /// The present as of the last evaluation.
  var present: Present? { clock?.present }

  /// Moves the clock on.
  mutating func advance(to now: Moment, stepIsSynchronised: Bool) -> Present {
    var clock = clock ?? ElapsedClock(at: now)
    clock.advance(to: now, stepIsSynchronised: stepIsSynchronised)
    self.clock = clock
    let sight = ClockSight(seen: now.wall.adding(seconds: -Self.firstLookBack))
    wallSight = wallSight ?? sight
    trustedSight = trustedSight ?? sight
    return clock.present
  }

  /// What a clock has shown; nil before the first evaluation.
  func sight(of clock: ProfileClock) -> ClockSight? { clock == .wall ? wallSight : trustedSight }

  /// Notes that everything up to what the clocks show is dealt with.
  ///
  /// - Parameter previous: the present at which that was last noted; nil for never.
  mutating func see(_ present: Present, since previous: Present?) {
    wallSight?.see(present.moment, since: previous?.moment)
    trustedSight?.see(present.shown(by: .trusted).moment, since: previous?.shown(by: .trusted).moment)
  }

  /// Numbers what happened, in the order in which it is handed out: events, missed intervals, finished sessions.
  ///
  /// - Parameter clock: the clock of a profile.
  mutating func number(_ log: SessionLog, at present: Present, by clock: (ProfileID) -> ProfileClock) -> [HistoryEntry]
  {
    let events = log.entries.map { entry in
      let now = Delivery(present.shown(by: entry.profile.map { clock($0.id) } ?? .wall).moment)
      return HistoryEntry.event(
        Event(
          number: takeNumber(), name: entry.name, activity: entry.activity, profile: entry.profile,
          session: entry.session, planned: entry.planned, message: entry.message,
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

/// How far an interval source has come.
struct SourceState: Hashable, Sendable {
  /// The end of the interval that is open; nil between intervals.
  var openEnd: Instant?
  /// The start of the newest interval that was started: none before or at it starts again.
  var startedUntil: Instant
}

extension EngineState: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let version = try archive.field("version", value == nil ? nil : Self.version)
    try archive.require(1...Self.version ~= version, "version", "version \(Self.version) or an earlier one")
    let clock = try archive.optional("clock", value?.clock)
    if clock != nil {
      let wall = try ClockSight(archive: &archive, of: value?.wallSight)
      let isApart = value?.trustedSight != value?.wallSight
      trustedSight = try archive.optional("trustedClock", isApart ? value?.trustedSight : nil) ?? wall
      wallSight = wall
    }
    self.clock = clock
    nextNumber = try archive.field("nextNumber", value?.nextNumber)
    authorization = try AuthorizationRecord(archive: &archive, of: value?.authorization)
    emergency = try archive.field("emergency", value?.emergency, default: EmergencyLedger())
    sources = try archive.table("sources", value?.sources)
    waits = try archive.list("waits", value?.waits)
    unknown = archive.unknown(value?.unknown)
  }
}

extension SourceState: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    openEnd = try archive.optionalInstant("openEnd", value?.openEnd)
    startedUntil = try archive.instant("startedUntil", value?.startedUntil)
  }
}
