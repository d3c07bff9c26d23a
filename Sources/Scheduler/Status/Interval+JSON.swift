import SchedulerCivilTime
import SchedulerJSON

extension JSONWriter {
  /// The members of an object on an interval, as `next` lists it; it is running when `from` is in it.
  public mutating func members(
    of interval: Interval, on track: Timeline.Track, remarks: [Remark], from: Instant
  ) {
    let zone = track.timeline.zone
    member("activity", ActivityName.schedule(track.profile.id).description)
    member("profile", track.profile.key.text)
    member("windows", interval.windows.sorted.map { track.timeline.windows[$0].name })
    member("start", interval.start, in: zone)
    member("end", interval.end, in: zone)
    member("startEpoch", interval.start.epochSeconds)
    member("endEpoch", interval.end.epochSeconds)
    member("seconds", interval.lengthSeconds)
    member("running", interval.contains(from))
    member("remarks", remarks.map(\.description))
  }
}
