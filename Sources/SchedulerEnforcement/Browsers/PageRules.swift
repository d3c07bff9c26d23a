import Scheduler

/// The `urls` of all layers as rules of one list, in which the longest host decides and then the longest path.
///
/// What any layer does with a page depends on the longest listed name above its host, so only listed names need rules of
/// their own: those at which a page is treated otherwise than at the next shorter one.
struct PageRules {
  /// The rules, sorted.
  private(set) var rules: [CombinedDomains.PageRule] = []
  private let indices: [DomainIndex]
  private let machine: MachineNames
  /// The listed names.
  private let listed: Set<DomainName>

  /// Joins the urls of layers.
  ///
  /// Complexity: O(1) without urls, else O(n) for n listed names, and O(u²) for u urls on each name below theirs that a layer
  /// excepts; times the layers.
  ///
  /// - Parameters:
  ///   - layers: the layers.
  ///   - indices: their domains, compiled.
  ///   - exceptions: the names that the list allows as a whole.
  ///   - machine: the names of the machine.
  init(_ layers: [Layer], compiled indices: [DomainIndex], exceptions: Set<String>, on machine: MachineNames) {
    (self.indices, self.machine) = (indices, machine)
    guard layers.contains(where: { !$0.domains.urls.isEmpty }) else {
      listed = []
      return
    }
    let open = Set(layers.flatMap { $0.domains.allow + $0.domains.urls.map(\.host) })
    listed = open.union(layers.flatMap(\.domains.block))
    var paths: [DomainName: Set<SitePath>] = [:]
    for layer in layers {
      for page in layer.domains.pages(among: open) { paths[page.host, default: []].insert(page) }
    }
    for (host, pages) in paths where !isBlocked(host) {
      add(pages, of: host, isException: exceptions.contains(host.text))
    }
    rules.sort { $0.url < $1.url }
  }

  /// Adds the rules of a host that is not blocked as a whole.
  private mutating func add(_ pages: Set<SitePath>, of host: DomainName, isException: Bool) {
    let above = host.withParents.dropFirst().first(where: listed.contains)
    let decided = pages.map { page in
      (page: page, isBlocked: isBlocked(page), isBlockedAbove: above.map { isBlocked(page.moved(to: $0)) } ?? false)
    }
    guard isException || decided.contains(where: { $0.isBlocked != $0.isBlockedAbove }) else { return }
    let blocked = decided.filter(\.isBlocked).map(\.page)
    for page in blocked where !blocked.contains(where: { $0 != page && $0.covers(page) }) {
      rules.append(CombinedDomains.PageRule(url: page, isBlocked: true))
    }
    // An exception for the whole host needs none for pages.
    for (page, isBlocked, isBlockedAbove) in decided where !isBlocked && isBlockedAbove && !isException {
      rules.append(CombinedDomains.PageRule(url: page, isBlocked: false))
    }
  }

  private func isBlocked(_ name: DomainName) -> Bool {
    indices.contains { $0.decision(for: name, on: machine).isBlocked }
  }

  private func isBlocked(_ page: SitePath) -> Bool {
    indices.contains { $0.decision(for: page, on: machine).isBlocked }
  }
}
