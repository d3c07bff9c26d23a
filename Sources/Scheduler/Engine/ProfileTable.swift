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

  /// Returns the position of a key; nil if there is no such profile. Complexity: O(log p) for p profiles.
  func position(of key: ProfileKey, in configuration: Configuration) -> Int? {
    if let builtIn = builtIns.first(where: { $0.profile.key == key }) { return builtIn.position }
    guard var position = configuration.index(of: key) else { return nil }
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

/// The next due time of each profile, in flat arrays. An evaluation searches these, and reads nothing else of a profile
/// that has nothing due.
struct DueTable: Sendable {
  /// The profiles' identities, by position.
  let profiles: [ProfileID]
  /// The positions, sorted by identity.
  private let sorted: [Int32]
  /// The next due time in epoch seconds of the wall clock, by position; `Int64.max` for never.
  private(set) var wall: [Int64]
  /// The next due time in elapsed nanoseconds, by position; `Int64.max` for never.
  private(set) var elapsed: [Int64]

  /// Creates a table in which everything is due.
  init(_ profiles: [ProfileID]) {
    self.profiles = profiles
    sorted = profiles.indices.map(Int32.init).sorted { profiles[Int($0)] < profiles[Int($1)] }
    wall = Array(repeating: .min, count: profiles.count)
    elapsed = wall
  }

  /// Makes everything due.
  mutating func reset() {
    wall = Array(repeating: .min, count: profiles.count)
    elapsed = wall
  }

  /// Makes everything of the given profiles due.
  mutating func reset(_ some: Set<ProfileID>) {
    for position in positions(of: some) { set(position, wall: .min, elapsed: .min) }
  }

  /// Sets when something is due next for one profile.
  mutating func set(_ position: Int, wall: Int64, elapsed: Int64) {
    self.wall[position] = wall
    self.elapsed[position] = elapsed
  }

  /// Returns the positions of the profiles that have something due. Complexity: O(profiles), a nanosecond each.
  func due(at present: Present) -> [Int] {
    let now = present.wall.epochSeconds
    return wall.indices.filter { wall[$0] <= now || elapsed[$0] <= present.elapsed }
  }

  /// Returns the positions of those of the given profiles that exist, in ascending order. Complexity: O(s log p) for s
  /// of p profiles.
  func positions(of some: Set<ProfileID>) -> [Int] { some.compactMap(position).sorted() }

  /// Returns the position of a profile; nil if it does not exist. Complexity: O(log p).
  func position(of profile: ProfileID) -> Int? {
    let index = sorted.firstSortedIndex { profile <= profiles[Int($0)] }
    guard index < sorted.count, profiles[Int(sorted[index])] == profile else { return nil }
    return Int(sorted[index])
  }
}
