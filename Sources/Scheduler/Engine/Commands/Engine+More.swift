import SchedulerCivilTime

extension Engine {
  /// Grants more use of a target, in every limit that was reached and counts it, or in none of them.
  ///
  /// - Throws: of several refusals the one that lasts longest.
  mutating func grantMore(
    _ request: AccessRequest, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    let reached = reachedLimits { counted, user in
      (request.user == nil || request.user?.name == user) && request.isBlocked(by: counted.layer(for: user))
    }
    guard !reached.isEmpty else {
      throw Refusal(.notBlocked, message: "no limit on '\(request.target.text)' was reached")
    }
    var refusals: [Refusal] = []
    for (key, counted) in reached {
      do throws(Refusal) { try allowMore(key, of: counted, by: requester, at: present) } catch {
        refusals.append(error)
      }
    }
    if let refusal = refusals.longest { throw refusal }
    for (key, counted) in reached {
      limits.change(key) { counter in
        counter.use.count(until: present.elapsed, continuing: true)
        counter.grantMore(of: counted.limit)
      }
    }
    let profiles = Set(reached.map(\.limit.profile.key)).sorted()
    var result = CommandResult(change: .moreGranted, profile: profiles[0])
    result.others = Array(profiles.dropFirst())
    result.target = request.target
    result.grantedSeconds = reached.compactMap { $0.limit.limit.extra?.lengthSeconds }.min()
    result.until = reached.compactMap { key, counted in
      limits[key].flatMap { end(of: $0, counting: counted, at: present) }
    }.min()
    return result
  }

  /// Returns the limits that were reached and satisfy a condition, in the order of profiles.
  func reachedLimits(
    where isMeant: (CountedLimit, _ user: String) -> Bool
  ) -> [(key: LimitKey, limit: CountedLimit)] {
    guard limits.hasReached else { return [] }
    return selectedLimits(that: \.isBlocking, where: isMeant)
  }

  /// Returns the limits whose counters and which themselves satisfy a condition, in the order of profiles.
  func selectedLimits(
    that isCounted: (LimitCounter) -> Bool, where isMeant: (CountedLimit, _ user: String) -> Bool
  ) -> [(key: LimitKey, limit: CountedLimit)] {
    limits.counters.filter { isCounted($0.value) }.keys.sorted().compactMap { key -> (Int, LimitKey)? in
      guard let position = limitIndex[key.place], isMeant(countedLimits[position], key.user) else { return nil }
      return (position, key)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { (key: $0.1, limit: countedLimits[$0.0]) }
  }

  /// Returns when the limits that block a target for a user stop to; nil if none does.
  func limitEnd(of request: AccessRequest, at present: Present) -> Instant? {
    let blocking = reachedLimits { counted, user in
      blocks(counted, for: user) && (request.user == nil || request.user?.name == user)
        && request.isBlocked(by: counted.layer(for: user))
    }
    let ends = blocking.map { key, counted in limits[key].flatMap { end(of: $0, counting: counted, at: present) } }
    guard !ends.isEmpty else { return nil }
    return ends.contains(nil) ? Instant(epochSeconds: .max) : ends.compactMap(\.self).max()
  }

  private func allowMore(
    _ key: LimitKey, of counted: CountedLimit, by requester: Requester, at present: Present
  ) throws(Refusal) {
    guard let counter = limits[key] else { return }
    try plan(of: key.profile)?.rules.permit(.access, to: requester)
    let end = end(of: counter, counting: counted, at: present)
    guard let extra = counted.limit.extra else {
      throw Refusal(
        .budgetSpent,
        message: "a limit of profile '\(counted.profile.key)' has no 'extra', so nothing is added to it",
        allowedAt: end)
    }
    guard counter.extraCount < extra.count else {
      throw Refusal(
        .budgetSpent, message: "a limit of profile '\(counted.profile.key)' has granted all its extra use",
        allowedAt: end)
    }
  }
}
