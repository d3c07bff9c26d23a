/// The keys of all tables with many entries, in one table with open addressing.
///
/// Small tables are searched entry by entry, which is faster and leaves this index small.
struct KeyIndex: Sendable {
  /// Tables with more entries than this are indexed.
  static let threshold = 16

  /// The hash of the key in the upper half, the entry in the lower; `free` where nothing is.
  private var slots: [UInt64] = []
  private var count = 0
  private static let free = UInt64.max

  /// The first entry of `parent` with that hash for which `isMatch` holds.
  @inline(__always) func find(_ hash: UInt32, in parent: TableID, isMatch: (EntryID) -> Bool) -> EntryID? {
    guard !slots.isEmpty else { return nil }
    var position = Self.start(hash, parent, slots.count)
    while slots[position] != Self.free {
      let slot = slots[position]
      let entry = EntryID(rawValue: UInt32(truncatingIfNeeded: slot))
      if UInt32(truncatingIfNeeded: slot &>> 32) == hash, isMatch(entry) { return entry }
      position = (position &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// Adds the entry `id` of `entries`.
  ///
  /// - Complexity: O(1) on average.
  mutating func insert(_ id: EntryID, of entries: [EntryRecord]) {
    if count &* 2 >= slots.count { grow(entries) }
    count &+= 1
    let entry = entries[Int(id.rawValue)]
    place(UInt64(entry.key.hash) &<< 32 | UInt64(id.rawValue), in: entry.parent)
  }

  private mutating func place(_ slot: UInt64, in parent: TableID) {
    var position = Self.start(UInt32(truncatingIfNeeded: slot &>> 32), parent, slots.count)
    while slots[position] != Self.free { position = (position &+ 1) & (slots.count &- 1) }
    slots[position] = slot
  }

  private mutating func grow(_ entries: [EntryRecord]) {
    let old = slots
    slots = [UInt64](repeating: Self.free, count: max(64, old.count * 2))
    for slot in old where slot != Self.free {
      place(slot, in: entries[Int(UInt32(truncatingIfNeeded: slot))].parent)
    }
  }

  /// Equal keys of different tables start at different places.
  @inline(__always) private static func start(_ hash: UInt32, _ parent: TableID, _ slotCount: Int) -> Int {
    let mixed = (UInt64(hash) &<< 32 | UInt64(parent.rawValue)).folded(with: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: mixed) & (slotCount &- 1)
  }
}
