import SchedulerCivilTime

extension ShieldSet {
  /// Whether the set counts at a moment, for a program that nobody tells when it changes.
  ///
  /// It is off once `validUntil` is reached: whoever wrote it would have written another one by then, and a daemon that
  /// has died cannot block for ever. A strict set is off only if, besides, the machine was started anew, or CLOCK_BOOTTIME
  /// has reached `validUntilBoot`: a wall clock that is set opens nothing. Without an end (`validUntil` is nil) it counts
  /// until it is replaced.
  ///
  /// - Parameter now: the present, by both clocks.
  public func isInForce(at now: Moment) -> Bool {
    guard let validUntil, validUntil <= now.wall else { return true }
    guard isStrict, bootID == now.bootID else { return false }
    guard let validUntilBoot else { return true }
    return now.boot / 1_000_000_000 < validUntilBoot
  }
}
