import SchedulerCivilTime
import SchedulerJSON

extension JSONWriter {
  /// The members of an object on an interval, as `next` lists it; it is running when `from` is in it.
  public mutating func members(
    of interval: Interval, on track: Timeline.Track, remarks: [Remark], from: Instant
  ) {
    let zone = track.timeline.zone
    key("activity")
    string(ActivityName.schedule(track.profile.id).description)
    key("profile")
    string(track.profile.key.text)
    key("windows")
    strings(interval.windows.sorted.map { track.timeline.windows[$0].name })
    key("start")
    instant(interval.start, in: zone)
    key("end")
    instant(interval.end, in: zone)
    key("startEpoch")
    integer(interval.start.epochSeconds)
    key("endEpoch")
    integer(interval.end.epochSeconds)
    key("seconds")
    integer(interval.lengthSeconds)
    key("running")
    bool(interval.contains(from))
    key("remarks")
    strings(remarks.map(\.description))
  }
}
