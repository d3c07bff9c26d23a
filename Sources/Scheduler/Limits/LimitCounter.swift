import SchedulerCivilTime
import SchedulerJSON

/// The use of a limit's targets by one person in one period.
struct LimitCounter: Hashable, Sendable {
  /// The period.
  var period: LimitPeriod
  /// The use of the targets.
  var use = UseCounter()
  /// The use that was stored last.
  private var saved: Int64 = 0
  /// The number of times that more use was requested.
  var extraCount: Int64 = 0
  /// Whether the warning was delivered.
  var isWarned = false
  /// When the use was reached; nil before, and again after more use was granted.
  var reached: Instant?
  /// Whether an emergency lifted the limit until the period ends.
  var isLifted = false
  /// Whether a limit that locks or ends sessions blocks until the period ends, because that has no effect.
  var blocksInstead = false

  /// The use that may be lost when the machine loses power, in nanoseconds.
  static let longestUnsaved = Nanoseconds.of(seconds: 60)

  /// Epoch seconds of the end of the year 9999, after which no period begins.
  private static let latestSecond: Int64 = 253_402_300_799

  /// A counter without use.
  init(in period: LimitPeriod) { self.period = period }

  /// Returns the use that a limit allows in this period, in nanoseconds.
  func allowance(of limit: UsageLimit) -> Int64 {
    Nanoseconds.of(seconds: limit.useSeconds.addingUpToMax(extraCount * (limit.extra?.lengthSeconds ?? 0)))
  }

  /// Whether the use was reached, and no emergency lifted the limit.
  var isBlocking: Bool { reached != nil && !isLifted }

  /// Whether the use was reached in this period, also if more was granted since, and no emergency lifted the limit.
  var isUsedUp: Bool { (reached != nil || extraCount > 0) && !isLifted }

  /// Whether the use was reached, and is not under an edited limit.
  func isReachedNoMore(under limit: UsageLimit, at elapsed: Int64) -> Bool {
    reached != nil && use.amount(until: elapsed) < allowance(of: limit)
  }

  /// Forgets that the use was reached, and delivers the warning again.
  mutating func forgetReached() { (isWarned, reached) = (false, nil) }

  /// Grants more use of a limit once more. What was counted beyond the limit, while it could not be enforced, is not
  /// taken off what is granted.
  mutating func grantMore(of limit: UsageLimit) {
    use.cap(at: allowance(of: limit))
    extraCount += 1
    forgetReached()
  }

  /// Whether there is use that should be stored.
  func isUnsaved(at elapsed: Int64) -> Bool {
    let unsaved = use.amount(until: elapsed) - saved
    return use.since == nil ? unsaved > 0 : unsaved >= Self.longestUnsaved
  }

  /// The elapsed time at which the use should be stored; nil if no target is in use.
  func nextSaving(at elapsed: Int64) -> Int64? {
    use.since == nil ? nil : use.time(ofReaching: saved + Self.longestUnsaved, at: elapsed)
  }

  /// Notes that the counter is stored now.
  mutating func noteSaved(at elapsed: Int64) {
    use.count(until: elapsed, continuing: true)
    saved = use.counted
  }
}

extension LimitCounter: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    var period = LimitPeriod(start: try archive.instant("start", of: value?.period.start))
    period.renewal = try archive.optional("renewal", of: value?.period.renewal)
    period.session = try archive.optional("session", of: value?.period.session)
    self.init(in: period)
    let used = try archive.field("used", of: value?.use.counted)
    try archive.require((0...Nanoseconds.most / 4).contains(used), of: "used", expecting: "nanoseconds")
    let isPossible = abs(period.start.epochSeconds) <= Self.latestSecond
    try archive.require(isPossible, of: "start", expecting: "an instant")
    use = UseCounter(counted: used, since: value?.use.since)
    saved = used
    extraCount = try archive.field("extras", of: value?.extraCount, default: 0)
    try archive.require((0...1_000_000).contains(extraCount), of: "extras", expecting: "a count")
    isWarned = try archive.field("warned", of: value?.isWarned, default: false)
    reached = try archive.optionalInstant("reached", of: value?.reached)
    isLifted = try archive.field("lifted", of: value?.isLifted, default: false)
    blocksInstead = try archive.field("blocks", of: value?.blocksInstead, default: false)
  }
}
