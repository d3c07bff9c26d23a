import CivilTime

extension Session {
  /// The planned end of the lift that is open: its own, or that of the session, where an edit or a clock that was set has
  /// brought it forward; nil when none is open.
  public func liftEnd(at present: Present) -> Instant? {
    guard let lift else { return nil }
    let end = present.instant(of: .elapsed(lift.deadline))
    return plannedEnd(at: present).map { min(end, present.instant(of: $0)) } ?? end
  }

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
