/// An index of the keys of all large tables: one hash table with open addressing.
///
/// Small tables are searched linearly, which is faster and keeps the index small.
struct KeyIndex: Sendable {
  /// Tables with more entries than this are indexed.
  static let threshold = 16

  /// The hash of the key in the upper half and the entry in the lower half; `free` for an empty slot.
  private var slots: [UInt64] = []
  private var count = 0
  private static let free = UInt64.max

  /// Returns the first entry of `parent` with that hash for which `isMatch` returns true.
  @inline(__always) func find(_ hash: UInt32, in parent: TableID, isMatch: (EntryID) -> Bool) -> EntryID? {
    guard !slots.isEmpty else { return nil }
    var position = Self.start(hash, parent: parent, slotCount: slots.count)
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
    var position = Self.start(UInt32(truncatingIfNeeded: slot &>> 32), parent: parent, slotCount: slots.count)
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

  /// Returns the first slot to probe. Equal keys of different tables start at different slots.
  @inline(__always) private static func start(_ hash: UInt32, parent: TableID, slotCount: Int) -> Int {
    let mixed = (UInt64(hash) &<< 32 | UInt64(parent.rawValue)).folded(with: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: mixed) & (slotCount &- 1)
  }
}

extension ByteView {
  /// Returns a hash of the bytes that depends on `seed`, so that colliding keys cannot be prepared in advance.
  ///
  /// Folded multiplication as in wyhash: eight bytes per step, with the two halves of each 128-bit product combined.
  ///
  /// - Complexity: O(bytes).
  @inline(__always) func keyHash(seed: UInt64) -> UInt32 {
    keyHash(of: 0..<count, seed: seed)
  }

  /// Returns the hash of `range`.
  @inline(__always) func keyHash(of range: Range<Int>, seed: UInt64) -> UInt32 {
    var hash = seed ^ UInt64(truncatingIfNeeded: range.count)
    var position = range.lowerBound
    while position &+ 8 <= range.upperBound {
      hash = (hash ^ word(at: position)).folded(with: 0xA076_1D64_78BD_642F ^ seed)
      position &+= 8
    }
    let rest = UInt64(range.upperBound &- position) &* 8
    let word = position &+ 8 <= count ? word(at: position) : lastWord(at: position)
    hash = (hash ^ (word & ((1 &<< rest) &- 1))).folded(with: 0xE703_7ED1_A0B4_28DB ^ seed)
    return UInt32(truncatingIfNeeded: hash ^ hash &>> 32)
  }
}

extension UInt64 {
  @inline(__always) func folded(with factor: UInt64) -> UInt64 {
    let product = multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
