import Scheduler

/// The policy WebsiteFilter of Firefox for a shield and an administrator together.
///
/// Firefox blocks an address if a pattern blocks it and no exception fits, however long either is. So not every set of
/// rules can be said. Where a domain is allowed and one below it is blocked, the former is allowed without its
/// subdomains. An exception of an administrator that an address needs stays, and an exception of the shield that would
/// open what an administrator blocks is left out.
struct WebsiteFilter: Hashable, Sendable {
  /// The blocked patterns, those of the administrator first.
  private(set) var block: [String]
  /// The exceptions, those of the administrator first.
  private(set) var exceptions: [String]
  /// What is blocked beyond the shield, one sentence each.
  private(set) var limits: [String] = []
  /// What of the shield is not blocked, one sentence each.
  private(set) var gaps: [String] = []

  /// Maximum number of patterns of each list. Firefox ignores further ones.
  static let limit = 1000

  /// Creates the filter of an administrator.
  init(block: [String] = [], exceptions: [String] = []) { (self.block, self.exceptions) = (block, exceptions) }

  /// Joins the rules of a shield and the filter of an administrator.
  ///
  /// Complexity: O(n m) for n patterns of the administrator and m rules.
  ///
  /// - Parameter former: the blocked patterns that are in force. They come before others, so that a longer list frees
  ///   nothing.
  init(_ domains: CombinedDomains, with theirs: WebsiteFilter, former: [String] = []) {
    let blocked = theirs.block.compactMap { MatchPattern($0) }.filter(\.isOfWeb)
    let allowed = theirs.exceptions.compactMap { MatchPattern($0) }.filter(\.isOfWeb)
    let blockedNames = domains.rules.filter(\.isBlocked).map(\.name)
    let parents = Set(blockedNames.flatMap(\.parentNames))
    (block, exceptions) = (theirs.block, [])
    keep(theirs.exceptions, beside: blocked, domains: domains, blockedNames: blockedNames)
    for rule in domains.rules where !rule.isBlocked {
      let isSubtree = !rule.isExact && !parents.contains(rule.name)
      let isOpen = allowed.contains { $0.isWhole && $0.covers(rule.name, isSubtree: isSubtree) }
      if !isOpen, blocked.contains(where: { isSubtree ? $0.meets(rule.name) : $0.covers(rule.name, isSubtree: false) })
      {
        limits.append("'\(rule.name)' stays blocked, because a pattern of the administrator concerns it")
        continue
      }
      exceptions.append(MatchPattern.text(for: rule.name, isExact: !isSubtree))
      guard !isSubtree, !rule.isExact else { continue }
      limits.append("'\(rule.name)' is allowed without its subdomains, because one of them is blocked")
    }
    addExceptions(for: domains.pages, beside: blocked, parents: parents)
    let own =
      (domains.isBlockedByDefault ? [MatchPattern.everything] : [])
      + blockedNames.map { MatchPattern.text(for: $0, isExact: false) }
    let pages = domains.pages.filter(\.isBlocked).map(\.url)
    noteOpen(pages, in: domains)
    cut(own + pages.map { MatchPattern.text(for: $0, isExact: false) }, former: Set(former))
  }

  /// Adds the exceptions from `urls` of a shorter name.
  private mutating func addExceptions(
    for pages: [CombinedDomains.PageRule], beside blocked: [MatchPattern], parents: Set<String>
  ) {
    for page in pages where !page.isBlocked {
      let host = page.url.host
      guard !blocked.contains(where: { $0.meets(host.text) }) else {
        limits.append("'\(page.url.text)' stays blocked, because a pattern of the administrator concerns it")
        continue
      }
      let isParent =
        parents.contains(host.text)
        || pages.contains { $0.isBlocked && $0.url.host != host && $0.url.host.isEqualOrSubdomain(of: host) }
      exceptions.append(MatchPattern.text(for: page.url, isExact: isParent))
      if isParent {
        limits.append("'\(page.url.text)' is allowed without its subdomains, because one of them is blocked")
      }
    }
  }

  /// Notes the pages that an exception opens, because Firefox cannot say that pages of an exception are blocked.
  private mutating func noteOpen(_ pages: [SitePath], in domains: CombinedDomains) {
    if pages.contains(where: { $0.path.contains(where: \.isLetter) }) {
      limits.append("Firefox does not tell upper and lower case apart in the paths of 'urls'")
    }
    let patterns = exceptions.compactMap { MatchPattern($0) }
    for page in pages {
      guard let open = patterns.first(where: { $0.opens(page, of: domains) }) else { continue }
      gaps.append("'\(page.text)' stays open, because the exception '\(open.text)' contains it")
    }
  }

  /// Keeps the exceptions of an administrator that open nothing of the shield, and those without which an address would
  /// be blocked that neither blocks.
  private mutating func keep(
    _ patterns: [String], beside blocked: [MatchPattern], domains: CombinedDomains, blockedNames: [String]
  ) {
    for text in patterns {
      guard let pattern = MatchPattern(text), pattern.isOfWeb else {
        exceptions.append(text)
        continue
      }
      if domains.isBlocked(pattern.host) { continue }
      let opened = blockedNames.filter { name in
        !pattern.isExact && (pattern.host.isEmpty || name.hasSuffix("." + pattern.host))
      }
      let openedPage = domains.pages.first { $0.isBlocked && pattern.opens($0.url, of: domains) }
      if opened.isEmpty, openedPage != nil {
        // Without a pattern that it excepts from, it is of no use. `noteOpen` reports what it opens.
        if blocked.contains(where: { $0.meets(pattern) }) { exceptions.append(text) }
      } else if opened.isEmpty {
        exceptions.append(text)
      } else if blocked.contains(where: { $0.meets(pattern) }) {
        exceptions.append(text)
        gaps.append("'\(opened[0])' stays open, because the administrator's exception '\(text)' contains it")
      }
    }
  }

  /// Adds the patterns of the shield, and removes repeated ones and those beyond the limit.
  private mutating func cut(_ own: [String], former: Set<String>) {
    (block, exceptions) = (block.eachOnce, exceptions.eachOnce)
    let present = Set(block)
    let new = own.filter { !present.contains($0) }
    let fitting = (new.filter(former.contains) + new.filter { !former.contains($0) })
      .prefix(max(0, Self.limit - block.count))
    let lost = block.count + new.count - Self.limit
    if lost > 0 {
      gaps.append("\(lost) of \(block.count + new.count) patterns do not fit, because Firefox reads \(Self.limit)")
    }
    if exceptions.count > Self.limit {
      limits.append("\(exceptions.count - Self.limit) exceptions are blocked, because Firefox reads \(Self.limit)")
    }
    // In the usual order, so that the same patterns give the same file.
    let chosen = Set(fitting)
    block += new.filter(chosen.contains)
    exceptions = Array(exceptions.prefix(Self.limit))
  }
}

extension String {
  /// The names above a domain, the longest first.
  fileprivate var parentNames: [String] {
    var names: [String] = []
    var rest = self[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      names.append(String(rest))
    }
    return names
  }
}
