/// A profile of two configurations, or of one of them.
enum ProfileMatch {
  case added(ConfiguredProfile)
  case removed(ConfiguredProfile)
  case kept(ConfiguredProfile, ConfiguredProfile)

  /// Every profile of both, each once: the same by identity, else by key. Built-in ones are there for their partners: one
  /// that only appears or disappears does so because a profile of the files has its key, or has it no longer.
  static func all(_ old: Configuration, _ new: Configuration) -> [ProfileMatch] {
    let (before, after) = (ConfiguredProfile.all(in: old), ConfiguredProfile.all(in: new))
    let newIDs = Set(after.map(\.id))
    let byID = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let byKey = Dictionary(before.filter { !newIDs.contains($0.id) }.map { ($0.key, $0) }) { first, _ in first }
    var matched: Set<ProfileID> = []
    let present = after.map { profile -> ProfileMatch in
      guard let partner = byID[profile.id] ?? byKey[profile.key], matched.insert(partner.id).inserted else {
        return .added(profile)
      }
      return .kept(partner, profile)
    }
    let matches = present + before.filter { !matched.contains($0.id) }.map { .removed($0) }
    return matches.filter { $0.isKept || !$0.latest.isBuiltIn }
  }

  private var isKept: Bool {
    if case .kept = self { true } else { false }
  }

  /// The profile before; nil for an added one.
  var old: ConfiguredProfile? {
    switch self {
    case .added: nil
    case .removed(let profile), .kept(let profile, _): profile
    }
  }

  /// The profile after; nil for a removed one.
  var new: ConfiguredProfile? {
    switch self {
    case .removed: nil
    case .added(let profile), .kept(_, let profile): profile
    }
  }

  /// The profile after, or before where it is removed.
  var latest: ConfiguredProfile {
    switch self {
    case .added(let profile), .removed(let profile), .kept(_, let profile): profile
    }
  }
}
