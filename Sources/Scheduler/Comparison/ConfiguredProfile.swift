/// A profile together with its configuration.
struct ConfiguredProfile {
  var profile: Profile
  /// The configuration, in an object that all its profiles share: copying a configuration for each takes longer than
  /// comparing them.
  private var context: Context
  /// Whether the profile is built in.
  var isBuiltIn = false
  /// Whether other profiles in the comparison have intervals that end sessions.
  var meetsReplacing = false

  /// An object that holds a configuration.
  private final class Context: Sendable {
    let configuration: Configuration
    init(_ configuration: Configuration) { self.configuration = configuration }
  }

  /// The configuration of the profile.
  var configuration: Configuration { context.configuration }

  /// The profiles of a configuration, followed by the built-in profiles whose keys none of them has.
  static func all(in configuration: Configuration) -> [ConfiguredProfile] {
    let context = Context(configuration)
    return configuration.profiles.map { ConfiguredProfile(profile: $0, context: context) }
      + configuration.builtInProfiles.map { ConfiguredProfile(profile: $0, context: context, isBuiltIn: true) }
  }

  /// Adopts the configuration of another profile.
  mutating func adoptConfiguration(of other: ConfiguredProfile) { context = other.context }

  /// The identity.
  var id: ProfileID { profile.id }

  /// The handle on the command line.
  var key: ProfileKey { profile.key }

  /// The zone of its windows.
  var zone: ConfiguredZone { configuration.zone(of: profile) }

  /// The intervals; a disabled profile has none.
  var timeline: ProfileTimeline { ProfileTimeline(windows: profile.isEnabled ? profile.windows : [], zone: zone.rules) }

  /// The layer of the shield.
  var layer: Layer { configuration.layer(of: profile) }

  /// A profile of the same key and identity without any settings.
  var blank: ConfiguredProfile { ConfiguredProfile(profile: Profile(profile.reference), context: context) }
}

extension Profile {
  /// Whether its windows equal those of `other` except for their names. True without another profile.
  func isWritten(as other: Profile?) -> Bool {
    guard let other else { return true }
    return windows.count == other.windows.count && zip(windows, other.windows).allSatisfy { $0.holdsSurelyAs($1) }
  }
}

/// A profile of two configurations, matched by identity or key, or a profile that only one of them has.
///
/// The enumeration is indirect because profiles are large: sorting and filtering matches copies references only.
indirect enum ProfileMatch {
  case added(ConfiguredProfile)
  case removed(ConfiguredProfile)
  case kept(ConfiguredProfile, ConfiguredProfile)

  /// The profiles of both configurations, each once, matched by identity, else by key. A built-in profile is only
  /// matched: it appears or disappears because a profile of the files gives up or takes its key.
  static func all(from old: Configuration, to new: Configuration) -> [ProfileMatch] {
    let (before, after) = (ConfiguredProfile.all(in: old), ConfiguredProfile.all(in: new))
    let newIDs = Set(after.map(\.id))
    var byID: [ProfileID: Int] = [:]
    var byKey: [ProfileKey: Int] = [:]
    for (index, profile) in before.enumerated().reversed() {
      byID[profile.id] = index
      if !newIDs.contains(profile.id) { byKey[profile.key] = index }
    }
    var matched: Set<ProfileID> = []
    let present = after.map { profile -> ProfileMatch in
      guard let partner = byID[profile.id] ?? byKey[profile.key], matched.insert(before[partner].id).inserted else {
        return .added(profile)
      }
      return .kept(before[partner], profile)
    }
    let matches = present + before.lazy.filter { !matched.contains($0.id) }.map { .removed($0) }
    return matches.filter { $0.isKept || !$0.latest.isBuiltIn }
  }

  private var isKept: Bool { if case .kept = self { true } else { false } }

  /// The profile before; nil for an added profile.
  var old: ConfiguredProfile? {
    switch self {
    case .added: nil
    case .removed(let profile), .kept(let profile, _): profile
    }
  }

  /// The profile after; nil for a removed profile.
  var new: ConfiguredProfile? {
    switch self {
    case .removed: nil
    case .added(let profile), .kept(_, let profile): profile
    }
  }

  /// The profile after, or before if it is removed.
  var latest: ConfiguredProfile {
    switch self {
    case .added(let profile), .removed(let profile), .kept(_, let profile): profile
    }
  }
}
