import SchedulerCivilTime
import SchedulerStore

/// The clocks of a simulated machine: the true time, and how far what the machine shows is from it.
struct SimulatedClocks: Hashable, Sendable {
  /// The true time.
  private(set) var now: Instant
  /// The fraction of a second at which everything happens, in nanoseconds.
  private let nanosecond: Int64
  /// How many seconds the wall clock is ahead.
  private var wallOffset: Int64 = 0
  /// When this boot began.
  private var bootedAt: Instant
  /// How many boots there were.
  private(set) var bootCount: Int64 = 1

  /// Clocks that are right, on a machine that starts now. Seed 0 has everything happen on the second.
  init(startingAt now: Instant, seed: UInt64) {
    self.now = now
    bootedAt = now
    var random = SeededRandom(seed: seed)
    nanosecond = seed == 0 ? 0 : Int64(random.below(Int(Nanoseconds.perSecond)))
  }

  /// What the wall clock shows.
  var wall: Instant { now.adding(seconds: wallOffset) }

  /// Whether it shows the true time.
  var isRight: Bool { wallOffset == 0 }

  /// What a process reads.
  var moment: Moment {
    Moment(
      wall: wall, nanosecond: nanosecond, boot: Nanoseconds.of(seconds: now.seconds(since: bootedAt)),
      bootID: "simulated-boot-\(bootCount)")
  }

  /// Lets time pass; never backwards.
  mutating func advance(to instant: Instant) { now = max(now, instant) }

  mutating func set(_ setting: ClockSetting) {
    switch setting {
    case .to(let instant): wallOffset = instant.seconds(since: now)
    case .by(let seconds): wallOffset += seconds
    case .right: wallOffset = 0
    }
  }

  /// The machine starts again.
  mutating func boot() {
    bootedAt = now
    bootCount += 1
  }

  /// The true time at which a deadline is reached if nobody sets the clock; nil for never.
  func instant(of deadline: NextDeadline) -> Instant? {
    let wall = deadline.wall.map { $0.adding(seconds: -wallOffset) }
    let boot = deadline.boot.map { nanoseconds in
      let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
      return bootedAt.adding(seconds: rest > 0 ? seconds + 1 : seconds)
    }
    return [wall, boot].compactMap(\.self).min()
  }
}
