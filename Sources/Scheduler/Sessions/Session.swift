import SchedulerCivilTime
import SchedulerJSON

/// A profile that is active: from when its first hold starts until the ends leave it none.
public struct Session: Hashable, Sendable {
  /// Its identity, which follows from its profile, its opening instant and its number.
  public let id: SessionID
  /// What it copied from the configuration.
  public internal(set) var rules: SessionRules {
    get { sharedRules.value }
    set { sharedRules = Shared(newValue) }
  }
  private var sharedRules: Shared<SessionRules>
  /// The planned instant of its start.
  public let start: Instant
  /// Elapsed time at `start`, in nanoseconds.
  public let startElapsed: Int64
  /// The moment at which it really started, as seconds and nanoseconds of the wall clock.
  public let realStart: Delivery
  /// Elapsed time at `realStart`, in nanoseconds.
  public let realStartElapsed: Int64
  /// What keeps it, at most one of each origin, in the order in which they came.
  public internal(set) var holds: [Hold] = []
  /// Everything that has kept it.
  public internal(set) var origins: Set<Hold.Origin> = []
  /// What suspends its shield now.
  public internal(set) var lift: Lift?
  /// What it has taken of its breaks.
  public internal(set) var breaks = BreakBudget()
  /// Pauses that were begun.
  public internal(set) var pausesTaken: Int64 = 0
  /// The targets that it leaves open now, in the order in which they were opened.
  public private(set) var grants: [Grant] = []
  /// Its part of the shield with these left open; nil while there are none.
  private var openedLayer: Shared<Layer>?
  /// What it has given of its grants.
  public internal(set) var access = AccessBudget()
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()

  /// A session without holds yet.
  init(
    id: SessionID, rules: SessionRules, start: Instant, startElapsed: Int64, realStart: Delivery,
    realStartElapsed: Int64
  ) {
    self.id = id
    sharedRules = Shared(rules)
    self.start = start
    self.startElapsed = startElapsed
    self.realStart = realStart
    self.realStartElapsed = realStartElapsed
  }

  /// The profile whose session it is.
  public var profile: ProfileReference { rules.profile }

  /// Its part of the shield at present, as long as no lift is open: what it copied, and what is open in it.
  public var layer: Layer { sharedLayer.value }
  /// The same, for what applies it.
  var sharedLayer: Shared<Layer> { openedLayer ?? rules.sharedLayer }

  /// Leaves the targets of these grants open, and no others.
  mutating func leaveOpen(_ grants: [Grant]) {
    self.grants = grants
    openedLayer = grants.isEmpty ? nil : Shared(rules.layer.opened(by: grants))
  }

  /// The hold of an origin.
  public subscript(origin: Hold.Origin) -> Hold? { holds.first { $0.origin == origin } }

  /// Whether it has a hold of an origin.
  func isHeld(by origin: Hold.Origin) -> Bool { holds.contains { $0.origin == origin } }

  /// When it ends if nobody does anything; nil when it is open-ended.
  public func plannedEnd(at present: Present) -> Deadline? {
    Self.latest(of: holds.lazy.map(\.plannedEnd), present)
  }

  /// Whether its profile is shielded now: it has something to block, some hold enforces and no lift is open.
  public var isShielding: Bool {
    rules.isEnforced && !rules.layer.blocksNothing && lift == nil && holds.contains(where: \.isEnforcing)
  }

  /// Whether it was running at an instant: by its clock, or by elapsed time where that was set since.
  func isOlder(than instant: Instant, at present: Present) -> Bool {
    start <= instant || startElapsed <= present.elapsed(at: instant)
  }

  /// Until when its holds enforce at the longest; nil for an open end.
  func enforcedUntil(_ present: Present) -> Instant? {
    let ends = holds.lazy.filter(\.isEnforcing).map(\.enforcedUntil)
    return Self.latest(of: ends, present).map(present.instant)
  }

  /// The identity of a session: UUID version 5 of `<epoch seconds of the opening instant>:<number>`, both in decimal, in
  /// the namespace of the profile's identity.
  static func identity(profile: ProfileID, start: Instant, number: Int64) -> SessionID {
    SessionID(UUIDValue(version5Of: "\(start.epochSeconds):\(number)", in: profile.uuid))
  }

  /// The latest of some ends; nil when one is open or there is none.
  private static func latest(of ends: some Sequence<Deadline?>, _ present: Present) -> Deadline? {
    var latest: Deadline?
    for end in ends {
      guard let end else { return nil }
      if latest.map({ present.elapsed(of: $0) < present.elapsed(of: end) }) ?? true { latest = end }
    }
    return latest
  }
}

extension Viewer {
  /// Whether a session is shown.
  public func sees(_ session: Session) -> Bool { sees(session.rules.layer) }
}

extension Session {
  /// The fields of a session; what it copied is a record of its own. See `StoredObject`.
  init<A: Archive>(archive: inout A, of value: Session?, rules: SessionRules) throws(A.Failure) {
    let id = try archive.field("id", value?.id)
    let start = try archive.instant("start", value?.start)
    let startElapsed = try archive.field("startElapsed", value?.startElapsed)
    self.init(
      id: id, rules: rules, start: start, startElapsed: startElapsed,
      realStart: try archive.optional("realStart", value?.realStart) ?? Delivery(start),
      realStartElapsed: try archive.optional("realStartElapsed", value?.realStartElapsed) ?? startElapsed)
    holds = try archive.list("holds", value?.holds)
    origins = Set(try archive.list("origins", value?.origins.sorted()))
    lift = try archive.optional("lift", value?.lift)
    breaks = try archive.optional("breaks", value?.breaks) ?? BreakBudget()
    pausesTaken = try archive.field("pausesTaken", value?.pausesTaken)
    leaveOpen(try archive.list("grants", value?.grants))
    access = try archive.field("access", value?.access, default: AccessBudget())
    unknown = archive.unknown(value?.unknown)
    try archive.require(!holds.isEmpty, "holds", "a hold")
  }
}
