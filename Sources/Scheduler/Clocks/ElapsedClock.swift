import SchedulerCivilTime

/// The clock of durations: it never runs backwards and no wall clock that is set moves it.
///
/// Within a boot it goes with CLOCK_BOOTTIME. Over a reboot it adds what the wall clock says was spent, never less than
/// nothing. A forward step of the wall clock counts only when the kernel calls it synchronised: then time was lost before,
/// such as on a machine that starts without a battery for its clock.
struct ElapsedClock: Hashable, Sendable {
  /// The nanoseconds counted so far.
  private(set) var elapsed: Int64
  /// The reading of both clocks at which that was.
  private(set) var moment: Moment
  /// By how many nanoseconds the wall clock came back earlier from reboots since it was last synchronised. A step that makes
  /// up for that is no time that was lost.
  private(set) var behind: Int64
  /// Where the trusted wall clock counts on from.
  private(set) var anchor: ClockAnchor

  /// A clock that starts to count at a moment.
  ///
  /// - Parameter anchor: where the trusted clock counts on from; nil when the wall clock is trusted.
  init(at moment: Moment, elapsed: Int64 = 0, behind: Int64 = 0, anchor: ClockAnchor? = nil) {
    self.moment = moment
    self.elapsed = elapsed
    self.behind = behind
    self.anchor = anchor ?? ClockAnchor(moment, elapsed: elapsed)
  }

  /// The present: the wall clock is trusted unless it is over a second off, which is more than reading two clocks takes.
  var present: Present {
    let trusted = anchor.reading(atElapsed: elapsed)
    let ahead = Nanoseconds.from((trusted.instant, trusted.nanosecond), to: (moment.wall, moment.nanosecond))
    let isOff = ahead.magnitude > UInt64(Nanoseconds.perSecond)
    return Present(
      moment, elapsed: elapsed, trusted: isOff ? trusted : nil, behindSeconds: behind / Nanoseconds.perSecond)
  }

  /// Counts on to a moment.
  ///
  /// - Parameter stepIsSynchronised: whether the wall clock was just set by a synchronised source.
  mutating func advance(to now: Moment, stepIsSynchronised: Bool = false) {
    elapsed = min(elapsed + spent(until: now, stepIsSynchronised), Nanoseconds.most)
    if stepIsSynchronised || now.bootID != moment.bootID { anchor = ClockAnchor(now, elapsed: elapsed) }
    moment = now
  }

  /// What passed until a moment. What the wall clock shows of it counts from the later of its last reading and the
  /// trusted one: setting it back, so that it makes up for that later, wins no time.
  private mutating func spent(until now: Moment, _ stepIsSynchronised: Bool) -> Int64 {
    let trusted = anchor.reading(atElapsed: elapsed)
    let shown = min(
      Nanoseconds.from((moment.wall, moment.nanosecond), to: (now.wall, now.nanosecond)),
      Nanoseconds.from((trusted.instant, trusted.nanosecond), to: (now.wall, now.nanosecond)))
    guard now.bootID == moment.bootID else {
      behind = min(behind + max(0, -shown), Nanoseconds.most)
      return max(0, shown)
    }
    let run = max(0, now.boot - moment.boot)
    guard stepIsSynchronised else { return run }
    defer { behind = 0 }
    return run + max(0, shown - run - behind)
  }
}
