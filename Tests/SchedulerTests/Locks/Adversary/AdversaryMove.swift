import TestSupport

/// One thing that the adversary does. What exactly follows from its own seed and from how things stand then, so that a trace
/// continues making sense when moves before it are left out.
struct AdversaryMove: Hashable, Sendable {
  enum Kind: CaseIterable, Sendable {
    case sleep, stayAwake, evaluateTwice, setClock, setClockRight, synchronise, drip, travel
    case reboot, restart, edit, command, deliver, revoke, approve
  }

  let kind: Kind
  let seed: UInt64

  /// How often each kind is drawn.
  private static let weights: [(Kind, Int)] = [
    (.sleep, 20), (.stayAwake, 22), (.evaluateTwice, 1), (.setClock, 10), (.setClockRight, 4), (.synchronise, 2),
    (.drip, 1), (.travel, 2), (.reboot, 2), (.restart, 2), (.edit, 13), (.command, 28), (.deliver, 3), (.revoke, 2),
    (.approve, 2),
  ]

  private static let bag = weights.flatMap { kind, weight in Array(repeating: kind, count: weight) }

  /// A move at random.
  init(using random: inout SeededGenerator) {
    kind = Self.bag[Int.random(in: Self.bag.indices, using: &random)]
    seed = random.next()
  }
}
