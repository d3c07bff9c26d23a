import SchedulerCivilTime

/// The clock of durations. It never runs backwards, and setting the wall clock does not move it.
///
/// Within a boot it follows CLOCK_BOOTTIME. Over a reboot it adds the time that the wall clock shows as passed, never
/// less than zero. A forward step of the wall clock counts only if the kernel reports it as synchronised. In that case
/// time was lost before, for example on a machine that starts without a battery for its clock.
struct ElapsedClock: Hashable, Sendable {
  /// The nanoseconds counted so far.
  private(set) var elapsed: Int64
  /// The readings of both clocks at that count.
  private(set) var moment: Moment
  /// The nanoseconds by which the wall clock came back earlier from reboots since it was last synchronised. A step that
  /// makes up for them is not time that was lost.
  private(set) var behind: Int64
  /// The point from which the trusted clock counts on.
  private(set) var anchor: ClockAnchor
  /// The steps of the wall clock that the trusted clock has not taken over, in the order in which they were noticed.
  private(set) var steps: [Step]

  /// A step of the wall clock that no synchronised source made.
  struct Step: Hashable, Sendable {
    /// The nanoseconds by which the wall clock was set forward; negative if it was set back.
    let nanoseconds: Int64
    /// The elapsed time at the evaluation that noticed the step, in nanoseconds.
    let elapsed: Int64
  }

  /// The elapsed time after which the trusted clock takes over a step, in nanoseconds: a day. A clock that was set
  /// right by hand is trusted the next day, and setting the clock changes nothing on the same day.
  private static let takeoverDelay = 86_400 * Nanoseconds.perSecond

  /// The maximum number of separate steps. A further one is added to the newest, which then waits again from its start.
  private static let maximumSteps = 16

  /// Creates a clock that starts to count at a moment.
  ///
  /// - Parameters:
  ///   - anchor: the point from which the trusted clock counts on; nil if the wall clock is trusted.
  ///   - steps: the steps that the trusted clock has not taken over.
  init(at moment: Moment, elapsed: Int64 = 0, behind: Int64 = 0, anchor: ClockAnchor? = nil, steps: [Step] = []) {
    self.moment = moment
    self.elapsed = elapsed
    self.behind = behind
    self.anchor = anchor ?? ClockAnchor(moment, elapsed: elapsed)
    self.steps = steps
  }

  /// The elapsed time at which the trusted clock next takes over a step; nil for never.
  var nextTakeover: Int64? { steps.first.map { $0.elapsed + Self.takeoverDelay } }

  /// The present. The wall clock is trusted unless it is over a second off, which is more than reading two clocks
  /// takes.
  var present: Present {
    let trusted = anchor.reading(atElapsed: elapsed)
    return Present(
      moment, elapsed: elapsed, trusted: wallLead.isAboveOneSecond ? trusted : nil,
      behindSeconds: behind / Nanoseconds.perSecond)
  }

  /// The nanoseconds by which the wall clock is ahead of the trusted clock.
  private var wallLead: Int64 {
    let trusted = anchor.reading(atElapsed: elapsed)
    return Nanoseconds.from((trusted.instant, trusted.nanosecond), to: (moment.wall, moment.nanosecond))
  }

  /// Advances the clock to a moment.
  ///
  /// - Parameter stepIsSynchronised: whether a synchronised source has just set the wall clock.
  mutating func advance(to now: Moment, stepIsSynchronised: Bool = false) {
    elapsed = min(elapsed + spent(until: now, stepIsSynchronised), Nanoseconds.most)
    let isTrusted = stepIsSynchronised || now.bootID != moment.bootID
    moment = now
    if isTrusted {
      anchor = ClockAnchor(now, elapsed: elapsed)
      steps = []
    } else {
      noteStep()
      takeOverSteps()
    }
  }

  /// Records as a step by how much the lead of the wall clock has changed. Small changes count once they add up.
  private mutating func noteStep() {
    let lead = wallLead
    guard lead.isAboveOneSecond else {
      steps = []
      return
    }
    let step = lead - steps.reduce(0) { $0 + $1.nanoseconds }
    guard step.isAboveOneSecond else { return }
    let last = steps.count == Self.maximumSteps ? steps.removeLast().nanoseconds : 0
    steps.append(Step(nanoseconds: last + step, elapsed: elapsed))
  }

  private mutating func takeOverSteps() {
    while let takeover = nextTakeover, takeover <= elapsed {
      let reading = anchor.reading.adding(nanoseconds: steps.removeFirst().nanoseconds)
      anchor = ClockAnchor(reading: reading, elapsed: anchor.elapsed)
    }
  }

  /// Returns the time that passed until a moment. The wall clock's part of it counts from the later of its last reading
  /// and the trusted reading. Setting the clock back, so that it makes up for that later, therefore gains no time.
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

extension Int64 {
  /// Whether a difference in nanoseconds is more than reading two clocks takes.
  fileprivate var isAboveOneSecond: Bool { magnitude > UInt64(Nanoseconds.perSecond) }
}

extension ElapsedClock: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    elapsed = try archive.field("elapsed", of: value?.elapsed)
    let reading = try archive.reading((value?.moment).map { Delivery($0) })
    moment = Moment(
      wall: reading.instant, nanosecond: reading.nanosecond, boot: try archive.field("boot", of: value?.moment.boot),
      bootID: try archive.field("bootId", of: value?.moment.bootID))
    behind = try archive.field("behind", of: value?.behind, default: 0)
    anchor = try archive.optional("trusted", of: value?.anchor) ?? ClockAnchor(moment, elapsed: elapsed)
    steps = try archive.list("steps", of: value?.steps)
  }
}

extension ElapsedClock.Step: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    nanoseconds = try archive.field("nanoseconds", of: value?.nanoseconds)
    elapsed = try archive.field("elapsed", of: value?.elapsed)
  }
}
