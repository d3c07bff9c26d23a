import Scheduler

/// Finds the starts that two adapters report.
///
/// Two adapters may meet one start: `sh WRAPPER` is a shell that the sweeper ends, which meanwhile starts the program that
/// the guard denies. Reports of two adapters within 100 ms about one application and user are one attempt, the first.
public struct StartPairing: Sendable {
  /// A start as every adapter sees it.
  private struct Start: Hashable {
    let name: String
    let user: UInt32?
    let session: SessionID
  }

  /// The latest reports that no other adapter has made, too.
  private var single: [Start: [(adapter: EnforcementSettings.Adapter, boot: Int64)]] = [:]
  private var lastPruning: Int64 = 0

  /// Creates a value that knows no start.
  public init() {}

  /// Returns whether another adapter has reported the same start. Each report is passed once.
  public mutating func isKnown(_ attempt: BlockAttempt) -> Bool {
    if attempt.outcome == .closing { return false }
    prune(atBoot: attempt.boot)
    let start = Start(name: attempt.name, user: attempt.user, session: attempt.session)
    var reports = single[start, default: []]
    let other = reports.firstIndex {
      $0.adapter != attempt.adapter && abs(attempt.boot - $0.boot) < Self.startTime
    }
    if let other { reports.remove(at: other) } else { reports.append((attempt.adapter, attempt.boot)) }
    single[start] = Array(reports.suffix(Self.reportLimit))
    return other != nil
  }

  private mutating func prune(atBoot boot: Int64) {
    guard boot - lastPruning >= Self.memory else { return }
    lastPruning = boot
    single = single.filter { $0.value.contains { boot - $0.boot < Self.memory } }
  }

  /// The longest time between the reports of two adapters about one start, in nanoseconds. A shell takes some
  /// milliseconds to start a program, and a busy machine some more.
  private static let startTime: Int64 = 100_000_000
  /// Maximum number of reports that are compared. A person does not start an application more often within 100 ms.
  private static let reportLimit = 16
  /// The time for which a report is remembered at least, in nanoseconds. The reports of a busy adapter may come late.
  private static let memory: Int64 = 10_000_000_000
}
