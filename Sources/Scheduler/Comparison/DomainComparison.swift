extension TargetChange {
  /// The domains that one layer blocks and the other does not.
  ///
  /// The longest entry that is the domain or one of its parents decides. If two layers decide differently, they do so
  /// for an entry that only one of them has or that they list differently, so only those entries are compared. Entries
  /// that another entry covers are therefore no change.
  ///
  /// Complexity: O(n) comparisons for n entries, and O(s log s) for the s entries that only one layer has.
  static func domainChanges(from old: Layer.DomainRules, to new: Layer.DomainRules) -> [TargetChange] {
    guard old != new else { return [] }
    let suspects = Set(
      SortedLists.walk(old.block, with: new.block).onlyInOne + SortedLists.walk(old.allow, with: new.allow).onlyInOne)
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
    return defaultChanges(.otherDomains, from: old.default, to: new.default)
      + changes(.domains, unblocked: unblocked, blocked: blocked)
  }

  /// The pages that one layer blocks and the other does not, unless they follow their host.
  ///
  /// Complexity: O(1) if neither layer has `urls`, else O(n · u²) for n exceptions and u urls.
  static func pageChanges(from old: Layer.DomainRules, to new: Layer.DomainRules) -> [TargetChange] {
    guard !(old.urls.isEmpty && new.urls.isEmpty), old != new else { return [] }
    let exceptions = old.allow + new.allow
    let (before, after) = (PageDecisions(old), PageDecisions(new))
    var unblocked: [String] = []
    var blocked: [String] = []
    for page in old.pages(among: exceptions).union(new.pages(among: exceptions)) {
      let isBlocked = after.blocks(page)
      guard isBlocked != before.blocks(page) else { continue }
      if before.followsHost(page), after.followsHost(page) { continue }
      if isBlocked { blocked.append(page.text) } else { unblocked.append(page.text) }
    }
    return changes(.urls, unblocked: unblocked, blocked: blocked)
  }

  private static func changes(_ kind: Kind, unblocked: [String], blocked: [String]) -> [TargetChange] {
    [(Effect.unblocked, unblocked), (.blocked, blocked)].compactMap { effect, names in
      names.isEmpty ? nil : TargetChange(kind: kind, effect: effect, names: names.sorted())
    }
  }
}

/// The entries of a layer that are among some domains.
struct DomainEntries {
  private let block: Set<DomainName>
  private let allow: Set<DomainName>
  let blocksByDefault: Bool

  /// Selects the entries that are among `domains`, which must be sorted and contain the parents of each domain.
  init(_ rules: Layer.DomainRules, about domains: [DomainName]) {
    block = Set(SortedLists.walk(rules.block, with: domains).inBoth)
    allow = Set(SortedLists.walk(rules.allow, with: domains).inBoth)
    blocksByDefault = rules.default == .block
  }

  /// Whether a domain is blocked. The longest entry that is the domain or a parent decides; at equal length `allow`
  /// wins. Without an entry the default decides, which never blocks loopback names.
  func blocks(_ domain: DomainName) -> Bool { entryBlocks(domain) ?? (blocksByDefault && !domain.isLoopback) }

  /// Whether the deciding entry blocks the domain, or nil if no entry covers it.
  func entryBlocks(_ domain: DomainName) -> Bool? {
    for name in domain.withParents {
      if allow.contains(name) { return false }
      if block.contains(name) { return true }
    }
    return nil
  }
}

/// What a layer does with pages, on a machine without a name of its own.
struct PageDecisions {
  private let index: DomainIndex

  init(_ rules: Layer.DomainRules) { index = DomainIndex(rules) }

  /// Whether a page is blocked.
  func blocks(_ page: SitePath) -> Bool { index.decision(for: page, on: MachineNames()).isBlocked }

  /// Whether a page is blocked if and only if its host is.
  func followsHost(_ page: SitePath) -> Bool {
    index.decision(for: page.host, on: MachineNames()).isBlocked == blocks(page)
  }
}

extension DomainName {
  /// The domain and its parents, longest first.
  public var withParents: [DomainName] {
    var names = [self]
    var rest = text[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      names.append(DomainName(checked: String(rest)))
    }
    return names
  }
}

/// The common and the differing elements of two ascending lists without repetitions.
struct SortedLists {
  private(set) var inBoth: [DomainName] = []
  private(set) var onlyInOne: [DomainName] = []

  static func walk(_ first: [DomainName], with second: [DomainName]) -> SortedLists {
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
