import SchedulerCivilTime
import SchedulerJSON

/// An active profile, from the start of its first hold until no hold is left.
public struct Session: Hashable, Sendable {
  /// The identity, which follows from the profile, the instant of the opening and the number of the session.
  public let id: SessionID
  /// The rules that the session copied from the configuration.
  public internal(set) var rules: SessionRules {
    get { sharedRules.value }
    set { sharedRules = Shared(newValue) }
  }
  private var sharedRules: Shared<SessionRules>
  /// The planned instant of the start.
  public let start: Instant
  /// The elapsed time at `start`, in nanoseconds.
  public let startElapsed: Int64
  /// The reading of the wall clock at the real start, in seconds and nanoseconds.
  public let realStart: Delivery
  /// The elapsed time at `realStart`, in nanoseconds.
  public let realStartElapsed: Int64
  /// The holds, at most one of each origin, in the order in which they were added.
  public internal(set) var holds: [Hold] = []
  /// The origins of all holds so far.
  public internal(set) var origins: Set<Hold.Origin> = []
  /// The open lift, which suspends the shield; nil for none.
  public internal(set) var lift: Lift?
  /// The breaks that the session has taken.
  public internal(set) var breaks = BreakBudget()
  /// The number of pauses that were begun.
  public internal(set) var pausesTaken: Int64 = 0
  /// The open grants, in the order in which they were opened.
  public private(set) var grants: [Grant] = []
  /// The layer that leaves the targets of `grants` open; nil without grants.
  private var openedLayer: Shared<Layer>?
  /// The grants that the session has given.
  public internal(set) var access = AccessBudget()
  /// The number of attempts to use what the session blocks.
  public internal(set) var attemptCount: Int64 = 0
  /// How the session has spent its time up to its last change.
  public internal(set) var times: SessionTimes
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Creates a session without holds.
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
    times = SessionTimes(from: realStartElapsed)
  }

  /// The profile of the session.
  public var profile: ProfileReference { rules.profile }

  /// The layer at present, as long as no lift is open: the copied layer with the targets of the grants left open.
  public var layer: Layer { sharedLayer.value }
  /// The shared form of `layer`, for applied layers.
  var sharedLayer: Shared<Layer> { openedLayer ?? rules.sharedLayer }

  /// Leaves the targets of the given grants open, and no others.
  mutating func leaveOpen(_ grants: [Grant]) {
    self.grants = grants
    openedLayer = grants.isEmpty ? nil : Shared(rules.layer.opened(by: grants))
  }

  /// The hold of an origin; nil for none.
  public subscript(origin: Hold.Origin) -> Hold? { holds.first { $0.origin == origin } }

  /// Whether the session has a hold of an origin.
  func isHeld(by origin: Hold.Origin) -> Bool { holds.contains { $0.origin == origin } }

  /// Returns when the session ends if no further input arrives; nil if it is open-ended.
  public func plannedEnd(at present: Present) -> Deadline? {
    Self.latest(of: holds.lazy.map(\.plannedEnd), at: present)
  }

  /// Whether the session shields now: its rules are enforced and block something, a hold enforces, and no lift is open.
  public var isShielding: Bool {
    rules.isEnforced && !rules.layer.blocksNothing && lift == nil && holds.contains(where: \.isEnforcing)
  }

  /// Whether the session was running at an instant: by its clock, or by elapsed time if that clock was set since.
  func isOlder(than instant: Instant, at present: Present) -> Bool {
    start <= instant || startElapsed <= present.elapsed(at: instant)
  }

  /// Returns the latest instant until which the holds enforce; nil for an open end.
  func enforcedUntil(at present: Present) -> Instant? {
    let ends = holds.lazy.filter(\.isEnforcing).map(\.enforcedUntil)
    return Self.latest(of: ends, at: present).map(present.instant)
  }

  /// Returns the identity of a session: UUID version 5 of `<epoch seconds of the opening instant>:<number>`, both in
  /// decimal, in the namespace of the profile's identity.
  static func identity(profile: ProfileID, start: Instant, number: Int64) -> SessionID {
    SessionID(UUIDValue(version5Of: "\(start.epochSeconds):\(number)", in: profile.uuid))
  }

  /// Returns the latest of the given ends; nil if one is open or there is none.
  private static func latest(of ends: some Sequence<Deadline?>, at present: Present) -> Deadline? {
    var latest: Deadline?
    for end in ends {
      guard let end else { return nil }
      if latest.map({ present.elapsed(of: $0) < present.elapsed(of: end) }) ?? true { latest = end }
    }
    return latest
  }
}

extension Viewer {
  /// Whether the viewer sees a session.
  public func sees(_ session: Session) -> Bool { sees(session.rules.layer) }
}

extension Session {
  /// Reads or writes the fields of a session; see `StoredObject`. The rules that it copied are a separate record.
  init<A: Archive>(archive: inout A, of value: Session?, rules: SessionRules) throws(A.Failure) {
    let id = try archive.field("id", of: value?.id)
    let start = try archive.instant("start", of: value?.start)
    let startElapsed = try archive.field("startElapsed", of: value?.startElapsed)
    self.init(
      id: id, rules: rules, start: start, startElapsed: startElapsed,
      realStart: try archive.optional("realStart", of: value?.realStart) ?? Delivery(start),
      realStartElapsed: try archive.optional("realStartElapsed", of: value?.realStartElapsed) ?? startElapsed)
    holds = try archive.list("holds", of: value?.holds)
    origins = Set(try archive.list("origins", of: value?.origins.sorted()))
    lift = try archive.optional("lift", of: value?.lift)
    breaks = try archive.optional("breaks", of: value?.breaks) ?? BreakBudget()
    pausesTaken = try archive.field("pausesTaken", of: value?.pausesTaken)
    leaveOpen(try archive.list("grants", of: value?.grants))
    access = try archive.field("access", of: value?.access, default: AccessBudget())
    attemptCount = try archive.field("attempts", of: value?.attemptCount, default: 0)
    times = try archive.optional("times", of: value?.times) ?? estimatedTimes()
    unknown = archive.unknown(value?.unknown)
    try archive.require(!holds.isEmpty, of: "holds", expecting: "a hold")
  }
}
