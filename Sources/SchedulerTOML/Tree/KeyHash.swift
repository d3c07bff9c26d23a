extension ByteView {
  /// A hash of the bytes, different for each `seed`, so that nobody can prepare keys that collide.
  ///
  /// Folded multiplication as in wyhash: eight bytes a step, the two halves of each 128-bit product combined.
  ///
  /// - Complexity: O(bytes).
  @inline(__always) func keyHash(seed: UInt64) -> UInt32 {
    keyHash(of: 0..<count, seed: seed)
  }

  /// The hash of `range`.
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
