extension Layer.ApplicationRules {
  /// Rules that block every application that older ones block, and those that these block, and no more where that can be
  /// said.
  ///
  /// An application has several names, and an exception by one of them lets it pass whatever blocks it by another that is
  /// as exact. Which names are those of one application is not known here. So:
  ///
  /// - An exception of both stays one. So does one of the older rules alone, unless these block that very name: what it
  ///   lets pass, it let pass before.
  /// - An exception of these rules alone waits wherever the older ones block anything that may be the same application:
  ///   it is blocked by `all` then, if `all` is what it is excepted from.
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

  /// Whether an application of which only one name is known is blocked.
  private func blocks(_ name: ApplicationName) -> Bool {
    decision(
      for: ApplicationIdentity(
        paths: name.isPath ? [name.text] : [], fileNames: name.isPath ? [] : [name.text], isDesktopApplication: true)
    ).isBlocked
  }

  /// Whether an application of which only one category is known is blocked.
  private func blocks(_ category: ApplicationCategory) -> Bool {
    decision(for: ApplicationIdentity(categories: [category], isDesktopApplication: true)).isBlocked
  }

  /// Whether no application of a name is blocked that an exception of that name would let pass.
  private func cannotBlock(_ name: ApplicationName) -> Bool {
    blocksNoCategories && !block.contains { name.isPath || !$0.isPath }
  }

  /// Whether no application is blocked but by name.
  private var blocksNoCategories: Bool { self.default == .allow && blockCategories.isEmpty }
}
