import Scheduler
import SchedulerEnforcement

/// Joins attempts that follow each other quickly, so that a program which is tried again and again fills no disk.
///
/// The first attempt of a user to use an application is passed on at once, and those that follow are counted; see
/// `CountFolder`. No attempt is left out.
///
/// Two adapters may meet one start: `sh WRAPPER` is a shell that the sweeper ends, which meanwhile starts the program that
/// the guard denies. Reports of two adapters within 100 ms about one application and user are one attempt, the first.
struct AttemptFolder: Sendable {
  private struct Key: Hashable {
    let adapter: EnforcementSettings.Adapter
    let outcome: ShieldAttempt.Outcome
    let name: String
    let program: String
    let user: UInt32
    let profile: ProfileReference
    let session: SessionID
  }

  /// A start as every adapter sees it.
  private struct Start: Hashable {
    let name: String
    let user: UInt32
    let session: SessionID
  }

  private var counts = CountFolder<Key>()
  /// The latest reports that no other adapter has made, too.
  private var single: [Start: [(adapter: EnforcementSettings.Adapter, boot: Int64)]] = [:]

  /// The next time at which attempts are passed on, or a wait ends; nil if none waits.
  var nextBoot: Int64? { counts.nextBoot }

  /// Adds attempts, and returns those to pass on now.
  ///
  /// - Parameter userName: returns the name of a user; nil if it is unknown.
  mutating func add(
    _ attempts: [BlockAttempt], atBoot boot: Int64, userName: (UInt32) -> String?
  ) -> [ShieldAttempt] {
    var first: [ShieldAttempt] = []
    for attempt in attempts where !isKnown(attempt) {
      let key = Key(
        adapter: attempt.adapter, outcome: attempt.outcome, name: attempt.name, program: attempt.program,
        user: attempt.user, profile: attempt.profile, session: attempt.session)
      if counts.add(key, atBoot: boot) { first.append(Self.attempt(key, count: 1, userName: userName)) }
    }
    return first
  }

  /// Whether another adapter has reported the same start.
  private mutating func isKnown(_ attempt: BlockAttempt) -> Bool {
    if attempt.outcome == .closing { return false }
    let start = Start(name: attempt.name, user: attempt.user, session: attempt.session)
    var reports = single[start, default: []].filter { abs(attempt.boot - $0.boot) < Self.startTime }
    let other = reports.firstIndex { $0.adapter != attempt.adapter }
    if let other { reports.remove(at: other) } else { reports.append((attempt.adapter, attempt.boot)) }
    single[start] = Array(reports.suffix(Self.reportLimit))
    return other != nil
  }

  /// The longest time between the reports of two adapters about one start, in nanoseconds. A shell takes some
  /// milliseconds to start a program, and a busy machine some more.
  private static let startTime: Int64 = 100_000_000
  /// Maximum number of reports that are compared. A person does not start an application more often within 100 ms.
  private static let reportLimit = 16

  /// Returns the attempts whose waits have ended.
  ///
  /// - Parameter isLast: whether to return all, because the daemon stops.
  mutating func takeDue(
    atBoot boot: Int64, isLast: Bool = false, userName: (UInt32) -> String?
  ) -> [ShieldAttempt] {
    single = single.filter { $0.value.contains { boot - $0.boot < Self.startTime } }
    return counts.takeDue(atBoot: boot, isLast: isLast)
      .sorted { ($0.key.program, $0.key.user) < ($1.key.program, $1.key.user) }
      .map { Self.attempt($0.key, count: $0.count, userName: userName) }
  }

  private static func attempt(_ key: Key, count: Int64, userName: (UInt32) -> String?) -> ShieldAttempt {
    ShieldAttempt(
      adapter: key.adapter, outcome: key.outcome, application: key.name, program: key.program,
      user: userName(key.user) ?? "\(key.user)", count: count, profile: key.profile, session: key.session)
  }
}
