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
    /// Whether its layer covers any user of the machine, as far as that is known.
    public let coversAnybody: Bool
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
    var search = OutlookSearch(self, on: target, for: user, at: instant, machine: machine, shownTo: viewer)
    while true {
      if let outlook = search.advance(by: .max) { return outlook }
    }
  }
}
