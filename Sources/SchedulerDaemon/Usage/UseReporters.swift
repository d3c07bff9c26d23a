import Scheduler

/// The connections over which agents report what people use.
///
/// A report holds until the next one of its user, or until its connection ends. If limits concern the user, an agent that
/// is silent for `longestSilence` is not believed any more, because it may have been stopped.
struct UseReporters: Sendable {
  /// The time in which an agent has to report again, in seconds.
  static let interval: Int64 = 30
  /// The time after which a silent agent is not believed, in nanoseconds: one minute.
  static let longestSilence: Int64 = 60_000_000_000

  /// An agent.
  struct Reporter: Sendable {
    /// The user.
    let user: UserIdentity
    /// The number of the user.
    let userID: UInt32
    /// The time of the last report, on CLOCK_BOOTTIME in nanoseconds.
    var heard: Int64
    /// Whether the agent has to report again in time.
    var isAwaited: Bool
  }

  private(set) var reporters: [ConnectionID: Reporter] = [:]

  /// The time at which the next agent has been silent for too long, on CLOCK_BOOTTIME in nanoseconds; nil for none.
  var nextBoot: Int64? {
    reporters.values.lazy.filter(\.isAwaited).map { $0.heard + Self.longestSilence }.min()
  }

  /// Remembers a report.
  mutating func note(
    _ report: UseReport, from connection: ConnectionID, userID: UInt32, isAwaited: Bool, atBoot boot: Int64
  ) {
    reporters[connection] = Reporter(user: report.user, userID: userID, heard: boot, isAwaited: isAwaited)
  }

  /// Forgets an agent whose connection ended. Returns the report that nothing is known any more, unless another agent of
  /// the user is left.
  mutating func remove(_ connection: ConnectionID) -> UseReport? {
    reporters.removeValue(forKey: connection).flatMap(farewell)
  }

  /// Forgets the agents that have been silent for too long, and returns reports that nothing is known of their users.
  mutating func expire(atBoot boot: Int64) -> [UseReport] {
    let silent = reporters.filter { $0.value.isAwaited && $0.value.heard + Self.longestSilence <= boot }
    return silent.sorted { $0.key.number < $1.key.number }.compactMap { remove($0.key) }
  }

  /// Whether an agent of a user reports.
  func isReporting(_ name: String) -> Bool { reporters.values.contains { $0.user.name == name } }

  /// Returns the number of a user whose agent reports; nil if none does.
  func userID(of name: String) -> UInt32? { reporters.values.first { $0.user.name == name }?.userID }

  private func farewell(_ reporter: Reporter) -> UseReport? {
    let isLeft = reporters.values.contains { $0.userID == reporter.userID }
    return isLeft ? nil : UseReport(of: reporter.user, targets: [], source: nil)
  }
}
