/// The profiles that exist without being defined, to be started by hand: they have no windows. A file's own profile of
/// the same key takes the place of one.
enum BuiltInProfiles {
  /// What each blocks, by its key.
  private static let all: [(key: String, name: String, icon: String, description: String, sets: [String])] = [
    (
      "focus", "Focus", "🎯", "Nothing that distracts from work.",
      ["social", "games", "entertainment", "news"]
    ),
    ("social", "Social media", "💬", "No social networks and messengers.", ["social"]),
  ]

  /// The keys, in their order.
  static var keys: [String] { all.map(\.key) }

  /// All of them, in key order, with the identities that are derived from their keys.
  static var profiles: [Profile] {
    all.compactMap { entry in
      guard let key = ProfileKey(entry.key) else { return nil }
      var profile = Profile(ProfileReference(key: key), name: entry.name)
      profile.icon = entry.icon
      profile.description = entry.description
      profile.block.sets = entry.sets
      return profile
    }
  }
}
