import SchedulerCivilTime

/// The windows of a profile: an interval holds the profile active.
struct ScheduleActivity: TimerActivity {
  /// Opens the interval that contains the present, unless its occurrences are used. When only some are, it starts with the
  /// first that is not. Where one goes on by elapsed time, because the clock was set back, it is taken into that. One that
  /// locked sessions keep waiting is let wait.
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let plan = edge.plan, book.sessionsAwaited(by: plan.id).isEmpty,
      let opening = ScheduleOpening(of: plan, at: edge, in: book)
    else { return }
    let isLocked = book.isLocked(plan)
    let hold = Hold(opening, isLocked: isLocked, at: edge.present)
    if book.outlasts(hold, of: plan, at: edge.present) { return }
    let open = book[plan.id]?[.schedule]
    book.use(hold.occurrences, of: plan, at: opening.start, first: opening.first, edge.present)
    if let open {
      book.prolong(open, with: hold, of: plan.id, at: edge.present)
    } else {
      book.open(hold, of: plan, at: edge.present)
    }
    if isLocked { book.lock(plan.id) }
  }

  /// Closes the interval that is open, once its end has come.
  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let profile = edge.activity.profile, let end = book[profile]?[.schedule]?.end, edge.hasReached(end) else {
      return
    }
    book.close(.schedule, of: profile, at: edge.present.instant(of: end), edge.present)
  }
}

extension Hold {
  /// The hold of an interval that is opened.
  fileprivate init(_ opening: ScheduleOpening, isLocked: Bool, at present: Present) {
    self.init(
      .schedule, start: opening.start, startElapsed: opening.startElapsed, end: .wall(opening.interval.end))
    occurrences = opening.starts.map(\.key)
    length = opening.length
    if isLocked { end = lockedEnd(of: opening.interval, at: present) }
  }

  /// Whether another one ends later.
  fileprivate func isOutlasted(by other: Hold, _ present: Present) -> Bool {
    guard let end, let otherEnd = other.end else { return false }
    return present.elapsed(of: end) < present.elapsed(of: otherEnd)
  }
}

extension SessionBook {
  /// Whether an interval that can be opened would end no later than the one that is open in a strict session. It is let be
  /// until that ends: it must not be used up by it.
  func outlasts(_ opening: ScheduleOpening, of plan: ProfilePlan, at present: Present) -> Bool {
    outlasts(Hold(opening, isLocked: isLocked(plan), at: present), of: plan, at: present)
  }

  /// Whether an interval by the wall clock would end no later than the one that is open in a strict session.
  func outlasts(_ interval: Interval, of plan: ProfilePlan, at present: Present) -> Bool {
    guard isLocked(plan), let end = sessions[plan.id]?[.schedule]?.end else { return false }
    return present.elapsed(of: .wall(interval.end)) <= present.elapsed(of: end)
  }

  /// Whether an interval has been open since before another one of its profile: that was let be, and is not missed.
  func isCovered(_ missed: Missed.Span, of profile: ProfileID, _ present: Present) -> Bool {
    guard let open = sessions[profile]?[.schedule] else { return false }
    return open.startElapsed <= present.elapsed(of: .wall(missed.start))
  }

  fileprivate func outlasts(_ hold: Hold, of plan: ProfilePlan, at present: Present) -> Bool {
    guard isLocked(plan), let open = sessions[plan.id]?[.schedule] else { return false }
    return !open.isOutlasted(by: hold, present)
  }

  /// Whether an interval of a profile that is opened now is one of a strict session.
  fileprivate func isLocked(_ plan: ProfilePlan) -> Bool { plan.isStrict || sessions[plan.id]?.rules.lock == .strict }

  /// Lets an open interval end with another one of its profile, when that ends later. What a strict session still has to
  /// keep of the one, it keeps in the other.
  fileprivate mutating func prolong(_ open: Hold, with hold: Hold, of profile: ProfileID, at present: Present) {
    guard open.isOutlasted(by: hold, present) else { return }
    var hold = hold
    if case .locked(let instant, let served) = hold.end, served < open.servedElapsed {
      hold.length = open.startElapsed + open.length - hold.startElapsed
      hold.end = .locked(wall: instant, elapsed: hold.servedElapsed)
    }
    replaceHold(with: hold, of: profile)
  }
}
