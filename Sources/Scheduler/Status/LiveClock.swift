import SchedulerCivilTime

/// What a hold has behind it and before it, in whole seconds: of a pomodoro its phase, of others the whole.
struct LiveClock: Hashable, Sendable {
  /// How long it lasts; nil for an open end.
  private(set) var total: Int64?
  /// How much of that is left, at most `total`; nil for an open end.
  private(set) var remaining: Int64?
  /// How much has passed. Without an end it counts on, else it and `remaining` are `total`.
  private(set) var elapsed: Int64
  /// When it ends if nothing stops it; nil for an open end, and for a phase that does not run.
  private(set) var end: Instant?

  /// The clock of a hold at a present.
  init(_ hold: Hold, at present: Present) {
    if let pomodoro = hold.pomodoro {
      self.init(pomodoro, at: present)
    } else if let end = hold.end {
      let length = hold.interval?.length ?? present.elapsed(of: end) - hold.startElapsed
      self.init(total: length / Nanoseconds.perSecond, end: present.instant(of: end), at: present)
    } else {
      let elapsed = max(0, present.elapsed - hold.startElapsed) / Nanoseconds.perSecond
      self.init(total: nil, remaining: nil, elapsed: elapsed)
    }
  }

  /// Of a phase that waits all is left, of one that is over nothing; while paused what there was.
  private init(_ pomodoro: Pomodoro, at present: Present) {
    let total = pomodoro.length(of: pomodoro.mode) / Nanoseconds.perSecond
    switch pomodoro.state {
    case .running: self.init(total: total, end: present.instant(of: .elapsed(pomodoro.deadline)), at: present)
    case .ready: self.init(total: total, remaining: total)
    case .completed: self.init(total: total, remaining: 0)
    case .paused:
      let nanoseconds = (pomodoro.remaining ?? 0) + Nanoseconds.perSecond - 1
      self.init(total: total, remaining: nanoseconds / Nanoseconds.perSecond)
    }
  }

  /// What runs to its end. Ends are rounded up to a whole second, so that a little more than all may be left.
  private init(total: Int64, end: Instant, at present: Present) {
    self.init(total: total, remaining: end.seconds(since: present.wall))
    self.end = end
  }

  private init(total: Int64, remaining: Int64) {
    let total = max(0, total)
    let remaining = min(max(0, remaining), total)
    self.init(total: total, remaining: remaining, elapsed: total - remaining)
  }

  private init(total: Int64?, remaining: Int64?, elapsed: Int64) {
    self.total = total
    self.remaining = remaining
    self.elapsed = elapsed
  }
}
