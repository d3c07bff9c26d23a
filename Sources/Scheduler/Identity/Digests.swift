/// The SHA-256 digest (FIPS 180-4), which identifies the content of a key without storing it.
public struct SHA256: Hashable, Sendable {
  /// The 32 bytes of the digest.
  public let bytes: [UInt8]

  /// Computes the digest of a message.
  ///
  /// Complexity: O(bytes), about 4 ns a byte.
  public init(of message: [UInt8]) {
    var state: State = [
      0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    HashBlocks.forEach(of: message, wordCount: 64, word: Self.word) { Self.mix($0, into: &state) }
    bytes = state.indices.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: state[word] >> UInt32(24 - 8 * $0)) }
    }
  }

  /// Parses 64 hexadecimal digits in either case. Returns nil for any other text.
  public init?(hexDigits: some StringProtocol) {
    let digits = hexDigits.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, hexDigits.utf8.count == 64 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The digest as 64 hexadecimal digits in lower case.
  public var hexDigits: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Whether two digests are equal. Takes the same time wherever they differ.
  public func isEqualInConstantTime(to other: SHA256) -> Bool {
    zip(bytes, other.bytes).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private typealias State = InlineArray<8, UInt32>

  private static func word(of round: Int, after words: HashBlocks.Words) -> UInt32 {
    let (early, late) = (words[round - 15], words[round - 2])
    let low = rotate(early, by: 7) ^ rotate(early, by: 18) ^ early >> 3
    let high = rotate(late, by: 17) ^ rotate(late, by: 19) ^ late >> 10
    return words[round - 16] &+ low &+ words[round - 7] &+ high
  }

  private static func mix(_ words: HashBlocks.Words, into state: inout State) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let sum = rotate(e, by: 6) ^ rotate(e, by: 11) ^ rotate(e, by: 25)
      let first = h &+ sum &+ ((e & f) ^ (~e & g)) &+ constants[round] &+ words[round]
      let second = (rotate(a, by: 2) ^ rotate(a, by: 13) ^ rotate(a, by: 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
      (a, b, c, d, e, f, g, h) = (first &+ second, a, b, c, d &+ first, e, f, g)
    }
    state = [
      state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d, state[4] &+ e, state[5] &+ f, state[6] &+ g,
      state[7] &+ h,
    ]
  }

  private static func rotate(_ word: UInt32, by bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
  ]
}

/// The SHA-1 digest (RFC 3174), used for version 5 UUIDs. Not suitable where a secure hash is required.
enum SHA1 {
  /// Returns the digest as five words, the most significant first.
  static func digest(_ message: [UInt8]) -> InlineArray<5, UInt32> {
    var state: State = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    HashBlocks.forEach(of: message, wordCount: 80, word: word) { mix($0, into: &state) }
    return state
  }

  private typealias State = InlineArray<5, UInt32>

  private static func mix(_ words: HashBlocks.Words, into state: inout State) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for round in 0..<80 {
      let (mix, constant): (UInt32, UInt32) =
        switch round {
        case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (rotate(a, by: 5) &+ mix &+ e &+ constant &+ words.span[round], a, rotate(b, by: 30), c, d)
    }
    state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d, state[4] &+ e]
  }

  private static func word(of round: Int, after words: HashBlocks.Words) -> UInt32 {
    rotate(words[round - 3] ^ words[round - 8] ^ words[round - 14] ^ words[round - 16], by: 1)
  }

  private static func rotate(_ word: UInt32, by bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}

/// The blocks of messages that SHA-1 and SHA-256 mix (FIPS 180-4, sections 5 and 6).
enum HashBlocks {
  typealias Words = UnsafeMutableBufferPointer<UInt32>

  /// Calls `mix` with the words of each block of a message: the 16 of the block, and those that `word` computes for the
  /// later rounds from the words before.
  @inline(__always) static func forEach(
    of message: [UInt8], wordCount: Int, word: (Int, Words) -> UInt32, mix: (Words) -> Void
  ) {
    let padded = padded(message)
    let bytes = padded.span.bytes
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: wordCount) { words in
      words.initialize(repeating: 0)
      for block in stride(from: 0, to: padded.count, by: 64) {
        for round in 0..<16 {
          words[round] = bytes.unsafeLoadUnaligned(fromByteOffset: block + 4 * round, as: UInt32.self).bigEndian
        }
        for round in 16..<wordCount { words[round] = word(round, words) }
        mix(words)
      }
    }
  }

  /// Returns the message, a one bit, zero bits and the length in bits, padded to a multiple of 64 bytes.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.reserveCapacity((message.count + 72) / 64 * 64)
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    return padded + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
  }
}
