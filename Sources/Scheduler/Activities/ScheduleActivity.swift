import SchedulerCivilTime

/// The windows of a profile: an interval holds the profile active.
struct ScheduleActivity: TimerActivity {
  /// Opens the interval that contains the present, unless its occurrences are used. When only some are, it starts with the
  /// first that is not. A hold that is open already, because the clock was set back, ends with the interval if that ends
  /// later. An interval that waits for locked sessions stays closed.
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let plan = edge.plan, book.sessionsAwaited(by: plan.id).isEmpty,
      let opening = ScheduleOpening(of: plan, at: edge, used: book.used(of: plan.id)),
      !book.outlasts(opening.interval, of: plan, at: edge.present)
    else { return }
    let hold = Hold(opening, at: edge.present)
    let open = book[plan.id]?[.schedule]
    book.use(opening.starts.map(\.key), of: plan, at: opening.start, edge.present)
    if open == nil {
      book.open(hold, of: plan, at: edge.present)
    } else if let end = open?.end, edge.present.elapsed(of: end) < edge.present.elapsed(at: opening.interval.end) {
      book.replaceHold(with: hold, of: plan.id)
    }
    if plan.profile.lock == .strict { book.lock(plan.id) }
  }

  /// Closes the interval that is open, once its end has come.
  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let profile = edge.activity.profile, let end = book[profile]?[.schedule]?.end, edge.hasReached(end) else {
      return
    }
    book.close(.schedule, of: profile, at: edge.present.instant(of: end), edge.present)
  }
}

/// An interval that can be opened now: it contains the present, and something that starts in it is not used.
private struct ScheduleOpening {
  /// The interval.
  let interval: Interval
  /// All that starts in it.
  let starts: [OccurrenceStart]
  /// The first start in it that is not used.
  let start: Instant

  init?(of plan: ProfilePlan, at edge: ActivityEdge, used: UsedOccurrences) {
    let now = edge.present.wall
    let known = edge.interval.flatMap { $0.contains(now) ? $0 : nil }
    guard let interval = known ?? plan.timeline.interval(containing: now) else { return nil }
    let starts = plan.timeline.starts(in: interval)
    guard let first = used.firstUnused(of: starts)?.instant, first <= now else { return nil }
    self.interval = interval
    self.starts = starts
    start = first
  }
}

extension Hold {
  /// The hold of an interval that is opened.
  fileprivate init(_ opening: ScheduleOpening, at present: Present) {
    let held = HeldInterval(
      occurrences: opening.starts.map(\.key),
      length: Nanoseconds.of(seconds: opening.interval.end.seconds(since: opening.start)),
      openingEnd: present.clock == .trusted ? opening.interval.end : nil)
    self.init(
      .schedule(held), start: opening.start, startElapsed: present.elapsed(at: opening.start),
      end: Deadline(opening.interval.end, by: present.clock))
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
  func isCovered(_ missed: Missed.Span, of profile: ProfileID, _ present: Present) -> Bool {
    guard let open = sessions[profile]?[.schedule] else { return false }
    return open.startElapsed <= present.elapsed(at: missed.start)
  }
}
