import SchedulerCivilTime
import SchedulerJSON

/// The grants that a session has given.
///
/// With a refill, the elapsed time of the session is divided into periods of that length. In each period the full
/// number of grants is available again. Setting a clock brings no period nearer.
public struct AccessBudget: Hashable, Sendable {
  /// The number of grants in the whole session, by which they are numbered.
  public internal(set) var granted: Int64 = 0
  /// The number of the period in which the last grant was given, from 0.
  var period: Int64 = 0
  /// The number of grants in that period.
  var taken: Int64 = 0
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Charges a grant in a period.
  mutating func charge(in period: Int64) {
    granted += 1
    taken = period == self.period ? taken + 1 : 1
    self.period = period
  }
}

extension Session {
  /// Returns the number of grants that are left at present; nil if the session gives none at all.
  public func accessesLeft(at present: Present) -> Int64? {
    guard let rules = rules.access else { return nil }
    let taken = accessPeriod(at: present) == access.period ? access.taken : 0
    return max(0, rules.count - taken)
  }

  /// Returns when all grants are available again; nil if none is missing, if no refill is configured, or if the session
  /// is over by then.
  public func accessRefill(at present: Present) -> Instant? {
    guard let rules = rules.access, let seconds = rules.refillSeconds, accessesLeft(at: present) != rules.count else {
      return nil
    }
    let periods = accessPeriod(at: present) + 1
    let refill = present.instant(of: .elapsed(startElapsed + periods * Nanoseconds.of(seconds: seconds)))
    return instantWithin(refill, at: present)
  }

  /// Returns the number of the present period, from 0; always 0 without a refill.
  func accessPeriod(at present: Present) -> Int64 {
    guard let seconds = rules.access?.refillSeconds, seconds > 0 else { return 0 }
    return max(0, present.elapsed - startElapsed) / Nanoseconds.of(seconds: seconds)
  }
}

extension AccessBudget: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    granted = try archive.field("granted", of: value?.granted)
    period = try archive.field("period", of: value?.period)
    taken = try archive.field("taken", of: value?.taken)
    unknown = archive.unknown(value?.unknown)
  }
}
