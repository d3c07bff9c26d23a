import Scheduler

/// Limits the notices about attempts of one user to use what is blocked: at most one a minute for an application and a
/// profile, however often a launcher tries again.
struct AttemptPace: Hashable, Sendable {
  /// The time after which an application has a notice again, in nanoseconds.
  static let interval: Int64 = 60_000_000_000
  /// The maximum number of remembered notices. If there are more in a minute, the oldest is forgotten.
  static let mostRemembered = 64

  private struct Subject: Hashable {
    let profile: String
    let application: String
  }

  /// The readings of CLOCK_BOOTTIME at which applications had their last notice, in nanoseconds.
  private var last: [Subject: Int64] = [:]

  /// Returns whether a history entry may have a notice at this reading of CLOCK_BOOTTIME, in nanoseconds, and
  /// remembers that it has. Entries that are no attempts always may.
  ///
  /// Complexity: O(remembered notices).
  mutating func admits(_ entry: HistoryRecord, atBoot boot: Int64) -> Bool {
    guard let attempt = entry.attempt else { return true }
    last = last.filter { boot - $0.value < Self.interval }
    let subject = Subject(profile: entry.profileText ?? entry.profile, application: attempt.application)
    guard last[subject] == nil else { return false }
    if last.count >= Self.mostRemembered, let oldest = last.min(by: { $0.value < $1.value }) {
      last[oldest.key] = nil
    }
    last[subject] = boot
    return true
  }
}
