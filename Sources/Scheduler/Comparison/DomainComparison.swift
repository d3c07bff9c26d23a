extension TargetChange {
  /// The domains that one layer blocks and the other does not.
  ///
  /// What happens to a domain is decided by the longest entry that is the domain or above it. Where two layers decide
  /// differently, they do so for some entry that only one of them has, or that they list differently: only those are
  /// asked about. Entries that another one covers are thus no change.
  ///
  /// Complexity: O(n) comparisons for n entries, and O(s log s) for the s that only one layer has.
  static func domainChanges(_ old: Layer.DomainRules, _ new: Layer.DomainRules) -> [TargetChange] {
    guard old != new else { return [] }
    let suspects = Set(
      SortedLists.walk(old.block, new.block).onlyInOne + SortedLists.walk(old.allow, new.allow).onlyInOne)
    let asked = Set(suspects.flatMap(\.withParents)).sorted()
    let before = DomainEntries(old, about: asked)
    let after = DomainEntries(new, about: asked)
    var blocked: [String] = []
    var unblocked: [String] = []
    for domain in suspects {
      let isBlocked = after.blocks(domain)
      guard isBlocked != before.blocks(domain) else { continue }
      if isBlocked { blocked.append(domain.text) } else { unblocked.append(domain.text) }
    }
    var changes = defaultChanges(.otherDomains, old.default, new.default)
    if !unblocked.isEmpty {
      changes.append(TargetChange(kind: .domains, effect: .unblocked, names: unblocked.sorted()))
    }
    if !blocked.isEmpty { changes.append(TargetChange(kind: .domains, effect: .blocked, names: blocked.sorted())) }
    return changes
  }
}

/// The entries of a layer among some domains.
struct DomainEntries {
  private let block: Set<DomainName>
  private let allow: Set<DomainName>
  let blocksByDefault: Bool

  /// The entries that are among sorted domains, which have all their parents among them.
  init(_ rules: Layer.DomainRules, about domains: [DomainName]) {
    block = Set(SortedLists.walk(rules.block, domains).inBoth)
    allow = Set(SortedLists.walk(rules.allow, domains).inBoth)
    blocksByDefault = rules.default == .block
  }

  /// Whether a domain is blocked: by the longest entry that is it or above it, at which `allow` goes before `block`; where
  /// there is none, by default, which leaves out the names that every machine has for itself.
  func blocks(_ domain: DomainName) -> Bool { entryBlocks(domain) ?? (blocksByDefault && !domain.isLoopback) }

  /// Whether the entry blocks a domain that decides; nil when none does.
  func entryBlocks(_ domain: DomainName) -> Bool? {
    for name in domain.withParents {
      if allow.contains(name) { return false }
      if block.contains(name) { return true }
    }
    return nil
  }
}

extension DomainName {
  /// The domain and those above it, the longest first.
  var withParents: [DomainName] {
    var names = [self]
    var rest = text[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      names.append(DomainName(checked: String(rest)))
    }
    return names
  }
}

/// What two lists, each ascending and without repetitions, have in common and have not.
struct SortedLists {
  private(set) var inBoth: [DomainName] = []
  private(set) var onlyInOne: [DomainName] = []

  static func walk(_ first: [DomainName], _ second: [DomainName]) -> SortedLists {
    var lists = SortedLists()
    var position = (first: 0, second: 0)
    while position.first < first.count, position.second < second.count {
      let (a, b) = (first[position.first], second[position.second])
      let (isInFirst, isInSecond) = a == b ? (true, true) : (a < b, !(a < b))
      if isInFirst && isInSecond {
        lists.inBoth.append(a)
      } else {
        lists.onlyInOne.append(isInFirst ? a : b)
      }
      position.first += isInFirst ? 1 : 0
      position.second += isInSecond ? 1 : 0
    }
    lists.onlyInOne += first[position.first...] + second[position.second...]
    return lists
  }
}
