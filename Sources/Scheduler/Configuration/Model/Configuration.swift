import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// Everything that configuration files say, read once into types.
public struct Configuration: Sendable {
  /// The zone of profiles that name none.
  public var zone: ConfiguredZone
  /// The profiles that the files define, in key order.
  public let profiles: [Profile]
  /// The sets that the files define, by name.
  public var sets: [String: TargetSet] = [:]
  /// The calendars, by name.
  public var calendars: [String: DateSet] = [:]
  /// How often anything may be stopped in an emergency.
  public var emergency = EmergencyRules()
  /// Programs that are run on events, in the order of the files.
  public var hooks: [Hook] = []
  /// How the daemon behaves.
  public var daemon = DaemonSettings()
  /// How the shield is enforced.
  public var enforcement = EnforcementSettings()
  /// The list files that were read, each once, by the names that their source gave them.
  public var listFiles: [String] = []
  /// The values under keys at the top of the files that begin with `x-`, untouched.
  public var extensions: [String: Value] = [:]

  /// A configuration of profiles, which are put in key order.
  public init(zone: ConfiguredZone, profiles: [Profile]) {
    self.zone = zone
    self.profiles = profiles.inKeyOrder
  }

  /// The same with other profiles, and another zone for those that name none.
  func replacing(profiles: [Profile], zone: ConfiguredZone) -> Configuration {
    var copy = Configuration(zone: zone, profiles: profiles)
    copy.sets = sets
    copy.calendars = calendars
    copy.emergency = emergency
    copy.hooks = hooks
    copy.daemon = daemon
    copy.enforcement = enforcement
    copy.listFiles = listFiles
    copy.extensions = extensions
    return copy
  }

  /// The set of a name: the files' own, else the built-in one.
  public func set(named name: String) -> TargetSet? { sets[name] ?? BuiltInSets.set(named: name) }

  /// What a profile blocks, with its sets taken in.
  public func blockedTargets(of profile: Profile) -> BlockedTargets { profile.block.takingIn(set) }

  /// The zone in which a profile's windows are read.
  public func zone(of profile: Profile) -> ConfiguredZone { profile.zone ?? zone }

  /// The profiles that exist without being defined, in key order: `focus` and `social`, without windows. Those whose key
  /// a profile of the files has are left out.
  public var builtInProfiles: [Profile] {
    BuiltInProfiles.profiles.filter { builtIn in !profiles.contains { $0.key == builtIn.key } }
  }

  /// The profile of a key: the files' own, else the built-in one.
  public func profile(_ key: ProfileKey) -> Profile? {
    profiles.first { $0.key == key } ?? BuiltInProfiles.profiles.first { $0.key == key }
  }

  /// The profile of an id: the files' own, else the built-in one, unless the files have another under its key.
  ///
  /// Complexity: O(p) for p profiles.
  public func profile(withID id: ProfileID) -> Profile? {
    profiles.first { $0.id == id } ?? builtInProfiles.first { $0.id == id }
  }

  /// How long loosening changes of a profile wait, in seconds.
  public func cooldownSeconds(of profile: Profile) -> Int64 { profile.cooldownSeconds ?? daemon.cooldownSeconds }

  /// The intervals of the enabled profiles.
  public var timeline: Timeline {
    Timeline(
      profiles.lazy.filter(\.isEnabled).map { profile in
        Timeline.Track(profile: profile.reference, timeline: timeline(of: profile))
      })
  }

  /// The intervals that a profile has while it is enabled.
  public func timeline(of profile: Profile) -> ProfileTimeline {
    ProfileTimeline(windows: profile.windows, zone: zone(of: profile).rules)
  }
}

extension [Profile] {
  /// The profiles, sorted by key; equal keys stay in their order.
  fileprivate var inKeyOrder: [Profile] { sorted { $0.key < $1.key } }
}
