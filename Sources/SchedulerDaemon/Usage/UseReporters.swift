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
    /// The last report.
    let report: UseReport
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

  /// Remembers a report, and returns what is known of the use of its user: the targets of all their agents together.
  mutating func note(
    _ report: UseReport, from connection: ConnectionID, userID: UInt32, isAwaited: Bool, atBoot boot: Int64
  ) -> UseReport {
    reporters[connection] = Reporter(report: report, userID: userID, heard: boot, isAwaited: isAwaited)
    var knowledge = knowledge(of: report.user, userID: userID)
    // What another agent sees in use was in use.
    if knowledge.targets.isEmpty { knowledge.idleSeconds = report.idleSeconds }
    return knowledge
  }

  /// Forgets an agent whose connection ended, and returns what is still known of its user; nil for another connection.
  mutating func remove(_ connection: ConnectionID) -> UseReport? {
    reporters.removeValue(forKey: connection).map { knowledge(of: $0.report.user, userID: $0.userID) }
  }

  /// Forgets the agents that have been silent for too long, and returns what is still known of their users.
  mutating func expire(atBoot boot: Int64) -> [UseReport] {
    let silent = reporters.filter { $0.value.isAwaited && $0.value.heard + Self.longestSilence <= boot }
    return silent.sorted { $0.key.number < $1.key.number }.compactMap { remove($0.key) }
  }

  /// Leaves out time in which the machine was suspended, when no agent could report.
  mutating func leaveOut(_ nanoseconds: Int64) {
    for connection in reporters.keys { reporters[connection]?.heard += nanoseconds }
  }

  /// Decides again which agents have to report in time, after the limits changed. One that did not have to before has as
  /// long as after a report.
  mutating func updateAwaited(atBoot boot: Int64, isLimited: (UserIdentity) -> Bool) {
    for (connection, reporter) in reporters {
      let isAwaited = isLimited(reporter.report.user)
      guard isAwaited != reporter.isAwaited else { continue }
      reporters[connection]?.isAwaited = isAwaited
      if isAwaited { reporters[connection]?.heard = boot }
    }
  }

  /// Whether an agent of a user reports.
  func isReporting(_ name: String) -> Bool { reporters.values.contains { $0.report.user.name == name } }

  /// Returns the number of a user whose agent reports; nil if none does.
  func userID(of name: String) -> UInt32? { reporters.values.first { $0.report.user.name == name }?.userID }

  private func knowledge(of user: UserIdentity, userID: UInt32) -> UseReport {
    let reports = reporters.values.filter { $0.userID == userID }.sorted { $0.heard > $1.heard }.map(\.report)
    let knowsPages =
      reports.contains { $0.knowsPages == true } ? true : reports.contains { $0.knowsPages == nil } ? nil : false
    return UseReport(
      of: user, targets: reports.flatMap(\.targets), source: reports.first?.source, knowsPages: knowsPages)
  }
}
