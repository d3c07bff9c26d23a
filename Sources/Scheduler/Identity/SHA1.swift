/// The SHA-1 digest (RFC 3174), used for version 5 UUIDs. Not suitable where a secure hash is required.
enum SHA1 {
  /// Returns the digest as five words, the most significant first.
  static func digest(_ message: [UInt8]) -> InlineArray<5, UInt32> {
    var state: State = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    let padded = HashPadding.padded(message)
    for block in stride(from: 0, to: padded.count, by: 64) {
      compress(padded.span.extracting(block..<block + 64), into: &state)
    }
    return state
  }

  private typealias State = InlineArray<5, UInt32>

  private static func compress(_ block: Span<UInt8>, into state: inout State) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      schedule(block, into: words)
      mix(words, into: &state)
    }
  }

  private static func mix(_ words: UnsafeMutableBufferPointer<UInt32>, into state: inout State) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for round in 0..<80 {
      let (mix, constant): (UInt32, UInt32) =
        switch round {
        case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (rotate(a, 5) &+ mix &+ e &+ constant &+ words.span[round], a, rotate(b, 30), c, d)
    }
    state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d, state[4] &+ e]
  }

  private static func schedule(_ block: Span<UInt8>, into words: UnsafeMutableBufferPointer<UInt32>) {
    words.initialize(repeating: 0)
    for position in block.indices { words[position / 4] = words[position / 4] << 8 | UInt32(block[position]) }
    for round in 16..<80 {
      words[round] = rotate(words[round - 3] ^ words[round - 8] ^ words[round - 14] ^ words[round - 16], 1)
    }
  }

  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}
