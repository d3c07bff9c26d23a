import SchedulerTOML

/// The content of the configuration files as typed values.
public struct Configuration: Sendable {
  /// The zone of profiles that do not name one.
  public var zone: ConfiguredZone
  /// The profiles defined by the files, in key order.
  public private(set) var profiles: [Profile]
  /// The sets defined by the files, by name.
  public var sets: [String: TargetSet] = [:]
  /// The calendars, by name.
  public var calendars: [String: DateSet] = [:]
  /// The rules of emergency stops.
  public var emergency = EmergencyRules()
  /// The goals, in the order of their names.
  public var goals: [Goal] = []
  /// The programs to run on events, in the order of the files.
  public var hooks: [Hook] = []
  /// The settings of the daemon.
  public var daemon = DaemonSettings()
  /// The settings of enforcement.
  public var enforcement = EnforcementSettings()
  /// The list files that were read, without repetitions, by the names that their source gave them.
  public var listFiles: [String] = []
  /// The values of top-level keys that begin with `x-`, unchanged.
  public var extensions: [String: Value] = [:]

  /// Creates a configuration and orders its profiles by key.
  public init(zone: ConfiguredZone, profiles: consuming [Profile]) {
    self.zone = zone
    self.profiles = profiles
    self.profiles.sortByKey()
  }

  /// Returns a copy with other profiles and another zone for profiles that do not name one.
  func replacing(profiles: [Profile], zone: ConfiguredZone) -> Configuration {
    var copy = self
    copy.zone = zone
    copy.profiles = profiles
    copy.profiles.sortByKey()
    return copy
  }

  /// Returns the set with a name: that of the files, else the built-in one.
  public func set(named name: String) -> TargetSet? { sets[name] ?? BuiltInSets.set(named: name) }

  /// The names of all sets: those of the files in order, then the built-in ones that these do not replace.
  public var setNames: [String] {
    sets.keys.sorted() + BuiltInSets.allNames.filter { sets[$0] == nil }.sorted()
  }

  /// Returns the targets that a profile blocks, including those of its sets.
  public func blockedTargets(of profile: Profile) -> BlockedTargets { profile.block.including(set) }

  /// Returns the zone in which the windows of a profile are interpreted.
  public func zone(of profile: Profile) -> ConfiguredZone { profile.zone ?? zone }

  /// The built-in profiles in key order: `focus` and `social`, without windows. A profile with the same key in the
  /// files replaces one.
  public var builtInProfiles: [Profile] {
    BuiltInProfiles.profiles.filter { builtIn in !profiles.contains { $0.key == builtIn.key } }
  }

  /// Returns the profile with a key: that of the files, else the built-in one.
  ///
  /// Complexity: O(log p) for p profiles.
  public func profile(_ key: ProfileKey) -> Profile? {
    index(of: key).map { profiles[$0] } ?? BuiltInProfiles.profiles.first { $0.key == key }
  }

  /// Returns the index of the profile that the files define under a key. Complexity: O(log p) for p profiles.
  func index(of key: ProfileKey) -> Int? {
    var (start, end) = (0, profiles.count)
    while start < end {
      let middle = (start + end) / 2
      if profiles[middle].key < key { start = middle + 1 } else { end = middle }
    }
    return start < profiles.count && profiles[start].key == key ? start : nil
  }

  /// Returns the profile with an ID: that of the files, else the built-in one, unless the files define another profile
  /// under its key.
  ///
  /// Complexity: O(p) for p profiles.
  public func profile(withID id: ProfileID) -> Profile? {
    profiles.first { $0.id == id } ?? builtInProfiles.first { $0.id == id }
  }

  /// Returns the time that loosening changes of a profile wait, in seconds.
  public func cooldownSeconds(of profile: Profile) -> Int64 { profile.cooldownSeconds ?? daemon.cooldownSeconds }

  /// The timeline of the enabled profiles.
  public var timeline: Timeline {
    Timeline(
      profiles.lazy.filter(\.isEnabled).map { profile in
        Timeline.Track(
          profile: profile.reference, timeline: timeline(of: profile), replacesOthers: profile.overlap == .replace,
          isLocked: profile.lock == .strict || !profile.unlockKeys.isEmpty)
      })
  }

  /// Returns the intervals that a profile has while it is enabled.
  public func timeline(of profile: Profile) -> ProfileTimeline {
    ProfileTimeline(windows: profile.windows, zone: zone(of: profile).rules)
  }
}

extension [Profile] {
  /// Sorts the profiles by key. Equal keys keep their order.
  fileprivate mutating func sortByKey() { sort { $0.key < $1.key } }
}

/// Upper limits of a configuration: far above practical use, and low enough that reading and evaluation stay fast.
public enum ConfigurationLimits {
  /// Maximum number of profiles.
  public static let profiles = 100_000
  /// Maximum number of windows of one profile. Each is examined for each date.
  public static let windowsPerProfile = 1_000
  /// Maximum number of domains, including those of list files.
  public static let domains = 1_000_000
  /// Maximum number of urls in a profile. Browsers read as many, and compare every address with each.
  public static let urlsPerProfile = 1_000
  /// Maximum size of a list file in bytes, equal to that of a TOML file.
  public static let listFileBytes = 16 << 20
  /// Maximum duration in weeks: more than a hundred years, and low enough that no sum of two overflows.
  public static let durationWeeks: Int64 = 5_300
  /// Maximum time between asking a program to end and ending it, in seconds. A longer one would be time to go on.
  public static let graceSeconds: Int64 = 60
}
