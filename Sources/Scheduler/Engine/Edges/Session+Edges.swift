import SchedulerCivilTime

extension Session {
  /// The first thing that is due of a session.
  func firstDueEdge(at present: Present, subject: Int) -> DueEdge? {
    var first: DueEdge?
    func offer(_ planned: Instant, _ rank: DueEdge.Rank, isByElapsedTime: Bool) {
      let edge = DueEdge(planned: planned, rank: rank, subject: subject, isByElapsedTime: isByElapsedTime)
      if first.map({ edge < $0 }) ?? true { first = edge }
    }
    if let renewal = breaks.renewal, renewal.isDue(at: present) {
      offer(renewal.instant(at: present), .breakRenewal, isByElapsedTime: false)
    }
    for (deadline, rank) in deadlines where present.hasReached(deadline) {
      offer(present.instant(of: deadline), rank, isByElapsedTime: deadline.clockInstant == nil)
    }
    return first
  }

  /// Everything that will end or follow by itself.
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

  /// When something is due next: by the profile's clock and by elapsed time, `Int64.max` for never.
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
      // The clock and elapsed time both have to reach it: wait for the one, then for the other.
      offer(renewal.elapsed > present.elapsed ? .elapsed(renewal.elapsed) : renewal.end)
    }
    return next
  }
}
