import Scheduler
import SchedulerCivilTime
import SchedulerJSON

extension WeekLayout {
  /// Writes a line for each segment, by date, start, end and profile key.
  func writeJSON(isSample: Bool, to output: inout TextOutput) {
    for day in week.days.indices {
      let segments = rows.indices.flatMap { row in rows[row].days[day].map { (row: row, segment: $0) } }
      let sorted = segments.sorted {
        ($0.segment.start, $0.segment.end, $0.row) < ($1.segment.start, $1.segment.end, $1.row)
      }
      for (row, segment) in sorted {
        writeJSON(segment, of: rows[row].profile, on: week.days[day].date, isSample, to: &output)
        if output.isBroken { return }
      }
    }
  }

  private func writeJSON(
    _ segment: Segment, of profile: Profile, on date: CivilDate, _ isSample: Bool, to output: inout TextOutput
  ) {
    output.jsonLine(isSample: isSample) { json in
      json.member("date", date.description)
      json.member("profile", profile.key.text)
      json.member("start", segment.start, in: week.zone)
      json.member("end", segment.end, in: week.zone)
      json.member("startEpoch", segment.start.epochSeconds)
      json.member("endEpoch", segment.end.epochSeconds)
      json.member("seconds", segment.lengthSeconds)
      json.object("interval") { json in
        json.member("start", segment.interval.start, in: week.zone)
        json.member("end", segment.interval.end, in: week.zone)
      }
    }
  }
}
