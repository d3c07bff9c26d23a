import SchedulerCivilTime

/// A moment together with the elapsed time at it: everything that a rule may know of the present.
///
/// The engine's present shows the wall clock. The rules of a profile receive the present as shown by the profile's own
/// clock.
public struct Present: Hashable, Sendable {
  /// The readings of the clocks. The reading in `wall` is that of `clock`.
  public let moment: Moment
  /// The elapsed time in nanoseconds.
  public let elapsed: Int64
  /// The reading of the trusted clock, which equals that of the wall clock unless the wall clock was set.
  public let trusted: Delivery
  /// The seconds by which boots came with earlier clocks since a synchronised source last set the clock.
  let behindSeconds: Int64
  /// The clock whose reading `moment` contains.
  let clock: ProfileClock

  /// Creates a present by the wall clock.
  ///
  /// - Parameter trusted: the reading of the trusted clock; nil if it equals that of the wall clock.
  public init(_ moment: Moment, elapsed: Int64, trusted: Delivery? = nil) {
    self.init(moment, elapsed: elapsed, trusted: trusted, behindSeconds: 0)
  }

  /// Creates a present after boots that came with earlier clocks.
  init(
    _ moment: Moment, elapsed: Int64, trusted: Delivery?, behindSeconds: Int64, clock: ProfileClock = .wall
  ) {
    self.moment = moment
    self.elapsed = elapsed
    self.trusted = trusted ?? Delivery(moment)
    self.behindSeconds = behindSeconds
    self.clock = clock
  }

  /// The second that the clock shows.
  public var wall: Instant { moment.wall }

  /// Returns this present with the reading of another clock. A present by the trusted clock stays as it is.
  func shown(by clock: ProfileClock) -> Present {
    guard clock == .trusted, self.clock == .wall else { return self }
    let moment = Moment(wall: trusted.instant, nanosecond: trusted.nanosecond, boot: moment.boot, bootID: moment.bootID)
    return Present(moment, elapsed: elapsed, trusted: trusted, behindSeconds: behindSeconds, clock: .trusted)
  }

  /// Whether the wall clock shows what the trusted clock shows.
  var isWallTrusted: Bool { trusted == Delivery(moment) }

  /// Whether the trusted clock was set, or the machine started, since an earlier present.
  func isTrustedClockSet(since earlier: Present) -> Bool {
    !shown(by: .trusted).moment.continues(earlier.shown(by: .trusted).moment)
  }

  /// Returns the part of the elapsed time since an earlier present in which nothing was in use as far as is known: the time
  /// over a reboot, and what a synchronised source added because the clock had been too slow.
  func lostNanoseconds(since earlier: Present?) -> Int64 {
    guard let earlier else { return 0 }
    let run = moment.bootID == earlier.moment.bootID ? max(0, moment.boot - earlier.moment.boot) : 0
    return max(0, elapsed - earlier.elapsed - run)
  }

  /// The reading of the trusted clock as it would be if no boot had come with an earlier clock: the latest known time.
  /// It may be past the true time if a clock that was set forward was trusted at a boot.
  var latestKnown: Instant { trusted.instant.adding(seconds: behindSeconds) }

  /// Returns the present as it was, or will be, when the clock shows `instant`, if the clock is not set meanwhile.
  func then(_ instant: Instant) -> Present {
    let then = elapsed(at: instant)
    return Present(
      Moment(wall: instant, boot: boot(ofElapsed: then), bootID: moment.bootID), elapsed: then,
      trusted: trusted.adding(nanoseconds: then - elapsed), behindSeconds: behindSeconds, clock: clock)
  }

  /// Whether a deadline has been reached.
  public func hasReached(_ deadline: Deadline) -> Bool {
    switch deadline {
    case .wall(let instant): instant <= wall
    case .trusted(let instant): instant <= trusted.instant
    case .elapsed(let nanoseconds): nanoseconds <= elapsed
    }
  }

  /// Returns the reading of the clock at a deadline if it is not set until then, to the nearest second. Planned
  /// instants are whole seconds, and slewing a clock must not shift them.
  public func instant(of deadline: Deadline) -> Instant {
    switch deadline {
    case .wall(let instant): instant
    case .trusted, .elapsed: instant(ofElapsed: elapsed(of: deadline))
    }
  }

  /// Returns the elapsed time at a deadline if the wall clock is not set until then.
  public func elapsed(of deadline: Deadline) -> Int64 {
    switch deadline {
    case .wall(let instant): elapsed(at: instant)
    case .trusted(let instant):
      elapsed + Nanoseconds.from((trusted.instant, trusted.nanosecond), to: (instant, 0))
    case .elapsed(let nanoseconds): nanoseconds
    }
  }

  /// Returns the elapsed time at which the clock shows `instant` if it is not set meanwhile.
  func elapsed(at instant: Instant) -> Int64 {
    elapsed + Nanoseconds.from((wall, moment.nanosecond), to: (instant, 0))
  }

  /// Returns the reading of the clock when the clock of another present shows `instant`, to the nearest second, if
  /// neither is set meanwhile.
  func instant(at instant: Instant, shownBy other: Present) -> Instant {
    clock == other.clock ? instant : self.instant(of: .elapsed(other.elapsed(at: instant)))
  }

  /// Returns the elapsed time after the given nanoseconds from now, rounded up to the next whole second of the clock.
  public func elapsed(afterNanoseconds length: Int64) -> Int64 {
    let fraction = (moment.nanosecond + length) % Nanoseconds.perSecond
    return elapsed + length + (fraction == 0 ? 0 : Nanoseconds.perSecond - fraction)
  }

  /// Returns the reading of CLOCK_BOOTTIME at an elapsed time.
  public func boot(ofElapsed nanoseconds: Int64) -> Int64 { moment.boot + (nanoseconds - elapsed) }

  private func instant(ofElapsed nanoseconds: Int64) -> Instant {
    let fromSecond = moment.nanosecond + (nanoseconds - elapsed) + Nanoseconds.perSecond / 2
    let (quotient, remainder) = fromSecond.quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
    return wall.adding(seconds: remainder < 0 ? quotient - 1 : quotient)
  }
}
