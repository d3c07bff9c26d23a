import SchedulerCivilTime
import SchedulerJSON

/// The breaks that a session has taken since they were last renewed.
public struct BreakBudget: Hashable, Sendable {
  /// The time at which breaks are renewed: when the profile's clock and elapsed time have both reached it. Setting the
  /// wall clock forward therefore brings no renewal early.
  public struct Renewal: Hashable, Sendable {
    /// The deadline at which the profile's clock shows the time of `reset`.
    public var end: Deadline
    /// The elapsed time at which that is expected, in nanoseconds.
    public var elapsed: Int64

    /// Whether the clock and elapsed time have both reached it.
    func isDue(at present: Present) -> Bool { present.hasReached(end) && elapsed <= present.elapsed }

    /// Returns the elapsed time at which the clock and elapsed time had both reached it; nil before.
    func elapsedEnd(at present: Present) -> Int64? {
      isDue(at: present) ? max(present.elapsed(of: end), elapsed) : nil
    }

    /// Returns the planned instant.
    func instant(at present: Present) -> Instant {
      max(present.instant(of: end), present.instant(of: .elapsed(elapsed)))
    }
  }

  /// The nanoseconds of breaks, without those of an open break.
  public internal(set) var usedNanoseconds: Int64 = 0
  /// The number of breaks that were begun.
  public internal(set) var taken: Int64 = 0
  /// The time at which both counts are reset to zero; nil for never.
  public internal(set) var renewal: Renewal?
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Returns the nanoseconds that are left of the budget.
  func remaining(of rules: BreakRules) -> Int64 {
    max(0, Nanoseconds.of(seconds: rules.budgetSeconds) - usedNanoseconds)
  }
}

extension BreakBudget.Renewal {
  /// Creates the renewal at the first instant after `previous` at which the clocks of a zone show a time of day; nil if
  /// there is none.
  init?(after previous: Instant, at time: TimeOfDay, in zone: ZoneRules, _ present: Present) {
    guard let instant = zone.first(time, after: previous) else { return nil }
    self.init(end: Deadline(instant, by: present.clock), elapsed: present.elapsed(at: instant))
  }
}

extension ZoneRules {
  /// Returns the first instant after `previous` at which the clocks show a time of day; nil at the end of dates. On a
  /// date on which the clocks jump over that time, it is resolved with the offset before the jump, as the times of
  /// windows are.
  func first(_ time: TimeOfDay, after previous: Instant) -> Instant? {
    var date: CivilDate? = civil(at: previous).date
    while let day = date {
      let instant = resolve(localSeconds: Int64(day.epochDay) * 86_400 + Int64(time.secondsSinceMidnight)).compatible
      if instant > previous, dateExists(day) { return instant }
      date = day.adding(days: 1)
    }
    return nil
  }
}

extension BreakBudget: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    usedNanoseconds = try archive.field("used", of: value?.usedNanoseconds)
    taken = try archive.field("taken", of: value?.taken)
    renewal = try archive.optional("renewal", of: value?.renewal)
    unknown = archive.unknown(value?.unknown)
  }
}

extension BreakBudget.Renewal: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let trusted = try archive.optionalInstant("trusted", of: value?.end.trustedInstant)
    let wall = try archive.optionalInstant("wall", of: value?.end.wallInstant)
    elapsed = try archive.field("elapsed", of: value?.elapsed)
    try archive.require((0...Nanoseconds.most).contains(elapsed), of: "elapsed", expecting: "nanoseconds")
    try archive.require(trusted != nil || wall != nil, of: "wall", expecting: "a whole number")
    end = trusted.map(Deadline.trusted) ?? .wall(wall ?? Instant(epochSeconds: 0))
  }
}
