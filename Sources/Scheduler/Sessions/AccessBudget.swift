import SchedulerCivilTime
import SchedulerJSON

/// What a session has given of its grants.
///
/// With a refill its time is divided into periods of that length, from its start on in elapsed time; in each of them the
/// count is full again. No clock that is set brings a period nearer.
public struct AccessBudget: Hashable, Sendable {
  /// Grants of the whole session: they are numbered by it.
  public internal(set) var granted: Int64 = 0
  /// The number of the period in which the last grant was given, from 0.
  var period: Int64 = 0
  /// Grants of that period.
  var taken: Int64 = 0
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()

  /// Charges a grant in a period.
  mutating func charge(in period: Int64) {
    granted += 1
    taken = period == self.period ? taken + 1 : 1
    self.period = period
  }
}

extension Session {
  /// How many grants are left at present; nil when the session gives none at all.
  public func accessesLeft(at present: Present) -> Int64? {
    guard let rules = rules.access else { return nil }
    let taken = accessPeriod(at: present) == access.period ? access.taken : 0
    return max(0, rules.count - taken)
  }

  /// When its grants are all there again; nil when none is missing, when that is not configured, and when it is over by
  /// then.
  public func accessRefill(at present: Present) -> Instant? {
    guard let rules = rules.access, let seconds = rules.refillSeconds, accessesLeft(at: present) != rules.count else {
      return nil
    }
    let periods = accessPeriod(at: present) + 1
    let refill = present.instant(of: .elapsed(startElapsed + periods * Nanoseconds.of(seconds: seconds)))
    return instantWithin(refill, at: present)
  }

  /// The number of the period at present, from 0; always 0 without a refill.
  func accessPeriod(at present: Present) -> Int64 {
    guard let seconds = rules.access?.refillSeconds, seconds > 0 else { return 0 }
    return max(0, present.elapsed - startElapsed) / Nanoseconds.of(seconds: seconds)
  }
}

extension AccessBudget: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    granted = try archive.field("granted", value?.granted)
    period = try archive.field("period", value?.period)
    taken = try archive.field("taken", value?.taken)
    unknown = archive.unknown(value?.unknown)
  }
}
