/// The use of something that is used up, by a person whose sessions are locked or ended because of it.
public struct Overuse: Hashable, Sendable {
  /// The user.
  public let user: String
  /// The limit in words.
  public let limit: String
  /// What happens.
  public let consequence: UsageLimit.Consequence
}

extension Engine {
  /// Whether a limit of the configuration in force covers a user.
  public func hasLimits(on user: UserIdentity) -> Bool { countedLimits.contains { $0.covers(user) } }

  /// Whether a limit of the configuration in force can be counted by the programs that run.
  public var limitsNeedPrograms: Bool {
    countedLimits.contains(where: \.countsPrograms) || !countedLimits.isEmpty && !limits.pageUsers.isEmpty
  }

  /// The number of limits and people with use in the present periods.
  public var useCount: Int { limits.counters.count }

  /// Whether a limit counts something that is in use now.
  public var countsUse: Bool { limits.counters.values.contains { $0.use.since != nil } }

  /// Whether the use of a person is measured, as far as is known.
  public var hasMeasuredPeople: Bool { !limits.sources.isEmpty }

  /// The uses that go beyond limits which lock or end sessions.
  public var overuses: [Overuse] {
    guard limits.hasReached, state.authorization.status.isApproved else { return [] }
    return reachedLimits { counted, user in !blocks(counted, for: user) }.compactMap { key, counted in
      guard limits.people[key.user]?.counting.contains(key) ?? false else { return nil }
      return Overuse(user: key.user, limit: counted.text, consequence: counted.limit.consequence)
    }
  }

  /// Whether a limit that a person reaches blocks its targets, and does not lock or end sessions.
  func blocks(_ counted: CountedLimit, for user: String) -> Bool {
    switch counted.limit.consequence {
    case .block: true
    case .lock, .logout:
      limits[LimitKey(profile: counted.profile.id, position: counted.position, user: user)]?.blocksInstead
        ?? false
    }
  }

  /// Makes limits that lock or end this person's sessions block instead, until their periods end.
  mutating func blockInstead(_ name: String) {
    for (key, _) in reachedLimits(where: { counted, user in user == name && counted.limit.consequence != .block })
    where limits.people[name]?.counting.contains(key) ?? false {
      limits.change(key) { $0.blocksInstead = true }
    }
  }
}
