import CivilTime

/// The windows of a profile: an interval holds the profile active.
struct ScheduleActivity: TimerActivity {
  /// Opens the interval that contains the present, unless its occurrences are used. When only some are, it starts with the
  /// first that is not. Where one goes on by elapsed time, because the clock was set back, it is taken into that. One that
  /// locked sessions keep waiting is let wait.
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let plan = edge.plan, book.sessionsAwaited(by: plan.id).isEmpty else { return }
    let timeline = plan.timeline
    guard let interval = edge.interval ?? timeline.interval(containing: edge.present.wall),
      interval.contains(edge.present.wall)
    else { return }
    let starts = timeline.starts(in: interval)
    guard let first = book.used(of: plan.id).firstUnused(of: starts), first.instant <= edge.present.wall else { return }
    let hold = Hold(interval, from: first.instant, starts, at: edge.present)
    book.use(hold.occurrences, of: plan, at: first.instant, edge.present)
    if book[plan.id]?[.schedule] == nil {
      book.open(hold, of: plan, at: edge.present)
    } else {
      book.prolong(with: hold, of: plan.id, at: edge.present)
    }
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
  /// The hold of an interval from one of its starts on.
  fileprivate init(_ interval: Interval, from start: Instant, _ starts: [OccurrenceStart], at present: Present) {
    self.init(.schedule, start: start, startElapsed: present.elapsed(of: .wall(start)), end: .wall(interval.end))
    occurrences = starts.map(\.key)
    length = Nanoseconds.of(seconds: interval.end.seconds(since: start))
  }
}

extension SessionBook {
  /// Lets an open interval end with another one of its profile, when that ends later.
  fileprivate mutating func prolong(with hold: Hold, of profile: ProfileID, at present: Present) {
    guard let open = sessions[profile]?[.schedule]?.end, let end = hold.end,
      present.elapsed(of: open) < present.elapsed(of: end)
    else { return }
    replaceHold(with: hold, of: profile)
  }
}
