/// The positions of profiles in the order of keys: the profiles of a configuration, and the built-in profiles that it
/// does not define itself.
struct ProfileTable: Sendable {
  /// The place where a profile is stored.
  enum Place {
    /// At an index of the configuration's profiles.
    case own(Int)
    /// In this table only.
    case builtIn(Profile)
  }

  /// The built-in profiles with their positions, in ascending order.
  private let builtIns: [(position: Int, profile: Profile)]

  /// Creates the positions for a configuration. Complexity: O(profiles).
  init(_ configuration: Configuration) {
    var builtIns: [(position: Int, profile: Profile)] = []
    for profile in configuration.builtInProfiles
    where !configuration.profiles.contains(where: { $0.id == profile.id }) {
      let index = configuration.profiles.firstIndex { profile.key < $0.key } ?? configuration.profiles.count
      builtIns.append((index + builtIns.count, profile))
    }
    self.builtIns = builtIns
  }

  /// Returns the place of the profile at a position.
  func place(of position: Int) -> Place {
    var index = position
    // Accessed by index, because iterating would copy each profile, which is large.
    for number in builtIns.indices {
      if builtIns[number].position == position { return .builtIn(builtIns[number].profile) }
      if builtIns[number].position < position { index -= 1 }
    }
    return .own(index)
  }

  /// Returns the position of a key; nil if there is no such profile. Complexity: O(profiles).
  func position(of key: ProfileKey, in configuration: Configuration) -> Int? {
    if let builtIn = builtIns.first(where: { $0.profile.key == key }) { return builtIn.position }
    guard var position = configuration.profiles.firstIndex(where: { $0.key == key }) else { return nil }
    for builtIn in builtIns where builtIn.position <= position { position += 1 }
    return position
  }

  /// Returns the identities of the profiles by position.
  func identities(in configuration: Configuration) -> [ProfileID] {
    var identities = configuration.profiles.map(\.reference.id)
    for builtIn in builtIns { identities.insert(builtIn.profile.id, at: builtIn.position) }
    return identities
  }
}
