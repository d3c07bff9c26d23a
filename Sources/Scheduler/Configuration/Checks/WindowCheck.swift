import SchedulerCivilTime
import SchedulerDiagnostics

extension Window {
  /// Returns findings about this window alone that are probably not intended.
  func findings(in zone: ZoneRules, at now: Instant) -> [Diagnostic] {
    guard let source else { return [] }
    guard nextStartDate(onOrAfter: .min) != nil || nextStartDate(onOrAfter: zone.civil(at: now).date) != nil else {
      return [
        Diagnostic(
          .warning, code: .windowNeverMatches, message: "window '\(name)' matches no date", at: source,
          help: ["look at 'days', 'on', 'from', 'until' and 'skip' together"])
      ]
    }
    guard ProfileTimeline(windows: [self], zone: zone).intervals(endingAfter: now).upcoming != nil else {
      if let date = nextStartDate(onOrAfter: zone.civil(at: now).date),
        let change = clockChange(on: date, in: zone, after: now)
      {
        return [Self.warning(of: change, in: name, at: source)]
      }
      let last = until.map { ": 'until' is \($0)" } ?? ""
      return [Diagnostic(.warning, code: .windowPast, message: "window '\(name)' is wholly past\(last)", at: source)]
    }
    return clockChanges(in: zone, at: now, source)
  }

  /// Returns a warning for the first start or end within 13 months that the clocks jump over.
  private func clockChanges(in zone: ZoneRules, at now: Instant, _ source: SourceSpan) -> [Diagnostic] {
    let today = zone.civil(at: now).date
    var clock = LocalClock(zone: zone)
    var date = today.adding(days: -endDayOffset - 1)
    let last = today.adding(days: Configuration.horizonDays) ?? .max
    while let day = date, let start = nextStartDate(onOrAfter: day), start <= last {
      if let change = clockChange(on: start, in: zone, after: now) {
        return [Self.warning(of: change, in: name, at: source)]
      }
      date = dateAfterPlainOnes(from: start, clock: &clock)
    }
    return []
  }

  private static func warning(
    of change: (date: CivilDate, effect: String), in name: String, at source: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .warning, code: .clockChange, message: "on \(change.date) the clocks change during window '\(name)'",
      at: source, label: change.effect)
  }

  /// Returns the date after a start date, or the first later one on which the clocks may change during the window; nil
  /// if there is none.
  private func dateAfterPlainOnes(from start: CivilDate, clock: inout LocalClock) -> CivilDate? {
    let next = start.adding(days: 1)
    guard let end = clock.endOfPlainStretch(Int64(start.epochDay) * 86_400) else { return next }
    guard end < .max else { return nil }
    let changing = CivilDate(epochDay: Int(end / 86_400) - endDayOffset - 1)
    return changing.flatMap { changing in next.map { max($0, changing) } }
  }

  /// Returns the effect of a jump of the clocks on the window on one date, and the date; nil if there is no effect
  /// after `now`.
  private func clockChange(on date: CivilDate, in zone: ZoneRules, after now: Instant) -> (CivilDate, String)? {
    guard zone.dateExists(date) else { return (date, "\(date) does not exist in this zone: it does not start") }
    guard let first = gapMoves(on: date, in: zone).first else { return nil }
    var clock = LocalClock(zone: zone)
    guard let occurrence = occurrence(index: 0, on: date, clock: &clock) else {
      return zone.resolve(first.planned).compatible < now
        ? nil : (first.planned.date, "nothing is left of it: it does not start")
    }
    guard occurrence.end > now else { return nil }
    let moves = gapMoves(on: date, in: zone).map {
      "\($0.end.rawValue) moves from \($0.planned.time) to \($0.actual.time)"
    }
    return (first.planned.date, moves.joined(separator: ", "))
  }
}
