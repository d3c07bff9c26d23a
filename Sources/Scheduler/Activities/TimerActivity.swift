import SchedulerCivilTime

/// What handles the starts and ends of an activity's intervals.
///
/// A handler is a pure function of the edge and the book: it reads no clock and no file, and it may be called late, twice,
/// or for an interval that was never opened. So it looks before it changes anything: is this the one meant, is it open,
/// has its time come?
public protocol TimerActivity: Sendable {
  /// An interval of the activity has started.
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook)
  /// An interval of the activity has ended.
  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook)
}

/// A start or an end of an activity's interval, and what a handler may know of it.
public struct ActivityEdge: Sendable {
  /// The activity.
  public let activity: ActivityName
  /// The planned instant.
  public let planned: Instant
  /// The present.
  public let present: Present
  /// The interval, where its source says it.
  public let interval: Interval?
  /// The plan of the activity's profile; nil if the configuration does not have that profile.
  public let plan: ProfilePlan?

  /// An edge of an activity.
  public init(
    _ activity: ActivityName, planned: Instant, present: Present, interval: Interval? = nil, plan: ProfilePlan? = nil
  ) {
    self.activity = activity
    self.planned = planned
    self.present = present
    self.interval = interval
    self.plan = plan
  }

  /// Whether a deadline has been reached, and lies not after what the edge plans.
  func hasReached(_ deadline: Deadline) -> Bool {
    present.hasReached(deadline) && present.instant(of: deadline) <= planned
  }
}
