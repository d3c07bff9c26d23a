/// A layer's domains, compiled so that many names can be decided quickly.
///
/// The longest listed name that is the asked one or above it decides, `reddit.com` for `old.reddit.com`; where the same
/// name is listed as blocked and as allowed, it is allowed; where no name is listed, the layer's default decides. That
/// default never blocks the machine's own names.
///
/// Names are hashed from their last byte to their first, so that one pass over an asked name meets every name above it:
/// at each dot the bytes passed so far are looked up in a table with open addressing.
public struct DomainIndex: Sendable {
  let rules: Layer.DomainRules
  /// The listed names one after another, the allowed ones first.
  private var bytes: [UInt8] = []
  /// The end of each listed name.
  private var ends: [UInt32] = []
  /// The upper half of a name's hash and its number; `free` for an empty slot. The number of slots is a power of two.
  private var slots: [UInt64]
  /// A seed that differs for each index, so that colliding names cannot be prepared in advance.
  private let seed: UInt64

  private static let free = UInt64.max

  /// Compiles the rules of a layer.
  ///
  /// Complexity: O(bytes) of all listed names. Memory is their size and about 25 bytes per name.
  public init(_ rules: Layer.DomainRules) {
    self.rules = rules
    seed = .random(in: .min ... .max)
    let count = rules.allow.count + rules.block.count
    slots = [UInt64](repeating: Self.free, count: max(8, (2 * count).roundedUpToPowerOfTwo))
    ends.reserveCapacity(count)
    bytes.reserveCapacity(16 * count)
    for name in rules.allow { insert(name.text.utf8.span) }
    for name in rules.block { insert(name.text.utf8.span) }
  }

  /// Returns what the layer does with a domain and which entry decides.
  ///
  /// Complexity: O(bytes) of the name, independent of the entries; does not allocate.
  public func decision(for domain: DomainName, on machine: MachineNames) -> Decision {
    decision(for: domain.text.utf8.span, on: machine)
  }

  /// Returns what the layer does with a domain name that is part of another text, such as a request. The name must be
  /// in ASCII form, in lower case, without a final dot.
  public func decision(for name: Span<UInt8>, on machine: MachineNames) -> Decision {
    if let number = longestEntry(covering: name) {
      let isAllowed = number < rules.allow.count
      let entry = isAllowed ? rules.allow[number] : rules.block[number - rules.allow.count]
      return Decision(isBlocked: !isAllowed, by: .domain(entry))
    }
    guard rules.default == .block else { return Decision(isBlocked: false, by: .unlisted) }
    if machine.contains(name) { return Decision(isBlocked: false, by: .exempt(.machineName)) }
    return Decision(isBlocked: true, by: .unlisted)
  }

  /// Returns the number of the longest listed name that is `name` or a parent of it.
  private func longestEntry(covering name: Span<UInt8>) -> Int? {
    var longest: Int?
    var hash = seed
    var position = name.count
    while position > 0 {
      position &-= 1
      let byte = name[position]
      if byte == UInt8(ascii: "."), let found = find(hash, name: name, from: position &+ 1) { longest = found }
      hash = Self.adding(byte, to: hash)
    }
    return find(hash, name: name, from: 0) ?? longest
  }

  /// Returns the number of the listed name that has this hash and the bytes of `name` from `start` on.
  @inline(__always) private func find(_ hash: UInt64, name: Span<UInt8>, from start: Int) -> Int? {
    var place = place(of: hash)
    while slots[place] != Self.free {
      let slot = slots[place]
      let number = Int(UInt32(truncatingIfNeeded: slot))
      if slot &>> 32 == hash &>> 32, isEntry(number, equalTo: name, from: start) { return number }
      place = (place &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  private mutating func insert(_ name: Span<UInt8>) {
    var hash = seed
    for position in (0..<name.count).reversed() { hash = Self.adding(name[position], to: hash) }
    let number = UInt32(ends.count)
    // Allowed names come first and take precedence. A repeated name takes one slot.
    let isListed = find(hash, name: name, from: 0) != nil
    for position in 0..<name.count { bytes.append(name[position]) }
    ends.append(UInt32(bytes.count))
    guard !isListed else { return }
    var place = place(of: hash)
    while slots[place] != Self.free { place = (place &+ 1) & (slots.count &- 1) }
    slots[place] = hash & ~0xFFFF_FFFF | UInt64(number)
  }

  private func isEntry(_ number: Int, equalTo name: Span<UInt8>, from start: Int) -> Bool {
    let lower = number == 0 ? 0 : Int(ends[number &- 1])
    return bytes.span.extracting(lower..<Int(ends[number])).isEqual(to: name, from: start)
  }

  @inline(__always) private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> 16) & (slots.count &- 1)
  }

  /// Performs one step of the hash. The multiplier is that of splitmix64.
  @inline(__always) private static func adding(_ byte: UInt8, to hash: UInt64) -> UInt64 {
    let product = (hash ^ UInt64(byte)) &* 0xBF58_476D_1CE4_E5B9
    return product ^ product &>> 32
  }
}

extension Int {
  /// The smallest power of two that is not below the value.
  fileprivate var roundedUpToPowerOfTwo: Int { self < 2 ? 1 : 1 &<< (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
