import Scheduler

extension HistoryRecord {
  /// The cells of a line of history in a table: day, time, event, kind of the activity (`schedule` or `break`), profile
  /// and remarks, in the zone of its profile.
  func cells(in configuration: Configuration) -> [String] {
    let known = ProfileKey(profile).flatMap { configuration.profile($0) }
    let zone = known.map { configuration.zone(of: $0).rules } ?? configuration.zone.rules
    let at = happened.map { ZonedText($0, in: zone) }
    let kindOfActivity = activity.split(separator: ":").first.map(String.init) ?? ""
    return [at?.day ?? "", at?.time ?? "", kind, kindOfActivity, profile, remarks(in: zone)]
  }

  private func remarks(in zone: ZoneRules) -> String {
    if let missed { return Self.words(for: missed, in: zone) }
    if let span {
      let breaks = breakSeconds == 0 ? [] : ["breaks \(LengthWords.text(seconds: breakSeconds))"]
      let words = (spent?.words() ?? breaks) + [AttemptWords.text(attemptCount)].compactMap(\.self)
      return ([Self.words(for: span, in: zone)] + words).joined(separator: ", ")
    }
    if let attempt { return attempt.words }
    return [mode, lateness, message, user].compactMap(\.self).joined(separator: "; ")
  }

  private var lateness: String? {
    guard isLate, let planned, let delivered else { return nil }
    return "\(LengthWords.text(seconds: delivered.seconds(since: planned))) late"
  }

  private static func words(for missed: HistoryRecord.MissedIntervals, in zone: ZoneRules) -> String {
    let spans = missed.spans.map { words(for: $0, in: zone) }
    let more = missed.further + Int64(max(0, spans.count - 1))
    return (spans.last ?? "") + (more == 0 ? "" : ", and \(more) before")
  }

  /// Returns a span, for example `09:00 to 12:30`. The start has its day if that differs from the day of the end.
  private static func words(for span: Missed.Span, in zone: ZoneRules) -> String {
    let end = ZonedText(span.end, in: zone)
    return "\(ZonedText(span.start, in: zone).words(besides: end)) to \(end.time)"
  }
}
