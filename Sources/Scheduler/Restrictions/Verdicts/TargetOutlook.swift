import CivilTime

/// What a configuration's windows do with one target for one user: at an instant, and when that changes.
///
/// It knows the windows alone. What commands did, such as a manual session, a stop or a break, is the engine's.
public struct TargetOutlook: Sendable {
  /// What one profile says of the target, whether or not it holds.
  public struct Stance: Sendable {
    /// The profile.
    public let profile: Profile
    /// Whether its layer covers the user.
    public let coversUser: Bool
    /// Whether its layer may cover the user as well, of whom not enough is known; see `Layer.mayCover(_:)`.
    public let mayCoverUser: Bool
    /// What its layer does with the target, for those whom it covers.
    public let decision: Decision
    /// The interval that contains the instant, else the next one; nil when there is none.
    public let interval: Interval?
    /// Whether its windows hold at the instant.
    public let holds: Bool

    /// Whether it can block the target for the user: it does so in each of its intervals.
    public var isBlocker: Bool { profile.isEnabled && coversUser && decision.isBlocked }

    /// Whether it may be able to, which is not known.
    public var mayBeBlocker: Bool { profile.isEnabled && mayCoverUser && decision.isBlocked }
  }

  /// The instant that was asked for.
  public let instant: Instant
  /// What the profiles say, in key order, disabled ones included; those that say nothing of the target are left out.
  public let stances: [Stance]
  /// The first instant after it at which blocked becomes not blocked, or the other way round; nil when that never
  /// happens, or not within the next 1,000 intervals that follow each other without a moment between.
  public let change: Instant?

  /// Whether the target is blocked at the instant.
  public var isBlocked: Bool { stances.contains { $0.isBlocker && $0.holds } }
}

extension Configuration {
  /// What the windows do with a target from `instant` on; see `Verdict` for user and machine.
  ///
  /// - Complexity: O(entries) of all profiles, and for each profile that of `ProfileTimeline.intervals(endingAfter:)`.
  public func outlook(
    on target: ResolvedTarget, for user: UserIdentity?, at instant: Instant, machine: MachineNames
  ) -> TargetOutlook {
    let stances = profiles.compactMap { profile -> TargetOutlook.Stance? in
      let layer = layer(of: profile)
      let decision = layer.decision(on: target, machine: machine)
      guard decision.isStated else { return nil }
      let interval = timeline(of: profile).intervals(endingAfter: instant).upcoming
      return TargetOutlook.Stance(
        profile: profile, coversUser: layer.covers(user), mayCoverUser: layer.mayCover(user), decision: decision,
        interval: interval, holds: interval?.contains(instant) ?? false)
    }
    let blockers = stances.filter(\.isBlocker).map { timeline(of: $0.profile) }
    return TargetOutlook(instant: instant, stances: stances, change: blockers.change(after: instant))
  }
}

extension [ProfileTimeline] {
  /// More intervals than this without a moment between are as good as no end: years of windows that cover the day.
  private static let followedIntervals = 1_000

  /// The end of the stretch in which any of them is active, or the start of the next one.
  fileprivate func change(after instant: Instant) -> Instant? {
    var sequences = map { $0.intervals(endingAfter: instant) }
    guard sequences.contains(where: { $0.upcoming?.contains(instant) == true }) else {
      return sequences.compactMap(\.upcoming?.start).min()
    }
    var end = instant
    for _ in 0..<Self.followedIntervals {
      let later = sequences.indices.reduce(end) { Swift.max($0, sequences[$1].passEnds(ofIntervalsStartingBy: end)) }
      guard later > end else { return end }
      end = later
    }
    return nil
  }
}

extension ProfileTimeline.Intervals {
  /// Drops the intervals that start at an instant or before it; the latest of their ends, or the instant without any.
  fileprivate mutating func passEnds(ofIntervalsStartingBy instant: Instant) -> Instant {
    var end = instant
    while let interval = upcoming, interval.start <= instant {
      end = Swift.max(end, interval.end)
      _ = next()
    }
    return end
  }
}
