import SchedulerCivilTime
import SchedulerStore

/// The clocks of a simulated machine: the true time, and the difference of the displayed time.
struct SimulatedClocks: Hashable, Sendable {
  /// The true time.
  private(set) var now: Instant
  /// The fraction of a second at which all events happen, in nanoseconds.
  private let nanosecond: Int64
  /// The number of seconds by which the wall clock is ahead.
  private var wallOffset: Int64 = 0
  /// The true time at which this boot began.
  private var bootedAt: Instant
  /// The number of boots.
  private(set) var bootCount: Int64 = 1

  /// Creates correct clocks on a machine that starts now. With seed 0, all events happen on whole seconds.
  init(startingAt now: Instant, seed: UInt64) {
    self.now = now
    bootedAt = now
    var random = SeededRandom(seed: seed)
    nanosecond = seed == 0 ? 0 : Int64(random.below(Int(Nanoseconds.perSecond)))
  }

  /// The reading of the wall clock.
  var wall: Instant { now.adding(seconds: wallOffset) }

  /// Whether the wall clock shows the true time.
  var isRight: Bool { wallOffset == 0 }

  /// The readings of all clocks, as a process reads them.
  var moment: Moment {
    Moment(
      wall: wall, nanosecond: nanosecond, boot: Nanoseconds.of(seconds: now.seconds(since: bootedAt)),
      bootID: "simulated-boot-\(bootCount)")
  }

  /// Advances the time to an instant; never backwards.
  mutating func advance(to instant: Instant) { now = max(now, instant) }

  mutating func set(_ setting: ClockSetting) {
    switch setting {
    case .to(let instant): wallOffset = instant.seconds(since: now)
    case .by(let seconds): wallOffset += seconds
    case .right: wallOffset = 0
    }
  }

  /// Starts a new boot.
  mutating func boot() {
    bootedAt = now
    bootCount += 1
  }

  /// Returns the true time at which a deadline is reached if the clock is not set, or nil for never.
  func instant(of deadline: NextDeadline) -> Instant? {
    let wall = deadline.wall.map { $0.adding(seconds: -wallOffset) }
    let boot = deadline.boot.map { nanoseconds in
      let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
      return bootedAt.adding(seconds: rest > 0 ? seconds + 1 : seconds)
    }
    return [wall, boot].compactMap(\.self).min()
  }
}
