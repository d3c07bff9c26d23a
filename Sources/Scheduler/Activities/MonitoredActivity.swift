import SchedulerCivilTime

/// An activity that a program registers while the engine runs: intervals, warnings before their edges, and thresholds of
/// use within them.
///
/// The engine starts and ends each interval once, also if the clock is set back to it. After a clock was set forward and
/// back, the intervals in between that were never started do start. While the device is not in use it delivers nothing; the next use
/// delivers what is still owed: the end of the open interval, and the start of the interval that contains the present.
public struct MonitoredActivity: Sendable {
  /// The name of the activity, verbatim. A second registration under one name replaces the first.
  public let name: String
  /// The intervals.
  public var intervals: any MonitoredIntervals
  /// Whether further intervals follow the first one.
  public let repeats: Bool
  /// The thresholds of use, in the order in which equal ones are delivered.
  public let thresholds: [UsageThreshold]
  /// Receives the starts and ends; nil if only the events matter.
  public let handler: (any TimerActivity)?

  /// Creates an activity.
  public init(
    named name: String, intervals: any MonitoredIntervals, repeats: Bool = true, thresholds: [UsageThreshold] = [],
    handler: (any TimerActivity)? = nil
  ) {
    self.name = name
    self.intervals = intervals
    self.repeats = repeats
    self.thresholds = thresholds
    self.handler = handler
  }
}

/// The intervals of a monitored activity. They are disjoint and follow one another in time.
///
/// Every call is a pure function of its argument and of the zone. Thresholds count the use of at most the last week (and
/// two hours), because older use is forgotten: in a longer interval, use that is older no longer counts.
public protocol MonitoredIntervals: Sendable {
  /// Returns the interval that contains an instant, otherwise the next one; nil if there is none.
  func interval(at instant: Instant) -> MonitoredInterval?

  /// Returns the first interval that starts at or after an instant; nil if there is none.
  func next(from instant: Instant) -> MonitoredInterval?

  /// Returns the interval that started at an instant, with its end in the present zone; nil if it has no end there.
  func interval(startedAt start: Instant) -> MonitoredInterval?

  /// Returns these intervals in another zone.
  func moved(to zone: ZoneRules) -> any MonitoredIntervals
}

/// An interval of a monitored activity, with the instants of its warnings.
public struct MonitoredInterval: Hashable, Sendable {
  /// The first instant.
  public var start: Instant
  /// The first instant after the interval, at or after `start`. At `start` the interval ends as soon as it has started.
  public var end: Instant
  /// The instant of the warning before the start; nil for none.
  public var startWarning: Instant?
  /// The instant of the warning before the end; nil for none. One at or before the start comes right after the start.
  public var endWarning: Instant?
  /// The instant from which thresholds that include past use count. Use that ended more than a week (and two hours)
  /// before is forgotten and does not count.
  public var pastUseStart: Instant

  /// Creates an interval.
  public init(
    start: Instant, end: Instant, startWarning: Instant? = nil, endWarning: Instant? = nil,
    pastUseStart: Instant? = nil
  ) {
    self.start = start
    self.end = end
    self.startWarning = startWarning
    self.endWarning = endWarning
    self.pastUseStart = pastUseStart ?? start
  }
}

/// An amount of use, after which an event of a monitored activity is delivered once in each interval.
///
/// Use is kept for a week (and two hours), so a threshold counts no use that ended before.
public struct UsageThreshold: Hashable, Sendable {
  /// The name of the event. An engine that continues from its records finds the progress of a threshold by its name.
  public let name: String
  /// The items whose use counts, such as applications and categories; empty for all use.
  public let items: Set<String>
  /// The amount of use in seconds, at least 0.
  public let seconds: Int64
  /// The seconds of use before the threshold at which a warning is delivered; nil for no warning.
  public let warningSeconds: Int64?
  /// Whether use between `pastUseStart` and the registration counts.
  public let includesPastUse: Bool

  /// Creates a threshold.
  public init(
    named name: String, items: Set<String> = [], seconds: Int64, warningSeconds: Int64? = nil,
    includesPastUse: Bool = false
  ) {
    self.name = name
    self.items = items
    self.seconds = max(0, seconds)
    self.warningSeconds = warningSeconds
    self.includesPastUse = includesPastUse
  }
}

/// The choices of a program that monitors activities.
public struct MonitoringRules: Hashable, Sendable {
  /// Whether warnings wait until the device is used, as starts and ends do.
  public var warningsAwaitUse = true
  /// Whether a threshold that is reached exactly at the end of an interval is delivered before that end.
  public var thresholdsPrecedeEnd = true

  /// Creates the usual rules.
  public init() {}
}
