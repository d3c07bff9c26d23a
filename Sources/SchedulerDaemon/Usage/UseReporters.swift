import Scheduler

/// The connections over which agents report what people use.
///
/// A report holds until the next one of its user, or until its connection ends. If limits concern the user, an agent that
/// is silent for `longestSilence` is not believed any more, because it may have been stopped; and neither is one whose
/// reports the running programs contradict, see `UseReporters+Doubts.swift`.
struct UseReporters: Sendable {
  /// The time in which an agent has to report again, in seconds.
  static let interval: Int64 = 30
  /// The time after which a silent agent is not believed, in nanoseconds: one minute.
  static let longestSilence: Int64 = 60_000_000_000

  /// An agent.
  struct Reporter: Sendable {
    /// The last report.
    var report: UseReport
    /// The number of the user.
    let userID: UInt32
    /// The time of the last report, on CLOCK_BOOTTIME in nanoseconds.
    var heard: Int64
    /// Whether the agent has to report again in time.
    var isAwaited: Bool
    /// Why the agent may not be believed; nil if nothing contradicts it.
    var doubt: UseDoubt?
    /// The time at which the report is compared with the running programs, on CLOCK_BOOTTIME in nanoseconds; nil for none.
    var nextCheck: Int64?

    /// Whether its report counts.
    var isBelieved: Bool { !(doubt?.isProven ?? false) }
  }

  var reporters: [ConnectionID: Reporter] = [:]
  /// The doubts about agents that have gone, by the number of their user. A new connection does not end them.
  var formerDoubts: [UInt32: UseDoubt] = [:]
  /// The times until which no report of a user is compared again, on CLOCK_BOOTTIME in nanoseconds.
  var restsUntil: [UInt32: Int64] = [:]

  /// The time at which the next agent has been silent for too long or the next report is compared with the running
  /// programs, on CLOCK_BOOTTIME in nanoseconds; nil for none.
  var nextBoot: Int64? {
    let awaited = reporters.values.lazy.filter(\.isAwaited)
    return awaited.map { min($0.heard + Self.longestSilence, $0.nextCheck ?? .max) }.min()
  }

  /// Remembers a report, and returns what is known of the use of its user: the targets of all their agents together. Nil
  /// if the agent is not believed; what is known stays as it is then.
  mutating func note(
    _ report: UseReport, from connection: ConnectionID, userID: UInt32, isAwaited: Bool, atBoot boot: Int64
  ) -> UseReport? {
    var reporter = Reporter(report: report, userID: userID, heard: boot, isAwaited: isAwaited)
    reporter.doubt = reporters[connection].map(\.doubt) ?? doubt(about: userID, atBoot: boot)
    reporters[connection] = reporter
    planCheck(of: connection, atBoot: boot)
    guard reporters[connection]?.isBelieved == true else { return nil }
    var knowledge = knowledge(of: report.user, userID: userID)
    // What another agent sees in use was in use.
    if knowledge.targets.isEmpty { knowledge.idleSeconds = report.idleSeconds }
    return knowledge
  }

  /// Forgets an agent whose connection ended, and returns what is still known of its user; nil for another connection, and
  /// for an agent that was not believed.
  mutating func remove(_ connection: ConnectionID) -> UseReport? {
    guard let reporter = reporters.removeValue(forKey: connection) else { return nil }
    if reporter.isAwaited, let doubt = reporter.doubt { formerDoubts[reporter.userID] = doubt }
    return reporter.isBelieved ? knowledge(of: reporter.report.user, userID: reporter.userID) : nil
  }

  /// Forgets the agents that have been silent for too long, and returns what is still known of their users.
  mutating func expire(atBoot boot: Int64) -> [UseReport] {
    let silent = reporters.filter { $0.value.isAwaited && $0.value.heard + Self.longestSilence <= boot }
    return silent.sorted { $0.key.number < $1.key.number }.compactMap { remove($0.key) }
  }

  /// Leaves out time in which the machine was suspended, when no agent could report.
  mutating func leaveOut(_ nanoseconds: Int64) {
    for connection in reporters.keys {
      reporters[connection]?.heard += nanoseconds
      reporters[connection]?.doubt?.since += nanoseconds
      reporters[connection]?.nextCheck? += nanoseconds
    }
    for user in formerDoubts.keys { formerDoubts[user]?.since += nanoseconds }
  }

  /// Decides again which agents have to report in time, after the limits changed. One that did not have to before has as
  /// long as after a report.
  mutating func updateAwaited(atBoot boot: Int64, isLimited: (UserIdentity) -> Bool) {
    for (connection, reporter) in reporters {
      let isAwaited = isLimited(reporter.report.user)
      guard isAwaited != reporter.isAwaited else { continue }
      reporters[connection]?.isAwaited = isAwaited
      if isAwaited { reporters[connection]?.heard = boot }
      planCheck(of: connection, atBoot: boot)
    }
  }

  /// Whether an agent of a user reports and is believed.
  func isReporting(_ name: String) -> Bool {
    reporters.values.contains { $0.report.user.name == name && $0.isBelieved }
  }

  /// The numbers of the users whose agents report and are believed.
  var believedUserIDs: Set<UInt32> { Set(reporters.values.lazy.filter(\.isBelieved).map(\.userID)) }

  /// Returns the number of a user whose agent reports; nil if none does.
  func userID(of name: String) -> UInt32? { reporters.values.first { $0.report.user.name == name }?.userID }

  /// Returns what the believed agents of a user report.
  func knowledge(of user: UserIdentity, userID: UInt32) -> UseReport {
    let believed = reporters.values.filter { $0.userID == userID && $0.isBelieved }
    let reports = believed.sorted { $0.heard > $1.heard }.map(\.report)
    var knowledge = UseReport(of: user, targets: reports.flatMap(\.targets), source: reports.first?.source)
    if reports.contains(where: { $0.knowsPages == true }) {
      knowledge.knowsPages = true
    } else if reports.allSatisfy({ $0.knowsPages == false }) {
      knowledge.knowsPages = false
    }
    return knowledge
  }
}
