/// A profile with the configuration that it stands in.
struct ConfiguredProfile {
  var profile: Profile
  var configuration: Configuration
  /// Whether no file defines it.
  var isBuiltIn = false
  /// Whether intervals of other profiles that it is compared among end sessions.
  var meetsReplacing = false

  /// The profiles of a configuration, behind them the built-in ones whose keys none of them has.
  static func all(in configuration: Configuration) -> [ConfiguredProfile] {
    configuration.profiles.map { ConfiguredProfile(profile: $0, configuration: configuration) }
      + configuration.builtInProfiles.map {
        ConfiguredProfile(profile: $0, configuration: configuration, isBuiltIn: true)
      }
  }

  /// Its identity.
  var id: ProfileID { profile.id }

  /// Its handle on the command line.
  var key: ProfileKey { profile.key }

  /// The zone of its windows.
  var zone: ConfiguredZone { configuration.zone(of: profile) }

  /// Its intervals; a disabled profile has none.
  var timeline: ProfileTimeline { ProfileTimeline(windows: profile.isEnabled ? profile.windows : [], zone: zone.rules) }

  /// Its part of the shield.
  var layer: Layer { configuration.layer(of: profile) }

  /// A profile of the same key and identity that says nothing.
  var blank: ConfiguredProfile { ConfiguredProfile(profile: Profile(profile.reference), configuration: configuration) }
}

extension Profile {
  /// Whether its windows are written as another's, but for their names; so too where there is no other.
  func isWritten(as other: Profile?) -> Bool {
    guard let other else { return true }
    return windows.count == other.windows.count && zip(windows, other.windows).allSatisfy { $0.holdsSurelyAs($1) }
  }
}
