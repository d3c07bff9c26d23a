/// The profiles that exist without being defined. They have no windows and are started manually. A profile with the
/// same key in a file replaces one.
enum BuiltInProfiles {
  /// The sets that each profile blocks, by its key.
  private static let all: [(key: String, name: String, icon: String, description: String, sets: [String])] = [
    (
      "focus", "Focus", "🎯", "Nothing that distracts from work.",
      ["social", "games", "entertainment", "news"]
    ),
    ("social", "Social media", "💬", "No social networks and messengers.", ["social"]),
  ]

  /// The keys in ascending order.
  static var keys: [String] { all.map(\.key) }

  /// The profiles in key order, with identities derived from their keys.
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
