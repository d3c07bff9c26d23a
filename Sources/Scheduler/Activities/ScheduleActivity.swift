/// The windows of a profile: an interval holds the profile active.
struct ScheduleActivity: TimerActivity {
  /// Opens the interval that contains the present, unless its occurrences are used. When only some are, it starts with the
  /// first that is not. A hold that is open already, because the clock was set back, ends with the interval if that ends
  /// later. An interval that waits for locked sessions stays closed.
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let plan = edge.plan, book.sessionsAwaited(by: plan.id).isEmpty,
      let (hold, interval) = Hold.opened(at: edge, of: plan, used: book.used(of: plan.id)),
      !book.outlasts(interval, of: plan, at: edge.present)
    else { return }
    let open = book[plan.id]?[.schedule]
    book.use(hold.interval?.occurrences ?? [], of: plan, from: hold.start, at: edge.present)
    if open == nil {
      book.open(hold, of: plan, at: edge.present)
    } else if let end = open?.end, edge.present.elapsed(of: end) < edge.present.elapsed(at: interval.end) {
      book.replaceHold(with: hold, of: plan.id)
    }
    if plan.profile.lock == .strict { book.lock(plan.id) }
  }

  /// Closes the interval that is open, once its end has come.
  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let profile = edge.activity.profile, let end = book[profile]?[.schedule]?.end, edge.hasReached(end) else {
      return
    }
    book.close(.schedule, of: profile, planned: edge.present.instant(of: end), at: edge.present)
  }
}

extension Hold {
  /// Returns the hold of the interval that contains the present, with that interval. The hold starts with the first
  /// occurrence that is not used. Returns nil if no interval contains the present, or all of it is used.
  fileprivate static func opened(
    at edge: ActivityEdge, of plan: ProfilePlan, used: UsedOccurrences
  ) -> (hold: Hold, interval: Interval)? {
    let present = edge.present
    let known = edge.interval.flatMap { $0.contains(present.wall) ? $0 : nil }
    guard let interval = known ?? plan.timeline.interval(containing: present.wall) else { return nil }
    let starts = plan.timeline.starts(in: interval)
    guard let start = used.firstUnused(of: starts)?.instant, start <= present.wall else { return nil }
    let held = HeldInterval(
      occurrences: starts.map(\.key), length: Nanoseconds.of(seconds: interval.end.seconds(since: start)),
      openingEnd: present.clock == .trusted ? interval.end : nil)
    let hold = Hold(
      .schedule(held), start: start, startElapsed: present.elapsed(at: start),
      end: Deadline(interval.end, by: present.clock))
    return (hold, interval)
  }
}

extension SessionBook {
  /// Whether the open interval of a strict session ends no earlier than another interval of its profile, because a clock or
  /// the zone was set. Then it continues, and the other interval is neither started nor used.
  ///
  /// - Parameter present: the present by the clock of the profile.
  func outlasts(_ interval: Interval, of plan: ProfilePlan, at present: Present) -> Bool {
    guard let session = sessions[plan.id], let end = session[.schedule]?.end,
      plan.profile.lock == .strict || session.rules.lock == .strict
    else { return false }
    return present.elapsed(at: interval.end) <= present.elapsed(of: end)
  }

  /// Whether an interval has been open since before another one of its profile, which is then not missed.
  func isCovered(_ missed: Missed.Span, of profile: ProfileID, at present: Present) -> Bool {
    guard let open = sessions[profile]?[.schedule] else { return false }
    return open.startElapsed <= present.elapsed(at: missed.start)
  }
}
