import SchedulerCivilTime

/// What the windows of a configuration do with one target for one user: at an instant, and when that changes.
///
/// It considers the windows alone. The effects of commands, such as a manual session, a stop or a break, belong to the
/// engine.
public struct TargetOutlook: Sendable {
  /// The statement of one profile about the target, whether or not its windows are active.
  public struct Stance: Sendable {
    /// The profile.
    public let profile: Profile
    /// Whether its layer covers the user.
    public let coversUser: Bool
    /// Whether its layer may cover the user, about whom not enough is known; see `Layer.mayCover(_:)`.
    public let mayCoverUser: Bool
    /// What its layer does with the target for the users that it covers.
    public let decision: Decision
    /// The interval that contains the instant, or else the next one; nil if there is none.
    public internal(set) var interval: Interval?
    /// Whether its windows are active at the instant.
    public internal(set) var holds: Bool
    /// What other profiles do to the interval.
    public internal(set) var remarks: [Remark] = []

    /// Whether the profile blocks the target for the user in each of its intervals.
    public var isBlocker: Bool { profile.isEnabled && coversUser && decision.isBlocked }

    /// Whether the profile may block the target for the user, which is not known for certain.
    public var mayBeBlocker: Bool { profile.isEnabled && mayCoverUser && decision.isBlocked }
  }

  /// The given instant.
  public let instant: Instant
  /// The statements of the profiles in key order, including disabled ones. Profiles that say nothing about the target
  /// are left out.
  public let stances: [Stance]
  /// The first instant after it at which the target becomes blocked or unblocked; nil if there is none, if it is not
  /// within the next 1,000 touching intervals, or if very many profiles alternate.
  public let change: Instant?

  /// Whether the target is blocked at the instant.
  public var isBlocked: Bool { stances.contains { $0.isBlocker && $0.holds } }
}

extension Configuration {
  /// Returns what the windows do with a target from `instant` on, for the profiles that a viewer sees; see `Verdict`
  /// for user and machine.
  ///
  /// - Complexity: O(entries) of all profiles, and for each profile that of `ProfileTimeline.intervals(endingAfter:)`. If
  ///   a profile replaces others, that of `Timeline.intervals(endingAfter:)`.
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
    if profiles.contains(where: { $0.isEnabled && $0.overlap == .replace }) {
      return runningOutlook(stances, at: instant, shownTo: viewer)
    }
    let blockers = stances.filter(\.isBlocker).map { timeline(of: $0.profile) }
    return TargetOutlook(instant: instant, stances: stances, change: blockers.change(after: instant))
  }

  /// Returns the outlook of stances on planned intervals, with the intervals of enabled profiles as they run.
  private func runningOutlook(
    _ stances: [TargetOutlook.Stance], at instant: Instant, shownTo viewer: Viewer
  ) -> TargetOutlook {
    let seen = Set(profiles.lazy.filter { viewer.sees($0, in: self) }.map(\.id))
    let expected = Set(stances.lazy.filter { $0.profile.isEnabled && $0.interval != nil }.map(\.profile.id))
    let timeline = timeline.showing({ expected.contains($0.id) }, naming: { seen.contains($0.id) })
    let upcoming = timeline.upcoming(after: instant)
    let running = stances.map { stance -> TargetOutlook.Stance in
      guard expected.contains(stance.profile.id) else { return stance }
      let element = upcoming[stance.profile.id]
      var running = stance
      running.interval = element?.interval
      running.holds = element?.interval.contains(instant) ?? false
      running.remarks = element?.remarks ?? []
      return running
    }
    let blockers = Set(running.lazy.filter(\.isBlocker).map(\.profile.id))
    let change = timeline.showing { blockers.contains($0.id) }.changeOfUnion(after: instant)
    return TargetOutlook(instant: instant, stances: running, change: change)
  }
}

extension [ProfileTimeline] {
  /// Maximum number of touching intervals that are followed. More are treated as endless: years of windows that cover
  /// the day.
  private static let followedIntervals = 1_000

  /// Maximum number of profile look-ups if many profiles alternate; it takes some seconds.
  private static let looks = 20_000

  /// Returns the end of the period in which any of the profiles is active, or the start of the next one.
  ///
  /// One profile is followed as long as its intervals touch, and the others are examined only at its end. Of many
  /// profiles that are active for ever, only the first is followed.
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

extension Timeline {
  /// Maximum number of intervals that are followed: years of windows that cover the day.
  private static let followedIntervals = 20_000

  /// Returns for each profile the interval that contains an instant, or else the next one.
  fileprivate func upcoming(after instant: Instant) -> [ProfileID: MergedIntervals.Element] {
    var upcoming: [ProfileID: MergedIntervals.Element] = [:]
    for element in intervals(endingAfter: instant).prefix(Self.followedIntervals) {
      let id = tracks[element.track].profile.id
      if upcoming[id] == nil { upcoming[id] = element }
      if upcoming.count == tracks.count { return upcoming }
    }
    // Those of the others are rare.
    for track in tracks where upcoming[track.profile.id] == nil {
      upcoming[track.profile.id] = showing { $0.id == track.profile.id }.intervals(endingAfter: instant).first { _ in
        true
      }
    }
    return upcoming
  }

  /// Returns the end of the period in which any of the profiles is active, or the start of the next one. Nil if there is
  /// none, or if too many intervals would have to be followed.
  fileprivate func changeOfUnion(after instant: Instant) -> Instant? {
    var end = instant
    var followed = 0
    for element in intervals(endingAfter: instant) {
      guard element.interval.start <= end else { return end > instant ? end : element.interval.start }
      end = max(end, element.interval.end)
      followed += 1
      guard followed <= Self.followedIntervals else { return nil }
    }
    return end > instant ? end : nil
  }
}
