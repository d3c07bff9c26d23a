import SchedulerCivilTime

/// The part of the configuration that concerns one profile, as the rules of sessions need it.
public struct ProfilePlan: Sendable {
  /// The profile.
  public let profile: Profile
  /// The identity of the profile.
  public let id: ProfileID
  private let configuration: Configuration

  /// Creates the plan of a profile in a configuration.
  public init(_ profile: Profile, id: ProfileID, in configuration: Configuration) {
    self.profile = profile
    self.id = id
    self.configuration = configuration
  }

  /// The key and identity of the profile.
  public var reference: ProfileReference { profile.reference }

  /// The zone in which the windows are interpreted.
  public var zone: ZoneRules { configuration.zone(of: profile).rules }

  /// The clock that the profile follows. A strict profile does not follow the wall clock, which can be set.
  public var clock: ProfileClock { profile.lock.clock }

  /// The intervals; none while the profile is disabled.
  public var timeline: ProfileTimeline {
    ProfileTimeline(windows: profile.isEnabled ? profile.windows : [], zone: zone)
  }

  /// The rules that a session copies when it starts now. Complexity: that of `Configuration.layer(of:)`.
  public var rules: SessionRules { SessionRules(of: profile, in: configuration) }
}

extension Lock {
  /// The clock that a profile with this lock follows.
  var clock: ProfileClock { self == .strict ? .trusted : .wall }
}
