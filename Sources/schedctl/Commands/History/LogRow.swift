import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// A line of history as a row of a table, in the zone of its profile.
struct LogRow {
  let day: String
  let time: String
  let event: String
  /// The kind of the activity, for example `schedule` or `break`.
  let activity: String
  let profile: String
  let remarks: String

  init(_ entry: JSONObject, _ configuration: Configuration) {
    event = entry["event"]?.stringValue ?? ""
    activity = entry["activity"]?.stringValue?.split(separator: ":").first.map(String.init) ?? ""
    profile = entry["profile"]?.stringValue ?? ""
    let known = ProfileKey(profile).flatMap { configuration.profile($0) }
    let zone = known.map { configuration.zone(of: $0).rules } ?? configuration.zone.rules
    let at = entry.happened.map { ZonedText($0, in: zone) }
    day = at?.day ?? ""
    time = at?.time ?? ""
    remarks = Self.remarks(on: entry, zone)
  }

  private static func remarks(on entry: JSONObject, _ zone: ZoneRules) -> String {
    if let intervals = entry["intervals"]?.arrayValue {
      return missed(intervals.compactMap(\.objectValue), further: entry["further"]?.integerValue ?? 0, zone)
    }
    if let start = entry.instant("start"), let end = entry.instant("end") {
      let breaks = entry["breakSeconds"]?.integerValue ?? 0
      return span(start, end, zone) + (breaks == 0 ? "" : ", breaks \(LengthWords.text(seconds: breaks))")
    }
    return [lateness(of: entry), entry["message"]?.stringValue].compactMap(\.self).joined(separator: "; ")
  }

  private static func lateness(of entry: JSONObject) -> String? {
    guard entry["late"]?.boolValue == true, let planned = entry.instant("planned"),
      let delivered = entry.instant("delivered")
    else { return nil }
    return "\(LengthWords.text(seconds: delivered.seconds(since: planned))) late"
  }

  private static func missed(_ intervals: [JSONObject], further: Int64, _ zone: ZoneRules) -> String {
    let spans = intervals.compactMap { interval -> String? in
      guard let start = interval.instant("start"), let end = interval.instant("end") else { return nil }
      return span(start, end, zone)
    }
    let more = further + Int64(max(0, spans.count - 1))
    return (spans.last ?? "") + (more == 0 ? "" : ", and \(more) before")
  }

  /// Returns a span, for example `09:00 to 12:30`. The start has its day if that differs from the day of the end.
  private static func span(_ start: Instant, _ end: Instant, _ zone: ZoneRules) -> String {
    let end = ZonedText(end, in: zone)
    return "\(ZonedText(start, in: zone).words(besides: end)) to \(end.time)"
  }
}
