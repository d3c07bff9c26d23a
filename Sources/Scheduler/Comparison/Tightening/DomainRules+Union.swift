extension Layer.DomainRules {
  /// The rules that block exactly what these or others block.
  ///
  /// The longest listed name decides. So for a domain each of both rules decides as for the longest name above it that
  /// either lists, and it is enough to look at the listed names: those that both list alike stay, and of each other one it
  /// is asked what both say.
  ///
  /// One thing cannot be said: that a name follows `all`, which leaves out the machine's own names, while one above it is
  /// blocked. It is then blocked too, also where it is the machine's.
  ///
  /// Complexity: O(n) comparisons for n names, and O(s log s) for the s that only one of both lists.
  func joined(with other: Layer.DomainRules) -> Layer.DomainRules {
    let blocked = SortedLists.walk(block, other.block)
    let allowed = SortedLists.walk(allow, other.allow)
    let suspects = Set(blocked.onlyInOne + allowed.onlyInOne)
    let asked = Set(suspects.flatMap(\.withParents)).sorted()
    let both = JoinedEntries(DomainEntries(self, about: asked), DomainEntries(other, about: asked))
    var joined = Layer.DomainRules()
    joined.default = both.blockByDefault ? .block : .allow
    joined.block = blocked.inBoth.filter { !suspects.contains($0) }
    joined.allow = allowed.inBoth.filter { !suspects.contains($0) }
    for name in suspects {
      switch both.verdict(on: name) {
      case .block: joined.block.append(name)
      case .allow: joined.allow.append(name)
      case .blockAsUnlisted:
        // One above it would decide in place of `all`.
        if name.withParents.contains(where: { both.verdict(on: $0) == .block }) { joined.block.append(name) }
      }
    }
    joined.block.sort()
    joined.allow.sort()
    return joined
  }
}

/// What either of two rules says of names.
private struct JoinedEntries {
  /// What both rules come to.
  enum Verdict {
    case block, allow
    /// It is blocked by `all`, unless it is the machine's own.
    case blockAsUnlisted
  }

  private let rules: [DomainEntries]

  init(_ first: DomainEntries, _ second: DomainEntries) { rules = [first, second] }

  /// Whether either blocks what none of its entries covers.
  var blockByDefault: Bool { rules.contains(where: \.blocksByDefault) }

  /// What blocks a domain wherever one of the rules does.
  func verdict(on domain: DomainName) -> Verdict {
    let entries = rules.map { $0.entryBlocks(domain) }
    if entries.contains(true) { return .block }
    return zip(rules, entries).contains { $0.blocksByDefault && $1 == nil } ? .blockAsUnlisted : .allow
  }
}
