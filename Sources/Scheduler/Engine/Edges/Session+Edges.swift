import SchedulerCivilTime

extension Session {
  /// The first thing that is due of a session.
  func firstDueEdge(at present: Present, subject: Int) -> DueEdge? {
    var first: DueEdge?
    func offer(_ planned: Instant, _ rank: DueEdge.Rank) {
      let edge = DueEdge(planned: planned, rank: rank, subject: subject)
      if first.map({ edge < $0 }) ?? true { first = edge }
    }
    if let renewal = breaks.renewal, renewal.isDue(at: present) { offer(renewal.instant(at: present), .breakRenewal) }
    for (deadline, rank) in deadlines where present.hasReached(deadline) {
      offer(present.instant(of: deadline), rank)
    }
    return first
  }

  /// Everything that will end or follow by itself.
  private var deadlines: [(Deadline, DueEdge.Rank)] {
    var deadlines: [(Deadline, DueEdge.Rank)] = []
    for grant in grants { deadlines.append((.elapsed(grant.deadline), .accessEnd)) }
    if let lift { deadlines.append((.elapsed(lift.deadline), lift.kind == .break ? .breakEnd : .pauseEnd)) }
    for hold in holds {
      if let pomodoro = hold.pomodoro {
        let rank: DueEdge.Rank = pomodoro.nextChangeBeginsFocus ? .strategyStart : .strategyEnd
        deadlines.append((.elapsed(pomodoro.nextChange), rank))
      } else if let end = hold.end {
        deadlines.append((end, hold.origin == .schedule ? .scheduleEnd : .strategyEnd))
      }
    }
    return deadlines
  }

  /// When something is due next: by the wall clock and by elapsed time, `Int64.max` for never.
  func nextDue(at present: Present) -> (wall: Int64, elapsed: Int64) {
    var next = (wall: Int64.max, elapsed: Int64.max)
    for (deadline, _) in deadlines {
      switch deadline {
      case .wall(let instant): next.wall = min(next.wall, instant.epochSeconds)
      case .elapsed(let nanoseconds): next.elapsed = min(next.elapsed, nanoseconds)
      case .locked(let instant, let nanoseconds):
        // Both have to be reached: wait for the later.
        if nanoseconds > present.elapsed(of: .wall(instant)) {
          next.elapsed = min(next.elapsed, nanoseconds)
        } else {
          next.wall = min(next.wall, instant.epochSeconds)
        }
      }
    }
    if let renewal = breaks.renewal {
      // Both clocks have to reach it: wait for one, then for the other.
      if renewal.elapsed > present.elapsed {
        next.elapsed = min(next.elapsed, renewal.elapsed)
      } else {
        next.wall = min(next.wall, renewal.wall.epochSeconds)
      }
    }
    return next
  }
}
