import Scheduler
import SchedulerEnforcement

/// Joins attempts that follow each other quickly, so that a program which is tried again and again fills no disk.
///
/// The first attempt of a user to use an application is passed on at once. Those that follow within a second are counted
/// and passed on together at its end. While more follow, each wait is twice as long as the one before, up to a minute.
/// No attempt is left out.
struct AttemptFolder: Sendable {
  private struct Key: Hashable {
    let adapter: EnforcementSettings.Adapter
    let outcome: ShieldAttempt.Outcome
    let name: String
    let program: String
    let user: UInt32
    let session: SessionID
  }

  private struct Wait {
    /// The attempts since the last ones that were passed on.
    var count: Int64 = 0
    /// The end of the wait, in nanoseconds of CLOCK_BOOTTIME.
    var end: Int64
    var length: Int64
    let profile: ProfileReference
  }

  private var waits: [Key: Wait] = [:]

  private static let shortest: Int64 = 1_000_000_000
  private static let longest: Int64 = 60_000_000_000

  /// The next time at which attempts are passed on, or a wait ends; nil if none waits.
  var nextBoot: Int64? { waits.values.map(\.end).min() }

  /// Adds attempts, and returns those to pass on now.
  ///
  /// - Parameter userName: returns the name of a user; nil if it is unknown.
  mutating func add(
    _ attempts: [BlockAttempt], atBoot boot: Int64, userName: (UInt32) -> String?
  ) -> [ShieldAttempt] {
    var first: [ShieldAttempt] = []
    for attempt in attempts {
      let key = Key(
        adapter: attempt.adapter, outcome: attempt.outcome, name: attempt.name, program: attempt.program,
        user: attempt.user, session: attempt.session)
      if waits[key] != nil {
        waits[key]?.count += 1
      } else {
        waits[key] = Wait(end: boot + Self.shortest, length: Self.shortest, profile: attempt.profile)
        first.append(Self.attempt(key, of: attempt.profile, count: 1, userName: userName))
      }
    }
    return first
  }

  /// Returns the attempts whose waits have ended.
  ///
  /// - Parameter isLast: whether to return all, because the daemon stops.
  mutating func takeDue(
    atBoot boot: Int64, isLast: Bool = false, userName: (UInt32) -> String?
  ) -> [ShieldAttempt] {
    let due = waits.filter { isLast || $0.value.end <= boot }
    for (key, wait) in due {
      guard wait.count > 0, !isLast else {
        waits[key] = nil
        continue
      }
      let length = min(wait.length * 2, Self.longest)
      waits[key] = Wait(end: boot + length, length: length, profile: wait.profile)
    }
    return due.filter { $0.value.count > 0 }.sorted { ($0.key.program, $0.key.user) < ($1.key.program, $1.key.user) }
      .map { key, wait in Self.attempt(key, of: wait.profile, count: wait.count, userName: userName) }
  }

  private static func attempt(
    _ key: Key, of profile: ProfileReference, count: Int64, userName: (UInt32) -> String?
  ) -> ShieldAttempt {
    ShieldAttempt(
      adapter: key.adapter, outcome: key.outcome, application: key.name, program: key.program,
      user: userName(key.user) ?? "\(key.user)", count: count, profile: profile, session: key.session)
  }
}
