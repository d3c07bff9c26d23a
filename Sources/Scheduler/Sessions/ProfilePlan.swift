import SchedulerCivilTime

/// What the configuration says of one profile, as the rules of sessions need it.
public struct ProfilePlan: Sendable {
  /// The profile.
  public let profile: Profile
  /// Its identity.
  public let id: ProfileID
  private let configuration: Configuration

  /// The plan of a profile of a configuration.
  public init(_ profile: Profile, id: ProfileID, in configuration: Configuration) {
    self.profile = profile
    self.id = id
    self.configuration = configuration
  }

  /// Its key and identity.
  public var reference: ProfileReference { profile.reference }

  /// The zone in which its windows are read.
  public var zone: ZoneRules { configuration.zone(of: profile).rules }

  /// The clock that it lives by: what is strict follows no clock that somebody sets.
  public var clock: ProfileClock { profile.lock.clock }

  /// Its intervals: none while it is disabled.
  public var timeline: ProfileTimeline {
    ProfileTimeline(windows: profile.isEnabled ? profile.windows : [], zone: zone)
  }

  /// What a session that starts now copies. Complexity: that of `Configuration.layer(of:)`.
  public var rules: SessionRules { SessionRules(of: profile, in: configuration) }
}

extension Lock {
  /// The clock of a profile whose lock in force it is.
  var clock: ProfileClock { self == .strict ? .trusted : .wall }
}
