import SchedulerCivilTime

/// The progress of a monitored activity: its open interval and the one after it.
struct ActivityProgress: Hashable, Sendable {
  /// The interval that was started and has not ended.
  var open: OpenInterval?
  /// The interval to start next; nil if no more follow. Its start warning is nil once it was delivered.
  var upcoming: MonitoredInterval?
  /// The intervals that were started, which do not start again: the newest runs of intervals that follow one another,
  /// at most `runLimit`. A run ends with an interval that was missed, or when the clock or the zone is set.
  private(set) var started: [StartedRun] = []

  /// The number of runs of started intervals that are remembered.
  static let runLimit = 32

  /// Intervals that follow one another and that were all started.
  struct StartedRun: Hashable, Sendable {
    /// The start of the first one.
    let first: Instant
    /// The start of the last one.
    var last: Instant
    /// The end of the last one.
    var end: Instant

    /// Whether an interval is one of these. The last one may have got another start in another zone.
    func contains(_ interval: MonitoredInterval) -> Bool {
      first <= interval.start && interval.start <= last || interval.end == end
    }
  }

  /// An interval that was started.
  struct OpenInterval: Hashable, Sendable {
    /// The interval. Its end warning is nil once it was delivered.
    var interval: MonitoredInterval
    /// The elapsed time at which the start was delivered.
    let opened: Int64
    /// The progress of each threshold, in the order of the activity's thresholds.
    var counters: [ThresholdCounter]
  }

  /// The progress of a threshold in an open interval.
  struct ThresholdCounter: Hashable, Sendable {
    /// The name of the threshold.
    let name: String
    /// The elapsed time from which use counts.
    let start: Int64
    /// Whether the warning was delivered, or none is wanted.
    var isWarned: Bool
    /// Whether the event was delivered.
    var isReached = false
  }

  /// Begins an activity with the interval that contains the present, or the next one.
  init(of activity: MonitoredActivity, at present: Present) {
    upcoming = activity.intervals.interval(at: present.wall)
  }

  /// Starts the upcoming interval, and returns it; nil if there is none.
  mutating func start(of activity: MonitoredActivity, at present: Present) -> MonitoredInterval? {
    guard let interval = upcoming else { return nil }
    let counters = activity.thresholds.map { ThresholdCounter(of: $0, in: interval, at: present) }
    open = OpenInterval(interval: interval, opened: present.elapsed, counters: counters)
    if let run = started.last, activity.intervals.next(from: run.end)?.start == interval.start {
      started[started.count - 1] = StartedRun(first: run.first, last: interval.start, end: interval.end)
    } else {
      started.append(StartedRun(first: interval.start, last: interval.start, end: interval.end))
      if started.count > Self.runLimit { started.removeFirst() }
    }
    upcoming = following(interval, of: activity)
    return interval
  }

  /// Returns the next interval of an activity after one, except those that were started; nil if it has no more.
  private func following(_ interval: MonitoredInterval, of activity: MonitoredActivity) -> MonitoredInterval? {
    activity.repeats ? unstarted(activity.intervals.next(from: interval.end), of: activity) : nil
  }

  /// Returns an interval, or the first one after it that was not started.
  private func unstarted(_ interval: MonitoredInterval?, of activity: MonitoredActivity) -> MonitoredInterval? {
    var next = interval
    while let interval = next, let run = started.last(where: { $0.contains(interval) }) {
      next = activity.intervals.next(from: max(interval.end, run.last.adding(seconds: 1)))
    }
    return next
  }

  /// Gives each threshold of an activity the counter of its name, or a new one, and drops the other counters. The
  /// activity may differ from the one that was registered when the counters were stored.
  mutating func matchCounters(to activity: MonitoredActivity, at present: Present) {
    guard var open, !open.counters.elementsEqual(activity.thresholds, by: { $0.name == $1.name }) else { return }
    var former = open.counters
    open.counters = activity.thresholds.map { threshold in
      guard let index = former.firstIndex(where: { $0.name == threshold.name }) else {
        return ThresholdCounter(of: threshold, in: open.interval, at: present)
      }
      return former.remove(at: index)
    }
    self.open = open
  }

  /// Returns the upcoming intervals that are over although they were never started, and removes them.
  mutating func skipMissed(of activity: MonitoredActivity, at present: Present) -> [MonitoredInterval] {
    var missed: [MonitoredInterval] = []
    while open == nil, let interval = upcoming, interval.end <= present.wall {
      missed.append(interval)
      upcoming = following(interval, of: activity)
    }
    return missed
  }

  /// Finds the interval to start next, after a clock or the zone was set. The only interval of an activity that does not
  /// repeat stays over once it was started or missed. A start warning that was delivered is not repeated.
  mutating func resumeUpcoming(of activity: MonitoredActivity, at present: Present) {
    guard activity.repeats || upcoming != nil else { return }
    var next = unstarted(
      open.map { activity.intervals.next(from: $0.interval.end) } ?? activity.intervals.interval(at: present.wall),
      of: activity)
    if let upcoming, upcoming.startWarning == nil, upcoming.start == next?.start { next?.startWarning = nil }
    upcoming = next
  }

  /// Gives the open interval the end that it has in the zone of `activity`. Pending warnings move with the end.
  mutating func moveEnd(of activity: MonitoredActivity) {
    guard var open, let moved = activity.intervals.interval(startedAt: open.interval.start) else { return }
    let isWarned = open.interval.endWarning == nil
    open.interval.end = moved.end
    open.interval.endWarning = isWarned ? nil : moved.endWarning
    if !started.isEmpty { started[started.count - 1].end = moved.end }
    self.open = open
  }
}

extension ActivityProgress.ThresholdCounter {
  /// A counter that counts from the present, and past use if the threshold includes it.
  fileprivate init(of threshold: UsageThreshold, in interval: MonitoredInterval, at present: Present) {
    name = threshold.name
    start = threshold.includesPastUse ? present.elapsed(at: interval.pastUseStart) : present.elapsed
    isWarned = threshold.warningSeconds == nil
  }
}

extension MonitoredInterval: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    start = try archive.instant("start", of: value?.start)
    end = try archive.instant("end", of: value?.end)
    startWarning = try archive.optionalInstant("startWarning", of: value?.startWarning)
    endWarning = try archive.optionalInstant("endWarning", of: value?.endWarning)
    pastUseStart = try archive.instant("pastUseStart", of: value?.pastUseStart)
  }
}

extension ActivityProgress: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    open = try archive.optional("open", of: value?.open)
    upcoming = try archive.optional("upcoming", of: value?.upcoming)
    started = try archive.list("started", of: value?.started)
  }
}

extension ActivityProgress.StartedRun: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    first = try archive.instant("first", of: value?.first)
    last = try archive.instant("last", of: value?.last)
    end = try archive.instant("end", of: value?.end)
  }
}

extension ActivityProgress.OpenInterval: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    interval = try archive.field("interval", of: value?.interval)
    opened = try archive.field("opened", of: value?.opened)
    counters = try archive.list("counters", of: value?.counters)
  }
}

extension ActivityProgress.ThresholdCounter: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    name = try archive.field("name", of: value?.name)
    start = try archive.field("start", of: value?.start)
    isWarned = try archive.field("warned", of: value?.isWarned)
    isReached = try archive.field("reached", of: value?.isReached)
  }
}
