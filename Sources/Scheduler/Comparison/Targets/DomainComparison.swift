extension TargetChange {
  /// The domains that one layer blocks and the other does not.
  ///
  /// What happens to a domain is decided by the longest entry that is the domain or above it. Where two layers decide
  /// differently, they do so for some entry that only one of them has, or that they list differently: only those are
  /// asked about. Entries that another one covers are thus no change.
  ///
  /// Complexity: O(n) entries, none of them looked at when both layers list the same.
  static func domainChanges(_ old: Layer.DomainRules, _ new: Layer.DomainRules) -> [TargetChange] {
    guard old != new else { return [] }
    let before = DomainEntries(old)
    let after = DomainEntries(new)
    let suspects = before.all.symmetricDifference(after.all).union(before.allow.symmetricDifference(after.allow))
    var names: [Bool: [String]] = [:]
    for name in suspects {
      let isBlocked = after.blocks(name)
      if isBlocked != before.blocks(name) { names[isBlocked, default: []].append(String(name)) }
    }
    return defaultChanges(.otherDomains, old.default, new.default)
      + [(false, Effect.unblocked), (true, .blocked)].compactMap { isBlocked, effect in
        names[isBlocked].map { TargetChange(kind: .domains, effect: effect, names: $0.sorted()) }
      }
  }
}

/// The entries of a layer about domains, to be looked up.
private struct DomainEntries {
  let all: Set<Substring>
  let allow: Set<Substring>
  private let blocksByDefault: Bool

  init(_ rules: Layer.DomainRules) {
    allow = Set(rules.allow.map { $0.text[...] })
    all = allow.union(rules.block.map { $0.text[...] })
    blocksByDefault = rules.default == .block
  }

  /// Whether a domain is blocked: by the longest entry that is it or above it, at which `allow` goes before `block`.
  func blocks(_ name: Substring) -> Bool {
    var rest = name
    while true {
      if all.contains(rest) { return !allow.contains(rest) }
      guard let dot = rest.firstIndex(of: ".") else { return blocksByDefault }
      rest = rest[rest.index(after: dot)...]
    }
  }
}
