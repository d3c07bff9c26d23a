import SchedulerCivilTime

/// A moment together with the elapsed time at it: all that a rule may know of the present.
public struct Present: Hashable, Sendable {
  /// The reading of the clocks.
  public let moment: Moment
  /// Elapsed time in nanoseconds.
  public let elapsed: Int64
  /// What the trusted clock shows: the wall clock's own reading unless somebody set that.
  public let trusted: Delivery
  /// By how many seconds boots came with earlier clocks than before, since a synchronised source set the clock last.
  let behindSeconds: Int64

  /// A present.
  ///
  /// - Parameter trusted: what the trusted clock shows; nil for what the wall clock shows.
  public init(_ moment: Moment, elapsed: Int64, trusted: Delivery? = nil) {
    self.init(moment, elapsed: elapsed, trusted: trusted, behindSeconds: 0)
  }

  /// A present after boots that came with earlier clocks.
  init(_ moment: Moment, elapsed: Int64, trusted: Delivery?, behindSeconds: Int64) {
    self.moment = moment
    self.elapsed = elapsed
    self.trusted = trusted ?? Delivery(moment)
    self.behindSeconds = behindSeconds
  }

  /// The second that the wall clock shows.
  public var wall: Instant { moment.wall }

  /// Where the wall clock counts from: what it would have shown at no elapsed time, to the second. Only setting it
  /// moves that.
  var wallOrigin: Instant { wall.adding(seconds: -(elapsed / Nanoseconds.perSecond)) }

  /// The present as it was, or will be, when the wall clock shows an instant, if nobody sets it meanwhile.
  func then(_ instant: Instant) -> Present {
    let then = elapsed(of: .wall(instant))
    return Present(
      Moment(wall: instant, boot: boot(ofElapsed: then), bootID: moment.bootID), elapsed: then,
      trusted: trusted.adding(nanoseconds: then - elapsed), behindSeconds: behindSeconds)
  }

  /// Whether a deadline has been reached.
  public func hasReached(_ deadline: Deadline) -> Bool {
    switch deadline {
    case .wall(let instant): instant <= wall
    case .elapsed(let nanoseconds): nanoseconds <= elapsed
    case .locked(let instant, let nanoseconds): instant <= wall && nanoseconds <= elapsed
    }
  }

  /// What the wall clock shows at a deadline if nobody sets it until then, to the nearest second: planned instants are
  /// whole seconds, and a clock that is slewed shall not shift them.
  public func instant(of deadline: Deadline) -> Instant {
    switch deadline {
    case .wall(let instant): instant
    case .elapsed(let nanoseconds): instant(ofElapsed: nanoseconds)
    case .locked(let instant, let nanoseconds): max(instant, self.instant(ofElapsed: nanoseconds))
    }
  }

  /// The elapsed time at a deadline if nobody sets the wall clock until then.
  public func elapsed(of deadline: Deadline) -> Int64 {
    switch deadline {
    case .wall(let instant): elapsed + Nanoseconds.from((wall, moment.nanosecond), to: (instant, 0))
    case .elapsed(let nanoseconds): nanoseconds
    case .locked(let instant, let nanoseconds): max(elapsed(of: .wall(instant)), nanoseconds)
    }
  }

  /// The elapsed time so many nanoseconds from now, and on to the next whole second of the wall clock.
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
