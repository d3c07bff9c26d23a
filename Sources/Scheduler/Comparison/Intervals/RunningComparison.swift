import SchedulerCivilTime

/// The intervals of two configurations as they run. At least one configuration has a profile that replaces others.
struct RunningComparison {
  private let old: [ProfileID: [PlannedInterval]]
  private let new: [ProfileID: [PlannedInterval]]
  private let range: Range<Instant>

  /// Computes the intervals around a range. Returns nil if no profile replaces others: then all intervals run as the
  /// windows state them.
  ///
  /// Complexity: linear in the intervals of all profiles within the range.
  init?(from old: Configuration, to new: Configuration, in range: Range<Instant>) {
    let timelines = (old: old.timeline, new: new.timeline)
    guard timelines.old.hasReplacing || timelines.new.hasReplacing else { return nil }
    let wider = IntervalComparison.lookedAt(around: range)
    self.range = range
    self.old = timelines.old.plannedIntervals(in: wider)
    self.new = timelines.new.plannedIntervals(in: wider)
  }

  /// Returns the changes of a profile that touch the range, in order of time; nil for an identity that only one
  /// configuration has.
  func changes(from before: ProfileID?, to after: ProfileID?, rules: StartRules) -> [IntervalChange] {
    let old = before.flatMap { self.old[$0] } ?? []
    let new = after.flatMap { self.new[$0] } ?? []
    return IntervalComparison.changes(from: old, to: new, in: range, rules: rules)
  }
}
