import SchedulerCivilTime
import SchedulerJSON

/// A writer of intervals of a timeline as JSON, in the format of `next`. It caches the parts that the lines of a
/// profile have in common.
public struct IntervalJSON {
  private let timeline: Timeline
  private let from: Instant
  /// For each window of each track, the common members of intervals with only that window. Empty until they are needed.
  private var heads: [[[UInt8]]]
  private var zones: [ZoneCursor]

  /// Creates a writer for intervals of `timeline`. An interval that contains `from` is marked as running.
  public init(_ timeline: Timeline, from: Instant) {
    self.timeline = timeline
    self.from = from
    heads = timeline.tracks.map { Array(repeating: [], count: $0.timeline.windows.count) }
    zones = timeline.tracks.map { ZoneCursor(zone: $0.timeline.zone) }
  }

  /// Writes the members of an object for an interval of a track, which is given by its position in the timeline.
  public mutating func writeMembers(of interval: Interval, track: Int, remarks: [Remark], to json: inout JSONWriter) {
    if let only = interval.windows.only {
      if heads[track][only].isEmpty { heads[track][only] = head(of: interval, on: timeline.tracks[track]) }
      json.members(written: heads[track][only])
    } else {
      json.members(written: head(of: interval, on: timeline.tracks[track]))
    }
    json.key("start")
    json.instant(interval.start, offset: zones[track].offset(at: interval.start))
    json.key("end")
    json.instant(interval.end, offset: zones[track].offset(at: interval.end))
    json.member("startEpoch", value: interval.start.epochSeconds)
    json.member("endEpoch", value: interval.end.epochSeconds)
    json.member("seconds", value: interval.lengthSeconds)
    json.member("running", value: interval.contains(from))
    json.array("remarks") { json in for remark in remarks { json.string(remark.description) } }
  }

  /// Returns the members that name the profile and the windows.
  private func head(of interval: Interval, on track: Timeline.Track) -> [UInt8] {
    var json = JSONWriter()
    json.member("activity", value: ActivityName.schedule(track.profile.id).description)
    json.member("profile", value: track.profile.key.text)
    json.member("windows", value: interval.windows.sorted.map { track.timeline.windows[$0].name })
    return json.bytes
  }
}
