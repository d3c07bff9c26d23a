import SchedulerCivilTime

extension SessionBook.Record {
  /// The first thing that is due of what a profile waits for beside its windows and its session.
  func firstDueEdge(at present: Present, subject: Int) -> DueEdge? {
    var first: DueEdge?
    if let planned, planned.instant <= present.wall {
      first = DueEdge(planned: planned.instant, rank: .plannedStart, subject: subject)
    }
    if let due = reminder.map({ Deadline.elapsed($0.due) }), present.hasReached(due) {
      let edge = DueEdge(
        planned: present.instant(of: due), rank: .reminder, subject: subject, isByElapsedTime: true)
      first = first.map { min($0, edge) } ?? edge
    }
    return first
  }

  /// Brings forward when something is due next: by the profile's clock and by elapsed time. An interval that waits is looked
  /// at when it is over, to be recorded as missed.
  func offerDue(_ next: inout (clock: Int64, elapsed: Int64), _ timeline: ProfileTimeline, _ present: Present) {
    if let planned { next.clock = min(next.clock, planned.instant.epochSeconds) }
    if let reminder { next.elapsed = min(next.elapsed, reminder.due) }
    if let waiting, let interval = timeline.interval(of: waiting.occurrence) {
      if present.wall < interval.end { next.clock = min(next.clock, interval.end.epochSeconds) }
    }
  }
}
