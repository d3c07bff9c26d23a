extension Layer.ApplicationRules {
  /// Rules that block every application that these rules or `old` block, and as few others as the rules can express.
  ///
  /// An application has several names. An exception for one name allows it even if an equally exact entry blocks
  /// another name, and it is not known here which names belong to one application. Therefore:
  ///
  /// - An exception in both stays. An exception only in `old` stays unless these rules block that name: what it allows
  ///   was allowed before.
  /// - An exception only in these rules waits if `old` blocks anything that may be the same application.
  ///
  /// Complexity: O(n · m) for n older exceptions and m entries of these rules.
  func joined(with old: Layer.ApplicationRules) -> Layer.ApplicationRules {
    var joined = Layer.ApplicationRules()
    joined.default = self.default == .block ? .block : old.default
    joined.block = Set(block).union(old.block).sorted()
    joined.blockCategories = Set(blockCategories).union(old.blockCategories).sorted()
    let names = Set(allow)
    let older = Set(old.allow)
    joined.allow =
      (old.allow.filter { names.contains($0) || !blocks($0) }
      + allow.filter { !older.contains($0) && old.cannotBlock($0) }).sorted()
    let categories = Set(allowCategories)
    let olderCategories = Set(old.allowCategories)
    joined.allowCategories =
      (old.allowCategories.filter { categories.contains($0) || !blocks($0) }
      + allowCategories.filter { !olderCategories.contains($0) && old.blocksNoCategories }).sorted()
    return joined
  }

  /// Whether an application with only this name is blocked.
  private func blocks(_ name: ApplicationName) -> Bool {
    decision(
      for: ApplicationIdentity(
        paths: name.isPath ? [name.text] : [], fileNames: name.isPath ? [] : [name.text], isDesktopApplication: true)
    ).isBlocked
  }

  /// Whether an application with only this category is blocked.
  private func blocks(_ category: ApplicationCategory) -> Bool {
    decision(for: ApplicationIdentity(categories: [category], isDesktopApplication: true)).isBlocked
  }

  /// Whether an exception for `name` could allow no application that is blocked.
  private func cannotBlock(_ name: ApplicationName) -> Bool {
    blocksNoCategories && !block.contains { name.isPath || !$0.isPath }
  }

  /// Whether applications are blocked by name only.
  private var blocksNoCategories: Bool { self.default == .allow && blockCategories.isEmpty }
}

extension Layer.DomainRules {
  /// Rules that block exactly what these rules or `other` block.
  ///
  /// The longest listed name decides. For any domain both rules therefore decide as for its longest parent that either
  /// lists, and only listed names need to be compared: names that both list alike stay, and both rules are asked about
  /// each of the others.
  ///
  /// One case cannot be expressed: a name follows `all`, which never blocks the machine's own names, while a parent is
  /// blocked. The name is then blocked too, even if it is the machine's own.
  ///
  /// Complexity: O(n) comparisons for n names, and O(s log s) for the s names that only one of them lists.
  func joined(with other: Layer.DomainRules) -> Layer.DomainRules {
    let blocked = SortedLists.walk(block, with: other.block)
    let allowed = SortedLists.walk(allow, with: other.allow)
    let suspects = Set(blocked.onlyInOne + allowed.onlyInOne)
    let asked = Set(suspects.flatMap(\.withParents)).sorted()
    let both = JoinedEntries(DomainEntries(self, about: asked), and: DomainEntries(other, about: asked))
    var joined = Layer.DomainRules()
    joined.default = both.blockByDefault ? .block : .allow
    joined.block = blocked.inBoth.filter { !suspects.contains($0) }
    joined.allow = allowed.inBoth.filter { !suspects.contains($0) }
    for name in suspects {
      switch both.verdict(on: name) {
      case .block: joined.block.append(name)
      case .allow: joined.allow.append(name)
      case .blockAsUnlisted:
        // A blocked parent would decide in place of `all`.
        if name.withParents.contains(where: { both.verdict(on: $0) == .block }) { joined.block.append(name) }
      }
    }
    joined.block.sort()
    joined.allow.sort()
    joined.urls = pages(with: other, sparing: joined.allow)
    return joined
  }

  /// The pages that either rules block: their urls, and those on the names of `exceptions`, which would else open them.
  private func pages(with other: Layer.DomainRules, sparing exceptions: [DomainName]) -> [SitePath] {
    guard !(urls.isEmpty && other.urls.isEmpty) else { return [] }
    let rules = [self, other].map { PageDecisions($0) }
    return pages(among: exceptions).union(other.pages(among: exceptions))
      .filter { page in rules.contains { $0.blocks(page) } }.sorted()
  }
}

/// The union of two rules, for the names that both were asked about.
private struct JoinedEntries {
  /// The decision of the union on a name.
  enum Verdict {
    case block, allow
    /// `all` blocks the name unless it is the machine's own.
    case blockAsUnlisted
  }

  private let rules: [DomainEntries]

  init(_ first: DomainEntries, and second: DomainEntries) { rules = [first, second] }

  /// Whether either rule blocks domains that none of its entries covers.
  var blockByDefault: Bool { rules.contains(where: \.blocksByDefault) }

  /// The decision on a domain: blocked if either rule blocks it.
  func verdict(on domain: DomainName) -> Verdict {
    let entries = rules.map { $0.entryBlocks(domain) }
    if entries.contains(true) { return .block }
    return zip(rules, entries).contains { $0.blocksByDefault && $1 == nil } ? .blockAsUnlisted : .allow
  }
}
