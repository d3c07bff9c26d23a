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
    output.json.beginObject()
    output.json.key("date")
    output.json.string(date.description)
    output.json.key("profile")
    output.json.string(profile.key.text)
    output.json.key("start")
    output.json.instant(segment.start, in: week.zone)
    output.json.key("end")
    output.json.instant(segment.end, in: week.zone)
    output.json.key("startEpoch")
    output.json.integer(segment.start.epochSeconds)
    output.json.key("endEpoch")
    output.json.integer(segment.end.epochSeconds)
    output.json.key("seconds")
    output.json.integer(segment.lengthSeconds)
    output.json.key("interval")
    output.json.beginObject()
    output.json.key("start")
    output.json.instant(segment.interval.start, in: week.zone)
    output.json.key("end")
    output.json.instant(segment.interval.end, in: week.zone)
    output.json.endObject()
    output.json.endSampleObject(isSample)
    output.endJSONLine()
  }
}
