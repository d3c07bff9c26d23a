import SchedulerCivilTime
import SchedulerJSON

/// A reason for which a profile is active.
public struct Hold: Hashable, Sendable {
  /// The origin of a hold. A session has at most one hold of each origin.
  public enum Origin: String, CaseIterable, Comparable, Sendable {
    /// An interval of the profile's windows.
    case schedule
    /// A start by hand, with or without an end.
    case manual
    /// A timer strategy.
    case timer
    /// A pomodoro strategy.
    case pomodoro

    /// Orders as the cases are listed.
    public static func < (a: Origin, b: Origin) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .schedule: 0
      case .manual: 1
      case .timer: 2
      case .pomodoro: 3
      }
    }
  }

  /// The origin of the hold.
  public let origin: Origin
  /// The planned instant of the start.
  public let start: Instant
  /// The elapsed time at `start`, in nanoseconds.
  public let startElapsed: Int64
  /// The end; nil for a hold that is stopped by hand. The end of a pomodoro follows from its phase.
  public var end: Deadline?
  /// For a schedule hold: the occurrences of its interval.
  public var occurrences: [OccurrenceKey] = []
  /// For a schedule hold: its planned length when it was opened or last given another interval, in nanoseconds.
  public var length: Int64 = 0
  /// For a schedule hold by the trusted clock: the end that it had when it was opened; nil for all others.
  var openingEnd: Instant?
  /// For a timer: whether it may be stopped before its end.
  public var allowsEarlyStop = true
  /// For a pomodoro: its phase.
  public var pomodoro: Pomodoro?
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Creates a hold.
  public init(_ origin: Origin, start: Instant, startElapsed: Int64, end: Deadline? = nil) {
    self.origin = origin
    self.start = start
    self.startElapsed = startElapsed
    self.end = end
  }

  /// The end if no further input arrives; nil for never.
  public var plannedEnd: Deadline? { pomodoro.map(\.plannedEnd) ?? end }

  /// Whether the hold applies the shield.
  public var isEnforcing: Bool { pomodoro?.isEnforcing ?? true }

  /// The latest deadline until which the hold enforces; nil for an open end.
  public var enforcedUntil: Deadline? { pomodoro.map { .elapsed($0.deadline) } ?? end }
}

extension Hold: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    self.init(
      try archive.field("origin", value?.origin), start: try archive.instant("start", value?.start),
      startElapsed: try archive.field("startElapsed", value?.startElapsed), end: try archive.optional("end", value?.end)
    )
    occurrences = try archive.list("occurrences", value?.occurrences)
    length = try archive.field("length", value?.length, default: 0)
    openingEnd = try archive.optionalInstant("openingEnd", value?.openingEnd)
    if case .trusted(let instant) = end { openingEnd = openingEnd ?? instant }
    allowsEarlyStop = try archive.field("allowsEarlyStop", value?.allowsEarlyStop, default: true)
    pomodoro = try archive.optional("pomodoro", value?.pomodoro)
    unknown = archive.unknown(value?.unknown)
    try archive.require(origin != .pomodoro || pomodoro != nil, "pomodoro", "an object")
  }
}

extension Hold.Origin: StoredScalar {
  static var expectation: String { "'schedule', 'manual', 'timer' or 'pomodoro'" }
}
