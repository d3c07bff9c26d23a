import SchedulerCivilTime
import SchedulerJSON

/// The time in which a limit that a person used up holds, or in which it will at the present pace, as `next` lists it
/// among the intervals.
public struct LimitInterval: Sendable {
  /// The limit, the person, and how much they used.
  public let standing: LimitStanding
  /// The zone of the profile, in which the times are shown.
  public let zone: ZoneRules
  /// When the use was reached, or when it will be at the present pace.
  public let start: Instant
  /// When the period ends without any command; nil for an open end.
  public let end: Instant?

  /// Creates the interval of a limit; nil for one that is not used up and will not be at the present pace, and for one
  /// that an emergency lifted.
  fileprivate init?(_ standing: LimitStanding, in zone: ZoneRules, at now: Instant) {
    // A clock that was set back does not make a limit that holds one that comes.
    guard let start = standing.reached.map({ min($0, now) }) ?? standing.expected else { return nil }
    guard standing.until.map({ start < $0 }) ?? true else { return nil }
    self.standing = standing
    self.zone = zone
    self.start = start
    end = standing.until
  }

  /// Whether the limit is not used up yet.
  public var isExpected: Bool { standing.reached == nil }

  /// Whether an instant is in the interval.
  public func contains(_ instant: Instant) -> Bool { start <= instant && end.map { instant < $0 } ?? true }

  /// Whether the interval stands before one of windows in a list, which is sorted by start, end and profile.
  public func stands(before interval: Interval, of profile: ProfileKey) -> Bool {
    (start, end ?? Instant(epochSeconds: .max), standing.profile.key) < (interval.start, interval.end, profile)
  }

  fileprivate static func < (a: LimitInterval, b: LimitInterval) -> Bool {
    let never = Instant(epochSeconds: .max)
    return (a.start, a.end ?? never, a.standing.profile.key, a.standing.user, a.standing.limit)
      < (b.start, b.end ?? never, b.standing.profile.key, b.standing.user, b.standing.limit)
  }

  /// The limit, the person, and whether they used it up, in words: `limit 30m a day of steam · kim: used up until 04:00`.
  ///
  /// - Parameter time: returns an instant in words.
  public func words(_ time: (Instant) -> String) -> String {
    let state =
      isExpected
      ? "used up around \(time(start)) at the present pace" : "used up" + (end.map { " until \(time($0))" } ?? "")
    return "limit \(standing.limit) · \(standing.user): \(state)"
  }

  /// Writes the members of an object, with the keys of an interval of windows and three more.
  ///
  /// - Parameter from: an interval that contains it is marked as running.
  public func writeMembers(to json: inout JSONWriter, from: Instant) {
    json.member("activity", orNull: nil as String?)
    json.member("profile", value: standing.profile.key.text)
    json.member("windows", value: [] as [String])
    json.member("start", value: start, in: zone)
    json.member("end", orNull: end, in: zone)
    json.member("startEpoch", value: start.epochSeconds)
    json.member("endEpoch", orNull: end?.epochSeconds)
    json.member("seconds", orNull: end?.seconds(since: start))
    json.member("running", value: contains(from))
    json.member("remarks", value: [] as [String])
    json.member("limit", value: standing.limit)
    json.member("user", value: standing.user)
    json.member("expected", value: isExpected)
  }
}

extension Engine {
  /// The times in which limits hold, or will at the present pace, sorted by start, end, profile and user. A person who
  /// asks sees their own alone.
  ///
  /// - Parameters:
  ///   - from: the intervals end after it.
  ///   - until: the intervals start before it; nil for no limit.
  public func limitIntervals(
    at now: Moment, from: Instant, until: Instant?, for viewer: Viewer = .everything
  ) -> [LimitInterval] {
    limitStandings(at: now, for: viewer)
      .compactMap { LimitInterval($0, in: zone(of: $0.profile), at: now.wall) }
      .filter { interval in
        interval.end.map { from < $0 } ?? true && until.map { interval.start < $0 } ?? true
      }
      .sorted(by: <)
  }
}
