/// What a start by hand runs: a hold with an end, a timer, or the phases of a pomodoro.
struct StrategyActivity: TimerActivity {
  /// Begins the focus phase that follows a break by itself, once its time has come. Without a session there is nothing to
  /// begin: only a command starts a strategy.
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let profile = edge.activity.profile, let pomodoro = book[profile]?.pomodoro,
      pomodoro.nextChangeBeginsFocus
    else { return }
    advancePomodoro(of: profile, from: pomodoro, on: edge, in: &book)
  }

  /// Closes what has reached its end: a hold by hand, a timer, a phase of a pomodoro, or a pomodoro that is stale.
  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let profile = edge.activity.profile else { return }
    for origin in [Hold.Origin.manual, .timer] {
      guard let end = book[profile]?[origin]?.end, edge.hasReached(end) else { continue }
      book.close(origin, of: profile, planned: edge.present.instant(of: end), at: edge.present)
    }
    guard let pomodoro = book[profile]?.pomodoro, !pomodoro.nextChangeBeginsFocus else { return }
    advancePomodoro(of: profile, from: pomodoro, on: edge, in: &book)
  }

  private func advancePomodoro(
    of profile: ProfileID, from pomodoro: Pomodoro, on edge: ActivityEdge, in book: inout SessionBook
  ) {
    let change = Deadline.elapsed(pomodoro.nextChange)
    guard edge.hasReached(change) else { return }
    let planned = edge.present.instant(of: change)
    if pomodoro.state == .running {
      book.advancePomodoro(of: profile, planned: planned, at: edge.present)
    } else {
      book.close(.pomodoro, of: profile, planned: planned, at: edge.present)
    }
  }
}
