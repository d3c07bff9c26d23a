import SchedulerCivilTime

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
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if profiles[Int(sorted[middle])] < profile { low = middle + 1 } else { high = middle }
    }
    guard low < sorted.count, profiles[Int(sorted[low])] == profile else { return nil }
    return Int(sorted[low])
  }
}
