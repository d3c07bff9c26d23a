import SchedulerCivilTime

extension Session {
  /// Returns the first due edge of the session; nil if nothing is due.
  func firstDueEdge(at present: Present, subject: Int) -> DueEdge? {
    var first: DueEdge?
    func offer(_ planned: Instant, rank: DueEdge.Rank, isByElapsedTime: Bool) {
      let edge = DueEdge(planned: planned, rank: rank, subject: subject, isByElapsedTime: isByElapsedTime)
      if first.map({ edge < $0 }) ?? true { first = edge }
    }
    if let renewal = breaks.renewal, renewal.isDue(at: present) {
      offer(renewal.instant(at: present), rank: .breakRenewal, isByElapsedTime: false)
    }
    for (deadline, rank) in deadlines where present.hasReached(deadline) {
      offer(present.instant(of: deadline), rank: rank, isByElapsedTime: deadline.clockInstant == nil)
    }
    return first
  }

  /// The deadlines at which something ends or follows by itself.
  private var deadlines: [(Deadline, DueEdge.Rank)] {
    var deadlines: [(Deadline, DueEdge.Rank)] = []
    for grant in grants { deadlines.append((.elapsed(grant.deadline), .accessEnd)) }
    if let lift { deadlines.append((.elapsed(lift.deadline), lift.kind == .break ? .breakEnd : .pauseEnd)) }
    for hold in holds {
      if let change = hold.nextChange { deadlines.append((change, rank(ofNextChangeOf: hold))) }
    }
    return deadlines
  }

  private func rank(ofNextChangeOf hold: Hold) -> DueEdge.Rank {
    if hold.nextChangeBeginsInterval { return .strategyStart }
    return hold.origin == .schedule ? .scheduleEnd : .strategyEnd
  }

  /// Returns when something is due next, by the profile's clock and by elapsed time; `Int64.max` for never.
  func nextDue(at present: Present) -> (clock: Int64, elapsed: Int64) {
    var next = (clock: Int64.max, elapsed: Int64.max)
    func offer(_ deadline: Deadline) {
      switch deadline {
      case .wall(let instant), .trusted(let instant): next.clock = min(next.clock, instant.epochSeconds)
      case .elapsed(let nanoseconds): next.elapsed = min(next.elapsed, nanoseconds)
      }
    }
    for (deadline, _) in deadlines { offer(deadline) }
    if let renewal = breaks.renewal {
      // Both the clock and elapsed time must reach it: wait for elapsed time first, then for the clock.
      offer(renewal.elapsed > present.elapsed ? .elapsed(renewal.elapsed) : renewal.end)
    }
    return next
  }
}
