import SchedulerStore

extension Latency {
  /// Returns the nanoseconds of one delivery.
  func sample(_ random: inout SeededRandom) -> Int64 {
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
