import CivilTime
import Diagnostics

extension Window {
  /// What is probably not meant about this window alone.
  func findings(in zone: ZoneRules, at now: Instant) -> [Diagnostic] {
    guard let source else { return [] }
    guard nextStartDate(onOrAfter: .min) != nil || nextStartDate(onOrAfter: zone.civil(at: now).date) != nil else {
      return [
        Diagnostic(
          .warning, .windowNeverMatches, "window '\(name)' matches no date", at: DiagnosticLabel(source),
          help: ["look at 'days', 'on', 'from', 'until' and 'skip' together"])
      ]
    }
    if let last = lastPastStart(in: zone, at: now) {
      return [
        Diagnostic(
          .warning, .windowPast, "window '\(name)' is wholly past: it ended with \(last)", at: DiagnosticLabel(source))
      ]
    }
    return clockChanges(in: zone, at: now, source) + warningsThatNeverFire(source)
  }

  /// The last date on which it could start, when none of its occurrences ends after `now`.
  private func lastPastStart(in zone: ZoneRules, at now: Instant) -> CivilDate? {
    guard ProfileTimeline(windows: [self], zone: zone).intervals(endingAfter: now).upcoming == nil else { return nil }
    if case .dates(let dates) = days { return dates.ranges.last?.upperBound }
    return until
  }

  /// A warning for the first start or end within 13 months that the clocks jump over, and for the first occurrence that
  /// a jump removes.
  private func clockChanges(in zone: ZoneRules, at now: Instant, _ source: SourceSpan) -> [Diagnostic] {
    var date = zone.civil(at: now).date.adding(days: -1)
    let last = zone.civil(at: now).date.adding(days: Configuration.horizonDays) ?? .max
    while let day = date, let start = nextStartDate(onOrAfter: day), start <= last {
      if let effect = ClockChangeEffect(of: self, on: start, in: zone) {
        return [
          Diagnostic(
            .warning, .clockChange, "on \(start) the clocks change during window '\(name)'",
            at: DiagnosticLabel(source, effect.description))
        ]
      }
      date = start.adding(days: 1)
    }
    return []
  }

  private func warningsThatNeverFire(_ source: SourceSpan) -> [Diagnostic] {
    let nominalSeconds = Int64(endDayOffset) * 86_400 + Int64(end.secondsSinceMidnight - start.secondsSinceMidnight)
    return warningSeconds.filter { $0 >= nominalSeconds }.map { seconds in
      Diagnostic(
        .warning, .warningNeverFires,
        "the warning '\(DurationText.text(seconds: seconds))' before the end of window '\(name)' never comes",
        at: DiagnosticLabel(source, "the window lasts \(DurationText.text(seconds: nominalSeconds))"))
    }
  }
}

/// What a jump of the clocks does to a window on one date.
struct ClockChangeEffect: CustomStringConvertible, Sendable {
  let description: String

  /// The effect on the start or the end; nil when the clocks jump over neither.
  init?(of window: Window, on date: CivilDate, in zone: ZoneRules) {
    let midnight = Int64(date.epochDay) * 86_400
    let start = midnight + Int64(window.start.secondsSinceMidnight)
    let end = midnight + Int64(window.endDayOffset) * 86_400 + Int64(window.end.secondsSinceMidnight)
    guard zone.dateExists(date) else {
      description = "\(date) does not exist in this zone: it does not start"
      return
    }
    let moves = [("start", start), ("end", end)].compactMap { Self.move($0, $1, in: zone) }
    guard !moves.isEmpty else { return nil }
    let first = zone.resolve(localSeconds: start).compatible
    let last = zone.resolve(localSeconds: end).compatible
    description = first < last ? moves.joined(separator: ", ") : "nothing is left of it: it does not start"
  }

  /// `start moves from 02:30 to 03:30`, when the clocks jump over a civil time.
  static func move(_ name: String, _ localSeconds: Int64, in zone: ZoneRules) -> String? {
    guard case .gap(let instant, _) = zone.resolve(localSeconds: localSeconds) else { return nil }
    guard let planned = CivilDateTime(localSeconds: localSeconds) else { return nil }
    return "\(name) moves from \(planned.time) to \(zone.civil(at: instant).time)"
  }
}
