/// A set of positions of windows in a profile. The first 64 need no memory of their own.
public struct WindowIndices: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: Set<Int>?

  /// The empty set.
  public init() {}

  /// Adds a position, 0 or more.
  mutating func insert(_ index: Int) {
    if index < 64 {
      low |= 1 << UInt64(index)
    } else {
      if high == nil { high = [] }
      high?.insert(index)
    }
  }

  /// Whether a position is in the set.
  public func contains(_ index: Int) -> Bool {
    index < 64 ? low & (1 << UInt64(index)) != 0 : high?.contains(index) ?? false
  }

  /// The positions, ascending.
  public var sorted: [Int] {
    var positions: [Int] = []
    var rest = low
    while rest != 0 {
      positions.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return high.map { positions + $0.sorted() } ?? positions
  }

  /// How many positions are in the set.
  public var count: Int { low.nonzeroBitCount + (high?.count ?? 0) }
}
