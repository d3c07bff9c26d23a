import SchedulerCivilTime

/// A limit and a person whose use it counts, as status shows them.
public struct LimitStanding: Hashable, Sendable {
  /// The profile.
  public let profile: ProfileReference
  /// The limit in words: `30m a day of steam`.
  public let limit: String
  /// The counted targets in words.
  public let targets: String
  /// The user; empty if nothing is known of any person whom the limit covers.
  public let user: String
  /// What measures the use, such as `sway`; empty if nothing does.
  public let source: String
  /// The counted use in seconds, rounded down.
  public let usedSeconds: Int64
  /// The allowed use in seconds, with what was granted.
  public let allowedSeconds: Int64
  /// The number of requests for more use that are left.
  public let extrasLeft: Int64
  /// When the use was reached; nil if it was not.
  public let reached: Instant?
  /// When it will be reached if the use continues; nil if no target is in use.
  public let expected: Instant?
  /// When the period ends without any command; nil for an open end, and before anything was used.
  public let until: Instant?
}

extension Engine {
  /// The limits, for each person whose use is known or counted. One without such a person stands there once.
  public func limitStandings(at now: Moment) -> [LimitStanding] {
    let present = self.present ?? Present(now, elapsed: 0)
    return countedLimits.flatMap { counted -> [LimitStanding] in
      let people = limits.people.values.filter { counted.covers($0.user) }.compactMap(\.user.name)
      let counting = limits.counters.keys.filter { $0.profile == counted.profile.id && $0.position == counted.position }
      let names = Set(people + counting.map(\.user)).sorted()
      return (names.isEmpty ? [""] : names).map { standing(of: counted, for: $0, at: present) }
    }
  }

  private func standing(of counted: CountedLimit, for user: String, at present: Present) -> LimitStanding {
    let key = LimitKey(profile: counted.profile.id, position: counted.position, user: user)
    let counter = limits[key]
    let allowed = counter?.allowance(of: counted.limit) ?? Nanoseconds.of(seconds: counted.limit.useSeconds)
    let isOpen = counter.map { $0.reached == nil && !$0.isLifted && $0.since != nil } ?? false
    let expected = isOpen ? counter?.time(ofReaching: allowed, at: present.elapsed) : nil
    return LimitStanding(
      profile: counted.profile, limit: counted.limit.text, targets: counted.limit.targetText, user: user,
      source: limits.people[user]?.source ?? "",
      usedSeconds: (counter?.used(until: present.elapsed) ?? 0) / Nanoseconds.perSecond,
      allowedSeconds: allowed / Nanoseconds.perSecond,
      extrasLeft: (counted.limit.extra?.count ?? 0) - (counter?.extraCount ?? 0),
      reached: counter?.isBlocking ?? false ? counter?.reached : nil,
      expected: expected.map { present.instant(of: .elapsed($0)) },
      until: counter.flatMap { end(of: $0, counting: counted, at: present) })
  }
}
