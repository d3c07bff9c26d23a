/// A set of positions of windows in a profile. The first 64 positions need no allocation.
public struct WindowIndices: Hashable, Sendable {
  private var low: UInt64 = 0
  /// The other positions, ascending. Most intervals have few windows, for which a list is faster to create than a set.
  private var high: [Int] = []

  /// The empty set.
  public init() {}

  /// Adds a position, 0 or more.
  mutating func insert(_ index: Int) {
    if index < 64 {
      low |= 1 << UInt64(index)
    } else {
      let place = place(of: index)
      if place == high.count || high[place] != index { high.insert(index, at: place) }
    }
  }

  /// Returns the index in the list of a position of 64 or more, or the index at which to insert it.
  ///
  /// Complexity: O(log n).
  private func place(of index: Int) -> Int { high.firstSortedIndex { index <= $0 } }

  /// Whether a position is in the set.
  public func contains(_ index: Int) -> Bool {
    guard index >= 64 else { return low & (1 << UInt64(index)) != 0 }
    let place = place(of: index)
    return place < high.count && high[place] == index
  }

  /// The positions, ascending.
  public var sorted: [Int] {
    var positions: [Int] = []
    var rest = low
    while rest != 0 {
      positions.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return positions + high
  }

  /// The number of positions in the set.
  public var count: Int { low.nonzeroBitCount + high.count }

  /// The position in a set of one; nil for any other set.
  var only: Int? {
    guard count == 1 else { return nil }
    return high.first ?? low.trailingZeroBitCount
  }
}
