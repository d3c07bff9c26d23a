import SchedulerCivilTime

/// The start or end of a window on a date on which the clocks jump over it.
struct GapMove: Hashable, Sendable {
  let end: Remark.WindowEnd
  /// The civil time of the window.
  let planned: CivilDateTime
  /// The civil time that the clocks show at the resulting instant.
  let actual: CivilDateTime
}

extension Window {
  /// Returns the starts and ends that the clocks jump over if the window starts on `date`.
  func gapMoves(on date: CivilDate, in zone: ZoneRules) -> [GapMove] {
    let midnight = Int64(date.epochDay) * 86_400
    let ends: [(Remark.WindowEnd, Int64)] = [
      (.start, midnight + Int64(start.secondsSinceMidnight)),
      (.end, midnight + Int64(endDayOffset) * 86_400 + Int64(end.secondsSinceMidnight)),
    ]
    return ends.compactMap { end, localSeconds in
      guard case .gap(let instant, _) = zone.resolve(localSeconds: localSeconds) else { return nil }
      guard let planned = CivilDateTime(localSeconds: localSeconds) else { return nil }
      return GapMove(end: end, planned: planned, actual: zone.civil(at: instant))
    }
  }
}
