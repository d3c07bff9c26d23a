import SchedulerCivilTime

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
  /// happens, or not within the next 1,000 intervals that follow each other without a moment between, or where very many
  /// profiles take turns.
  public let change: Instant?

  /// Whether the target is blocked at the instant.
  public var isBlocked: Bool { stances.contains { $0.isBlocker && $0.holds } }
}

extension Configuration {
  /// What the windows do with a target from `instant` on, as far as somebody sees the profiles; see `Verdict` for user and
  /// machine.
  ///
  /// - Complexity: O(entries) of all profiles, and for each profile that of `ProfileTimeline.intervals(endingAfter:)`.
  public func outlook(
    on target: ResolvedTarget, for user: UserIdentity?, at instant: Instant, machine: MachineNames,
    shownTo viewer: Viewer = .everything
  ) -> TargetOutlook {
    let stances = profiles.compactMap { profile -> TargetOutlook.Stance? in
      guard viewer.sees(profile, in: self) else { return nil }
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

  /// More looks at profiles than this, where many take turns, are given up: some seconds.
  private static let looks = 20_000

  /// The end of the stretch in which any of them is active, or the start of the next one.
  ///
  /// One is followed as long as its own intervals touch, and the others are asked at its end alone: of many that hold for
  /// ever only the first is followed.
  fileprivate func change(after instant: Instant) -> Instant? {
    let next = compactMap { $0.intervals(endingAfter: instant).upcoming }
    guard next.contains(where: { $0.contains(instant) }) else { return next.lazy.map(\.start).min() }
    var end = instant
    var followed = 0
    for _ in 0..<Swift.max(1, Self.looks / count) {
      let reached = end
      for timeline in self {
        var intervals = timeline.intervals(endingAfter: end)
        while let interval = intervals.upcoming, interval.start <= end {
          followed += 1
          guard followed <= Self.followedIntervals else { return nil }
          end = interval.end
          _ = intervals.next()
        }
      }
      guard end > reached else { return end }
    }
    return nil
  }
}
