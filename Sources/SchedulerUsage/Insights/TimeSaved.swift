import SchedulerCivilTime

/// An estimate of the use that a shield has prevented: attempts times the median use that followed a start that was not
/// blocked.
///
/// The lengths of the visits in the ledger say what follows a start. Attempts within one such median count as one.
public struct TimeSaved: Sendable {
  private var lengths: [VisitedTarget: [Int64]] = [:]

  /// Creates an estimate that knows no visits.
  public init() {}

  /// Adds the visits that began on a day.
  public mutating func add(_ day: UseDay) {
    for visits in day.visits { lengths[visits.target, default: []] += visits.lengths }
  }

  /// Returns the median length of the visits of a target in seconds, the lower one of two; nil without any visit. A
  /// domain includes its subdomains. An application is meant by any of its names.
  public func median(of names: Set<String>) -> Int64? {
    var all: [Int64] = []
    for (target, lengths) in lengths {
      let isMeant =
        names.contains(target.name) || (target.isDomain && names.contains { target.name.hasSuffix("." + $0) })
      if isMeant { all += lengths }
    }
    guard !all.isEmpty else { return nil }
    return all.sorted()[(all.count - 1) / 2] / 1_000
  }

  /// Returns the seconds saved by attempts on one target.
  public static func seconds(attempts: [Instant], median: Int64) -> Int64 {
    guard median > 0 else { return 0 }
    var saved: Int64 = 0
    var last: Instant?
    for attempt in attempts.sorted() {
      if let last, attempt.seconds(since: last) < median { continue }
      last = attempt
      saved = saved.saturatingSum(with: median)
    }
    return saved
  }
}
