import SchedulerCivilTime

extension Session {
  /// The planned end of the lift that is open: its own, or that of the session, where an edit or a clock that was set has
  /// brought it forward; nil when none is open.
  public func liftEnd(at present: Present) -> Instant? {
    lift.map { end(of: $0.deadline, at: present) }
  }

  /// The planned end of something in it that ends at an elapsed time: then, or with the session.
  func end(of deadline: Int64, at present: Present) -> Instant {
    let end = present.instant(of: .elapsed(deadline))
    return plannedEnd(at: present).map { min(end, present.instant(of: $0)) } ?? end
  }

  /// Whether it is planned to run on at an instant.
  func goesOn(beyond instant: Instant, at present: Present) -> Bool {
    plannedEnd(at: present).map { instant < present.instant(of: $0) } ?? true
  }

  /// An instant if it is planned to run on then; else nil.
  func instantWithin(_ instant: Instant?, at present: Present) -> Instant? {
    instant.flatMap { goesOn(beyond: $0, at: present) ? $0 : nil }
  }

  /// The planned end of one of its grants: its own, or that of the session where that comes first.
  public func grantEnd(_ grant: Grant, at present: Present) -> Instant { end(of: grant.deadline, at: present) }

  /// How long it has really run, breaks included, in seconds of elapsed time.
  public func seconds(at present: Present) -> Int64 {
    max(0, present.elapsed - realStartElapsed) / Nanoseconds.perSecond
  }

  /// The seconds of breaks that are left, without what an open one has taken so far, rounded down; nil when the session may
  /// take none.
  public func breakSecondsLeft(at present: Present) -> Int64? {
    guard let rules = rules.breaks else { return nil }
    var open = lift?.kind == .break ? lift : nil
    let taken = open?.charge(until: present.elapsed) ?? 0
    return max(0, breaks.remaining(of: rules) - taken) / Nanoseconds.perSecond
  }
}
