extension SessionBook.Record {
  /// Returns the first due edge of a profile that belongs neither to its windows nor to its session; nil for none.
  func firstDueEdge(at present: Present, subject: Int) -> DueEdge? {
    var first: DueEdge?
    if let planned, planned.instant <= present.wall {
      first = DueEdge(planned: planned.instant, rank: .plannedStart, subject: subject)
    }
    if let due = reminder.map({ Deadline.elapsed($0.due) }), present.hasReached(due) {
      let edge = DueEdge(planned: present.instant(of: due), rank: .reminder, subject: subject, isByElapsedTime: true)
      first = first.map { min($0, edge) } ?? edge
    }
    return first
  }

  /// Lowers the next due times, one by the profile's clock and one by elapsed time, to those of the record. A waiting
  /// interval is due when it is over, to be recorded as missed.
  func offerDue(to next: inout (clock: Int64, elapsed: Int64), in timeline: ProfileTimeline, at present: Present) {
    if let planned { next.clock = min(next.clock, planned.instant.epochSeconds) }
    if let reminder { next.elapsed = min(next.elapsed, reminder.due) }
    if let waiting, let interval = timeline.interval(of: waiting.occurrence) {
      if present.wall < interval.end { next.clock = min(next.clock, interval.end.epochSeconds) }
    }
  }
}
