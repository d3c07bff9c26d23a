import SchedulerCivilTime

/// The elapsed and remaining time of a hold, in whole seconds. For a pomodoro, the times are those of its phase.
struct LiveClock: Hashable, Sendable {
  /// The total length, or nil for an open end.
  private(set) var total: Int64?
  /// The remaining time, at most `total`; nil for an open end.
  private(set) var remaining: Int64?
  /// The elapsed time. With an end, `elapsed` and `remaining` add up to `total`; without one, `elapsed` keeps
  /// increasing.
  private(set) var elapsed: Int64
  /// The end if nothing stops the hold; nil for an open end, and for a phase that is not running.
  private(set) var end: Instant?

  /// Creates the clock of a hold at a present.
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

  /// Creates the clock of a phase. All time remains in a ready phase, and none in a completed one. In a paused phase,
  /// the time at the pause remains.
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

  /// Creates the clock of a running hold or phase with an end. Ends are rounded up to a whole second, so slightly more
  /// than `total` may remain.
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
