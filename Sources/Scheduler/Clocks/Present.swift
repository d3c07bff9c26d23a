import SchedulerCivilTime

/// A moment together with the elapsed time at it: all that a rule may know of the present.
///
/// The engine's present shows the wall clock. The rules of a profile get the present as shown by the profile's own clock.
public struct Present: Hashable, Sendable {
  /// The reading of the clocks. Its wall reading is that of `clock`.
  public let moment: Moment
  /// Elapsed time in nanoseconds.
  public let elapsed: Int64
  /// What the trusted clock shows: the wall clock's own reading unless somebody set that.
  public let trusted: Delivery
  /// By how many seconds boots came with earlier clocks than before, since a synchronised source set the clock last.
  let behindSeconds: Int64
  /// The clock whose reading `moment` has.
  let clock: ProfileClock

  /// A present by the wall clock.
  ///
  /// - Parameter trusted: what the trusted clock shows; nil for what the wall clock shows.
  public init(_ moment: Moment, elapsed: Int64, trusted: Delivery? = nil) {
    self.init(moment, elapsed: elapsed, trusted: trusted, behindSeconds: 0)
  }

  /// A present after boots that came with earlier clocks.
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

  /// The same present with the reading of another clock.
  func shown(by clock: ProfileClock) -> Present {
    guard clock == .trusted, self.clock == .wall else { return self }
    let moment = Moment(
      wall: trusted.instant, nanosecond: trusted.nanosecond, boot: moment.boot, bootID: moment.bootID)
    return Present(moment, elapsed: elapsed, trusted: trusted, behindSeconds: behindSeconds, clock: .trusted)
  }

  /// Whether the wall clock shows what the trusted clock shows.
  var isWallTrusted: Bool { trusted == Delivery(moment) }

  /// Whether the trusted clock was set since an earlier present, or the machine started.
  func isTrustedClockSet(since earlier: Present) -> Bool {
    !shown(by: .trusted).moment.continues(earlier.shown(by: .trusted).moment)
  }

  /// What the trusted clock would show had no boot come with an earlier clock: the latest that is known of the time. It
  /// may be past the true time where a clock that was set forward was trusted at a boot.
  var latestKnown: Instant { trusted.instant.adding(seconds: behindSeconds) }

  /// The present as it was, or will be, when the clock shows an instant, if nobody sets it meanwhile.
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

  /// What the clock shows at a deadline if nobody sets it until then, to the nearest second: planned instants are
  /// whole seconds, and a clock that is slewed shall not shift them.
  public func instant(of deadline: Deadline) -> Instant {
    switch deadline {
    case .wall(let instant): instant
    case .trusted, .elapsed: instant(ofElapsed: elapsed(of: deadline))
    }
  }

  /// The elapsed time at a deadline if nobody sets the wall clock until then.
  public func elapsed(of deadline: Deadline) -> Int64 {
    switch deadline {
    case .wall(let instant): elapsed(at: instant)
    case .trusted(let instant):
      elapsed + Nanoseconds.from((trusted.instant, trusted.nanosecond), to: (instant, 0))
    case .elapsed(let nanoseconds): nanoseconds
    }
  }

  /// The elapsed time at which the clock shows an instant if nobody sets it meanwhile.
  func elapsed(at instant: Instant) -> Int64 {
    elapsed + Nanoseconds.from((wall, moment.nanosecond), to: (instant, 0))
  }

  /// What the clock shows when that of another present shows an instant, if nobody sets it meanwhile, to the nearest
  /// second.
  func instant(at instant: Instant, shownBy other: Present) -> Instant {
    clock == other.clock ? instant : self.instant(of: .elapsed(other.elapsed(at: instant)))
  }

  /// The elapsed time so many nanoseconds from now, and on to the next whole second of the clock.
  public func elapsed(afterNanoseconds length: Int64) -> Int64 {
    let fraction = (moment.nanosecond + length) % Nanoseconds.perSecond
    return elapsed + length + (fraction == 0 ? 0 : Nanoseconds.perSecond - fraction)
  }

  /// The reading of CLOCK_BOOTTIME at an elapsed time.
  public func boot(ofElapsed nanoseconds: Int64) -> Int64 { moment.boot + (nanoseconds - elapsed) }

  private func instant(ofElapsed nanoseconds: Int64) -> Instant {
    let fromSecond = moment.nanosecond + (nanoseconds - elapsed) + Nanoseconds.perSecond / 2
    let (quotient, remainder) = fromSecond.quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
    return wall.adding(seconds: remainder < 0 ? quotient - 1 : quotient)
  }
}
