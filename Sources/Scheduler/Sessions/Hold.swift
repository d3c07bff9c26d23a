import SchedulerCivilTime
import SchedulerJSON

/// A reason for which a profile is active.
public struct Hold: Hashable, Sendable {
  /// The source of a hold, with the values that only such a hold has.
  public enum Kind: Hashable, Sendable {
    /// An interval of the profile's windows.
    case schedule(HeldInterval)
    /// A start by hand, with or without an end.
    case manual
    /// A timer strategy, and whether it may be stopped before its end.
    case timer(allowsEarlyStop: Bool)
    /// A pomodoro strategy.
    case pomodoro(Pomodoro)
  }

  /// The name of a kind; a session has at most one hold of each, in the order of the cases.
  public enum Origin: String, CaseIterable, Comparable, Sendable {
    case schedule, manual, timer, pomodoro

    /// Orders as they are listed.
    public static func < (a: Origin, b: Origin) -> Bool { a.rank < b.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The source of the hold.
  public internal(set) var kind: Kind
  /// The planned instant at which it started.
  public let start: Instant
  /// Elapsed time at `start`, in nanoseconds.
  public let startElapsed: Int64
  /// The planned end; nil for a hold that is stopped by hand, and for a pomodoro, whose end follows from its phase.
  public var end: Deadline?
  /// Members of the stored object that a newer version wrote.
  var unknown = JSONObject()

  /// Creates a hold that starts at an instant.
  public init(_ kind: Kind, start: Instant, startElapsed: Int64, end: Deadline? = nil) {
    self.kind = kind
    self.start = start
    self.startElapsed = startElapsed
    self.end = end
  }
}

/// The interval of a profile's windows that holds a session.
public struct HeldInterval: Hashable, Sendable {
  /// The occurrences of the interval.
  public internal(set) var occurrences: [OccurrenceKey]
  /// The planned length when the interval was opened or last replaced, in nanoseconds.
  public internal(set) var length: Int64
  /// The end at opening, by the trusted clock; nil for a profile that lives by the wall clock.
  var openingEnd: Instant?
}

// What differs from kind to kind.
extension Hold {
  /// The name of the kind.
  public var origin: Origin {
    switch kind {
    case .schedule: .schedule
    case .manual: .manual
    case .timer: .timer
    case .pomodoro: .pomodoro
    }
  }

  /// The interval of a schedule hold; nil for other kinds.
  public var interval: HeldInterval? { if case .schedule(let interval) = kind { interval } else { nil } }

  /// The pomodoro of a pomodoro hold; nil for other kinds.
  public var pomodoro: Pomodoro? { if case .pomodoro(let pomodoro) = kind { pomodoro } else { nil } }

  /// Whether the hold may be stopped before its end. Only a timer may forbid that.
  public var allowsEarlyStop: Bool { if case .timer(let allowsEarlyStop) = kind { allowsEarlyStop } else { true } }

  /// The end without any further command; nil for never.
  public var plannedEnd: Deadline? { if let pomodoro { pomodoro.plannedEnd } else { end } }

  /// Whether the hold applies the shield now.
  public var isEnforcing: Bool { pomodoro?.isEnforcing ?? true }

  /// The latest instant until which the hold applies the shield without a break; nil for an open end.
  public var enforcedUntil: Deadline? { pomodoro.map { .elapsed($0.deadline) } ?? end }

  /// The next change that no command causes: the end, or the end of a phase; nil for never.
  var nextChange: Deadline? { pomodoro.map { .elapsed($0.nextChange) } ?? end }

  /// The earliest instant at which another start of this kind can succeed; nil for never, and for a phase that the next one
  /// follows by itself.
  var nextStart: Deadline? {
    guard let pomodoro else { return end }
    return pomodoro.nextPhaseWaits ? .elapsed(pomodoro.deadline) : nil
  }

  /// Whether the hold stays after its phase has ended, until `start` runs the next one.
  var isWaiting: Bool { pomodoro?.isWaiting ?? false }

  /// Whether the next change begins an interval of the hold's activity, such as a focus phase, and does not end one.
  var nextChangeBeginsInterval: Bool { pomodoro?.nextChangeBeginsFocus ?? false }

  /// The state of the present phase. A hold without phases runs.
  var phaseState: Pomodoro.State { pomodoro?.state ?? .running }

  /// The noun for the hold in a refusal.
  var words: String {
    switch kind {
    case .schedule: "running window"
    case .manual: "start by hand"
    case .timer: "running timer"
    case .pomodoro: "running pomodoro"
    }
  }
}

extension Session {
  /// The pomodoro that holds the session; nil for none.
  public var pomodoro: Pomodoro? { self[.pomodoro]?.pomodoro }

  /// Whether a phase runs whose clock `pause` may stop.
  var hasRunningPhase: Bool { pomodoro?.state == .running }

  /// Whether the clock of a phase is stopped.
  var hasPausedPhase: Bool { pomodoro?.state == .paused }

  /// The command for which the pomodoro waits, `start` or `resume`; nil if it runs, and without one.
  public var awaitedAction: String? { pomodoro?.awaitedAction }
}

extension Hold: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let origin = try archive.field("origin", of: value?.origin)
    start = try archive.instant("start", of: value?.start)
    startElapsed = try archive.field("startElapsed", of: value?.startElapsed)
    end = try archive.optional("end", of: value?.end)
    let interval = value.map { $0.interval ?? HeldInterval(occurrences: [], length: 0) }
    var stored = HeldInterval(
      occurrences: try archive.list("occurrences", of: interval?.occurrences),
      length: try archive.field("length", of: interval?.length, default: 0),
      openingEnd: try archive.optionalInstant("openingEnd", of: interval?.openingEnd))
    if case .trusted(let instant) = end { stored.openingEnd = stored.openingEnd ?? instant }
    let allowsEarlyStop = try archive.field("allowsEarlyStop", of: value?.allowsEarlyStop, default: true)
    let pomodoro: Pomodoro? = try archive.optional("pomodoro", of: value?.pomodoro)
    unknown = archive.unknown(value?.unknown)
    try archive.require(origin != .pomodoro || pomodoro != nil, of: "pomodoro", expecting: "an object")
    kind = Self.kind(of: origin, in: stored, allowsEarlyStop: allowsEarlyStop, pomodoro: pomodoro)
  }

  private static func kind(
    of origin: Origin, in interval: HeldInterval, allowsEarlyStop: Bool, pomodoro: Pomodoro?
  ) -> Kind {
    switch (origin, pomodoro) {
    case (.schedule, _): .schedule(interval)
    case (.timer, _): .timer(allowsEarlyStop: allowsEarlyStop)
    case (.pomodoro, let pomodoro?): .pomodoro(pomodoro)
    case (.manual, _), (.pomodoro, nil): .manual
    }
  }
}

extension Hold.Origin: StoredScalar {
  static var expectation: String { "'schedule', 'manual', 'timer' or 'pomodoro'" }
}
