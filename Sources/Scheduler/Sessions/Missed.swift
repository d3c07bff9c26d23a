import SchedulerCivilTime

/// Intervals that began and ended while nobody looked: they started nothing and are not used. A planned start that was
/// refused when its time came is one of no length.
public struct Missed: Hashable, Sendable {
  /// The most intervals that one record lists.
  public static let maximumListed = 50

  /// Its place in the stream of events, missed intervals and finished sessions, from 1.
  public internal(set) var number: Int64 = 0
  /// The activity whose intervals they are.
  public let activity: ActivityName
  /// The profile; nil for an interval source.
  public let profile: ProfileReference?
  /// The newest of them, in order, at most 50.
  public private(set) var intervals: [Span] = []
  /// How many there are before those.
  public private(set) var further: Int64 = 0

  /// A stretch of time `[start, end)`.
  public struct Span: Hashable, Sendable {
    /// The first instant in it.
    public let start: Instant
    /// The first instant after it.
    public let end: Instant
  }

  /// Whose they are, for people: the key of the profile, else the name of the activity.
  public var subject: String { profile?.key.text ?? activity.description }

  /// No intervals yet.
  init(activity: ActivityName, profile: ProfileReference?) {
    self.activity = activity
    self.profile = profile
  }

  /// Adds an interval that is later than those before.
  mutating func append(start: Instant, end: Instant) {
    intervals.append(Span(start: start, end: end))
    guard intervals.count > 2 * Self.maximumListed else { return }
    trim()
  }

  /// Counts intervals that are not listed.
  mutating func count(_ more: Int64) { further += more }

  /// Keeps the newest; to be called when all are there.
  mutating func trim() {
    let surplus = intervals.count - Self.maximumListed
    guard surplus > 0 else { return }
    intervals.removeFirst(surplus)
    further += Int64(surplus)
  }
}
