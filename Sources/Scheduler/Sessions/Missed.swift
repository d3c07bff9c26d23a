import SchedulerCivilTime

/// Intervals that began and ended without an evaluation. They started nothing and are not used. A planned start that
/// was refused at its instant is an interval of no length.
public struct Missed: Hashable, Sendable {
  /// The maximum number of intervals that one record lists.
  public static let maximumListed = 50

  /// The position among all events, missed intervals and finished sessions, from 1.
  public internal(set) var number: Int64 = 0
  /// The activity of the intervals.
  public let activity: ActivityName
  /// The profile; nil for an interval source.
  public let profile: ProfileReference?
  /// The newest intervals, in order, at most 50.
  public private(set) var intervals: [Span] = []
  /// The number of intervals before those.
  public private(set) var further: Int64 = 0

  /// A stretch of time `[start, end)`.
  public struct Span: Hashable, Sendable {
    /// The first instant in the stretch.
    public let start: Instant
    /// The first instant after the stretch.
    public let end: Instant
  }

  /// The subject as people know it: the key of the profile, otherwise the name of the activity.
  public var subject: String { profile?.key.text ?? activity.description }

  /// Adds an interval that is later than those before.
  mutating func append(start: Instant, end: Instant) {
    intervals.append(Span(start: start, end: end))
    guard intervals.count > 2 * Self.maximumListed else { return }
    trim()
  }

  /// Counts intervals that are not listed.
  mutating func count(_ more: Int64) { further += more }

  /// Keeps the newest intervals. It is called when all have been added.
  mutating func trim() {
    let surplus = intervals.count - Self.maximumListed
    guard surplus > 0 else { return }
    intervals.removeFirst(surplus)
    further += Int64(surplus)
  }
}
