import SchedulerCivilTime
import SchedulerJSON

/// What suspends a session's shield for a while. It always has an end that is stored.
public struct Lift: Hashable, Sendable {
  /// The kinds of lift that open a whole session. At most one is open at a time.
  public enum Kind: String, CaseIterable, Sendable {
    /// A break, charged to the session's budget.
    case `break`
    /// A pause.
    case pause
  }

  /// Which it is.
  public let kind: Kind
  /// The planned instant at which it started.
  public let start: Instant
  /// Elapsed time at which it ends by itself, in nanoseconds.
  public let deadline: Int64
  /// Of a break: elapsed time since which its time has not been charged yet.
  var chargedUntil: Int64
  /// Of a break: the most that may still be charged, in nanoseconds. Rounding its end up to a whole second is free.
  var allowance: Int64
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()

  /// A lift from one elapsed time to another.
  init(_ kind: Kind, start: Instant, startElapsed: Int64, deadline: Int64, allowance: Int64 = 0) {
    self.kind = kind
    self.start = start
    self.deadline = deadline
    chargedUntil = startElapsed
    self.allowance = allowance
  }

  /// Charges the time up to an elapsed time; returns the nanoseconds.
  mutating func charge(until elapsed: Int64) -> Int64 {
    let charge = min(max(0, elapsed - chargedUntil), allowance)
    chargedUntil = max(chargedUntil, elapsed)
    allowance -= charge
    return charge
  }
}

extension Lift: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    kind = try archive.field("kind", value?.kind)
    start = try archive.instant("start", value?.start)
    deadline = try archive.field("deadline", value?.deadline)
    chargedUntil = try archive.field("chargedUntil", value?.chargedUntil)
    allowance = try archive.field("allowance", value?.allowance)
    unknown = archive.unknown(value?.unknown)
  }
}

extension Lift.Kind: StoredScalar {}
