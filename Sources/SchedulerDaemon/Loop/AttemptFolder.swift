import Scheduler
import SchedulerEnforcement

/// Joins attempts that follow each other quickly, so that a program which is tried again and again fills no disk.
///
/// The first attempt of a user to use an application is passed on at once, and those that follow are counted; see
/// `CountFolder`. No attempt is left out.
///
/// A start that two adapters report is one attempt; see `StartPairing`. So is a visit of a site; see `SitePairing`.
struct AttemptFolder: Sendable {
  private struct Key: Hashable {
    let adapter: EnforcementSettings.Adapter
    let outcome: ShieldAttempt.Outcome
    let name: String
    let program: String
    let user: UInt32?
    let profile: ProfileReference
    let session: SessionID
  }

  private var counts = CountFolder<Key>()
  private var pairing = StartPairing()
  private var sites = SitePairing()

  /// The next time at which attempts are passed on, or a wait ends; nil if none waits.
  var nextBoot: Int64? { counts.nextBoot }

  /// Adds attempts, and returns those to pass on now.
  ///
  /// - Parameter userName: returns the name of a user; nil if it is unknown.
  mutating func add(
    _ attempts: [BlockAttempt], atBoot boot: Int64, userName: (UInt32) -> String?
  ) -> [ShieldAttempt] {
    var first: [ShieldAttempt] = []
    for attempt in attempts where !pairing.isKnown(attempt) && !isKnownSite(attempt, userName: userName) {
      let key = Key(
        adapter: attempt.adapter, outcome: attempt.outcome, name: attempt.name, program: attempt.program,
        user: attempt.user, profile: attempt.profile, session: attempt.session)
      if counts.add(key, atBoot: boot) { first.append(Self.attempt(key, count: 1, userName: userName)) }
    }
    return first
  }

  /// Returns whether another adapter has reported an attempt to open a site that a browser reports now.
  mutating func isKnown(_ attempt: ShieldAttempt, atBoot boot: Int64) -> Bool {
    sites.isKnown(
      SitePairing.Report(
        name: attempt.application, adapter: attempt.adapter, session: attempt.session,
        user: attempt.user.isEmpty ? nil : attempt.user, boot: boot))
  }

  private mutating func isKnownSite(_ attempt: BlockAttempt, userName: (UInt32) -> String?) -> Bool {
    guard attempt.adapter.blocksDomains, attempt.program.isEmpty else { return false }
    return sites.isKnown(
      SitePairing.Report(
        name: attempt.name, adapter: attempt.adapter, session: attempt.session,
        user: attempt.user.map { userName($0) ?? "\($0)" }, boot: attempt.boot))
  }

  /// Returns the attempts whose waits have ended.
  ///
  /// - Parameter isLast: whether to return all, because the daemon stops.
  mutating func takeDue(
    atBoot boot: Int64, isLast: Bool = false, userName: (UInt32) -> String?
  ) -> [ShieldAttempt] {
    return counts.takeDue(atBoot: boot, isLast: isLast)
      .sorted { ($0.key.program, $0.key.name, $0.key.user ?? 0) < ($1.key.program, $1.key.name, $1.key.user ?? 0) }
      .map { Self.attempt($0.key, count: $0.count, userName: userName) }
  }

  private static func attempt(_ key: Key, count: Int64, userName: (UInt32) -> String?) -> ShieldAttempt {
    ShieldAttempt(
      adapter: key.adapter, outcome: key.outcome, application: key.name, program: key.program,
      user: key.user.map { userName($0) ?? "\($0)" } ?? "", count: count, profile: key.profile, session: key.session)
  }
}
