import SchedulerCivilTime

/// The computation of a `TargetOutlook` in steps, if a profile replaces others: with the intervals as they run.
struct RunningOutlookSearch: Sendable {
  /// Maximum number of intervals that are followed: years of windows that cover the day.
  private static let followedIntervals = 20_000

  /// The stages of the search, in order.
  private enum Stage: Sendable {
    /// The intervals of all profiles are examined until each has one that contains the instant or follows it.
    case together(MergedIntervals)
    /// The intervals of a profile whose intervals are rare are examined, and then those of the tracks after it.
    case alone(MergedIntervals, track: Int)
    /// The end of the period in which any blocking profile is active is searched for.
    case union(MergedIntervals, end: Instant)
    case over(change: Instant?)
  }

  private var stances: [TargetOutlook.Stance]
  private let instant: Instant
  /// The profiles that state something about the target and have windows.
  private let timeline: Timeline
  private var upcoming: [ProfileID: MergedIntervals.Element] = [:]
  private var followedCount = 0
  private var stage: Stage

  /// Begins the search for stances on planned intervals.
  init(
    of stances: [TargetOutlook.Stance], in configuration: Configuration, at instant: Instant, shownTo viewer: Viewer
  ) {
    let seen = Set(configuration.profiles.lazy.filter { viewer.sees($0, in: configuration) }.map(\.id))
    let expected = Set(stances.lazy.filter { $0.profile.isEnabled && $0.interval != nil }.map(\.profile.id))
    timeline = configuration.timeline.showing({ expected.contains($0.id) }, naming: { seen.contains($0.id) })
    self.stances = stances
    self.instant = instant
    stage = .together(timeline.intervals(endingAfter: instant))
  }

  /// Examines up to `count` planned intervals. Returns the result, or nil if more steps are needed.
  mutating func advance(by count: Int) -> TargetOutlook? {
    switch stage {
    case .together(var intervals):
      stage = .over(change: nil)
      step(together: &intervals, by: count)
    case .alone(var intervals, let track):
      stage = .over(change: nil)
      step(alone: &intervals, of: track, by: count)
    case .union(var intervals, let end):
      stage = .over(change: nil)
      step(union: &intervals, end: end, by: count)
    case .over(let change): return TargetOutlook(instant: instant, stances: stances, change: change)
    }
    return nil
  }

  private mutating func step(together intervals: inout MergedIntervals, by count: Int) {
    var isOver = timeline.tracks.isEmpty
    var left = count
    while !isOver {
      guard left > 0 else {
        stage = .together(intervals)
        return
      }
      left -= 1
      switch intervals.step(atMost: count) {
      case .pause:
        stage = .together(intervals)
        return
      case .end: isOver = true
      case .interval(let element):
        let id = timeline.tracks[element.track].profile.id
        if upcoming[id] == nil { upcoming[id] = element }
        followedCount += 1
        isOver = upcoming.count == timeline.tracks.count || followedCount == Self.followedIntervals
      }
    }
    search(from: 0)
  }

  private mutating func step(alone intervals: inout MergedIntervals, of track: Int, by count: Int) {
    switch intervals.step(atMost: count) {
    case .pause:
      stage = .alone(intervals, track: track)
      return
    case .end: break
    case .interval(let element): upcoming[timeline.tracks[track].profile.id] = element
    }
    search(from: track + 1)
  }

  /// Continues with the next track without an interval, or with the change.
  private mutating func search(from track: Int) {
    let rare = timeline.tracks.indices[track...].first { upcoming[timeline.tracks[$0].profile.id] == nil }
    if let rare {
      let id = timeline.tracks[rare].profile.id
      stage = .alone(timeline.showing { $0.id == id }.intervals(endingAfter: instant), track: rare)
      return
    }
    let expected = Set(timeline.tracks.map(\.profile.id))
    for index in stances.indices where expected.contains(stances[index].profile.id) {
      let element = upcoming[stances[index].profile.id]
      stances[index].interval = element?.interval
      stances[index].holds = element?.interval.contains(instant) ?? false
      stances[index].remarks = element?.remarks ?? []
    }
    let blockers = Set(stances.lazy.filter(\.isBlocker).map(\.profile.id))
    followedCount = 0
    stage = .union(timeline.showing { blockers.contains($0.id) }.intervals(endingAfter: instant), end: instant)
  }

  /// Follows the intervals of the blocking profiles as long as they touch.
  private mutating func step(union intervals: inout MergedIntervals, end: Instant, by count: Int) {
    var (end, left) = (end, count)
    while followedCount <= Self.followedIntervals {
      guard left > 0 else {
        stage = .union(intervals, end: end)
        return
      }
      left -= 1
      switch intervals.step(atMost: count) {
      case .pause:
        stage = .union(intervals, end: end)
        return
      case .end:
        stage = .over(change: end > instant ? end : nil)
        return
      case .interval(let element):
        let interval = element.interval
        guard interval.start <= end else {
          stage = .over(change: end > instant ? end : interval.start)
          return
        }
        end = max(end, interval.end)
        followedCount += 1
      }
    }
  }
}
