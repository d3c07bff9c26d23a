import SchedulerCivilTime
import SchedulerJSON

/// A suspension of a session's shield. It always has a stored end.
public struct Lift: Hashable, Sendable {
  /// The kinds of lift that open a whole session. At most one is open at a time.
  public enum Kind: String, CaseIterable, Sendable {
    /// A break, charged to the session's budget.
    case `break`
    /// A pause.
    case pause
  }

  /// The kind.
  public let kind: Kind
  /// The planned instant of the start.
  public let start: Instant
  /// The elapsed time at which the lift ends by itself, in nanoseconds.
  public let deadline: Int64
  /// For a break: the elapsed time up to which it has been charged, in nanoseconds.
  var chargedUntil: Int64
  /// For a break: the maximum that may still be charged, in nanoseconds. Rounding its end up to a whole second is free.
  var allowance: Int64
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Charges the time up to an elapsed time. Returns the charged nanoseconds.
  mutating func charge(until elapsed: Int64) -> Int64 {
    let charge = min(max(0, elapsed - chargedUntil), allowance)
    chargedUntil = max(chargedUntil, elapsed)
    allowance -= charge
    return charge
  }
}

extension Lift: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    kind = try archive.field("kind", of: value?.kind)
    start = try archive.instant("start", of: value?.start)
    deadline = try archive.field("deadline", of: value?.deadline)
    chargedUntil = try archive.field("chargedUntil", of: value?.chargedUntil)
    allowance = try archive.field("allowance", of: value?.allowance)
    unknown = archive.unknown(value?.unknown)
  }
}

extension Lift.Kind: StoredScalar {}
