import SchedulerCivilTime

/// Something that a monitored activity delivers.
///
/// Edges are ordered by the time at which they are due, then by the registration of their activities, then by rank.
struct MonitoringEdge: Comparable {
  /// What is delivered, in the order of delivery at one instant.
  enum Rank: Int {
    case warningAtEnd, thresholdAtEnd
    case endWarning, end, startWarning, start
    case thresholdWarning, threshold
  }

  /// The elapsed time at which the edge is due.
  let due: Int64
  /// The position of the activity in the order of registration.
  let activity: Int
  let rank: Rank
  /// The position of the threshold; 0 for other edges.
  var threshold = 0

  static func < (a: MonitoringEdge, b: MonitoringEdge) -> Bool {
    (a.due, a.activity, a.rank.rawValue, a.threshold) < (b.due, b.activity, b.rank.rawValue, b.threshold)
  }

  /// Whether a device that is not in use receives it.
  func isDelivered(to use: DeviceUse, under rules: MonitoringRules) -> Bool {
    if use.isInUse { return true }
    switch rank {
    case .endWarning, .startWarning, .thresholdWarning, .warningAtEnd: return !rules.warningsAwaitUse
    case .end, .start, .threshold, .thresholdAtEnd: return false
    }
  }
}

extension ActivityProgress {
  /// Returns the next edge of an activity, past or future; nil for none.
  ///
  /// - Parameters:
  ///   - position: the position of the activity in the order of registration.
  ///   - ledger: the use of the device.
  func nextEdge(
    of activity: MonitoredActivity, at position: Int, by ledger: UsageLedger, under rules: MonitoringRules,
    present: Present
  ) -> MonitoringEdge? {
    var next: MonitoringEdge?
    func offer(_ rank: MonitoringEdge.Rank, due: Int64, threshold: Int = 0) {
      let edge = MonitoringEdge(due: due, activity: position, rank: rank, threshold: threshold)
      guard edge.isDelivered(to: ledger.use, under: rules) else { return }
      next = next.map { min($0, edge) } ?? edge
    }
    if let open {
      let end = present.elapsed(at: open.interval.end)
      if let warning = open.interval.endWarning, present.wall < open.interval.end {
        offer(.endWarning, due: present.elapsed(at: max(warning, open.interval.start)))
      }
      offer(.end, due: end)
      for index in open.counters.indices where index < activity.thresholds.count {
        guard let next = open.nextUse(of: activity.thresholds[index], at: index, by: ledger) else { continue }
        if next.due < end {
          offer(next.isWarning ? .thresholdWarning : .threshold, due: next.due, threshold: index)
        } else if next.due == end, rules.thresholdsPrecedeEnd {
          offer(next.isWarning ? .warningAtEnd : .thresholdAtEnd, due: next.due, threshold: index)
        }
      }
    }
    if let upcoming {
      if let warning = upcoming.startWarning, present.wall < upcoming.start {
        offer(.startWarning, due: present.elapsed(at: warning))
      }
      if open == nil { offer(.start, due: present.elapsed(at: upcoming.start)) }
    }
    return next
  }
}

extension ActivityProgress.OpenInterval {
  /// Returns the elapsed time at which the use of a threshold reaches the next amount, and whether that is the warning;
  /// nil if use does not reach it, or if the event was delivered.
  func nextUse(of threshold: UsageThreshold, at index: Int, by ledger: UsageLedger) -> ThresholdEdge? {
    let counter = counters[index]
    guard !counter.isReached else { return nil }
    return ThresholdEdge(
      at: Nanoseconds.of(seconds: threshold.seconds), warningSeconds: counter.isWarned ? nil : threshold.warningSeconds
    ) { ledger.time(ofReaching: $0, by: threshold.items, since: counter.start).map { max($0, opened) } }
  }
}
