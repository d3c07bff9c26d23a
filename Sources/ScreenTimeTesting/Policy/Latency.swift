/// Random numbers of a device that are the same in every run (SplitMix64).
struct SeededRandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Latency {
  /// Returns the nanoseconds of one delivery.
  func sample(_ random: inout SeededRandomSource) -> Int64 {
    switch self {
    case .none: 0
    case .observed: 3_000_000_000
    case .fixed(let milliseconds): max(0, milliseconds) * 1_000_000
    case .random(let milliseconds, _): max(0, Int64.random(in: milliseconds, using: &random)) * 1_000_000
    }
  }

  /// The seed of random latencies; 0 for others.
  var seed: UInt64 { if case .random(_, let seed) = self { seed } else { 0 } }
}

extension SemanticsPolicy.TieOrder {
  /// The seed of a random order; 0 for the order of registration.
  var seed: UInt64 { if case .random(let seed) = self { seed } else { 0 } }
}
