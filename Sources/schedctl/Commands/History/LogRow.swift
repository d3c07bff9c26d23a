import Scheduler

/// A line of history as a row of a table, in the zone of its profile.
struct LogRow {
  let day: String
  let time: String
  let event: String
  /// The kind of the activity, for example `schedule` or `break`.
  let activity: String
  let profile: String
  let remarks: String

  init(_ entry: HistoryRecord, in configuration: Configuration) {
    event = entry.kind
    activity = entry.activity.split(separator: ":").first.map(String.init) ?? ""
    profile = entry.profile
    let known = ProfileKey(profile).flatMap { configuration.profile($0) }
    let zone = known.map { configuration.zone(of: $0).rules } ?? configuration.zone.rules
    let at = entry.happened.map { ZonedText($0, in: zone) }
    day = at?.day ?? ""
    time = at?.time ?? ""
    remarks = Self.remarks(on: entry, zone)
  }

  private static func remarks(on entry: HistoryRecord, _ zone: ZoneRules) -> String {
    if let missed = entry.missed { return words(for: missed, in: zone) }
    if let span = entry.span {
      let breaks = entry.breakSeconds
      return words(for: span, in: zone) + (breaks == 0 ? "" : ", breaks \(LengthWords.text(seconds: breaks))")
    }
    return [lateness(of: entry), entry.message].compactMap(\.self).joined(separator: "; ")
  }

  private static func lateness(of entry: HistoryRecord) -> String? {
    guard entry.isLate, let planned = entry.planned, let delivered = entry.delivered else { return nil }
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
