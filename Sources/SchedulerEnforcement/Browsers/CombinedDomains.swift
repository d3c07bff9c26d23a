import Scheduler

/// The domains of all layers of a shield set as one list, in which the longest name decides, as browsers need it.
///
/// A domain is blocked if any layer blocks it; in a layer the longest listed name decides. Both can be said by one
/// list: for any domain, the longest of all listed names above it has the decision of each layer. The list contains
/// only names that change the decision of the next shorter one.
struct CombinedDomains: Hashable, Sendable {
  /// One name and what happens to it and its subdomains, as far as no longer name is listed.
  struct Rule: Hashable, Sendable {
    /// The name or the address.
    let name: String
    /// Whether it is blocked.
    let isBlocked: Bool
    /// Whether the rule is for the name alone, without its subdomains.
    var isExact = false
  }

  /// The beginning of paths on one host and its subdomains, as far as no longer name is listed in `rules` or `pages`.
  struct PageRule: Hashable, Sendable {
    /// The pages.
    let url: SitePath
    /// Whether they are blocked. Others are exceptions from a rule for pages of a shorter name.
    let isBlocked: Bool
  }

  /// Whether domains are blocked that no rule covers.
  let isBlockedByDefault: Bool
  /// The rules, sorted by the bytes of their names.
  let rules: [Rule]
  /// The rules for pages, sorted. On one host they decide before the rules above, and the longest path decides.
  let pages: [PageRule]
  /// What browsers apply to more or to less than the set says.
  let limits: [String]
  private let decisions: [String: Bool]
  /// The names that `rules` list.
  private let ruleNames: Set<String>
  /// The names of the exact rules. All of these allow.
  private let exactNames: Set<String>

  /// Creates rules that block nothing.
  init() {
    (isBlockedByDefault, rules, pages, limits) = (false, [], [], [])
    (decisions, ruleNames, exactNames) = ([:], [], [])
  }

  /// Combines the layers. Names of the machine itself are never blocked.
  ///
  /// Complexity: O(n log n) for n listed names, times the layers; see `PageRules` for urls.
  init(of shield: ShieldSet, on machine: MachineNames) {
    let layers = shield.layers.map(\.layer)
    let own = OwnNames(machine)
    let indices = layers.map { DomainIndex($0.domains) }
    let listed = Set(layers.flatMap { ($0.domains.block + $0.domains.allow).map(\.text) })
    var decisions: [String: Bool] = [:]
    for name in listed where !own.contains(name) {
      decisions[name] = indices.contains { $0.decision(for: name.utf8.span, on: machine).isBlocked }
    }
    let byDefault = layers.contains { $0.domains.default == .block }
    var rules = decisions.compactMap { name, isBlocked -> Rule? in
      isBlocked == Self.decision(above: name, in: decisions, byDefault: byDefault)
        ? nil : Rule(name: name, isBlocked: isBlocked)
    }
    let spared = Self.spared(machine).filter { rule in
      decisions[rule.name] ?? Self.decision(above: rule.name, in: decisions, byDefault: byDefault)
    }
    rules += spared.map { Rule(name: $0.name, isBlocked: false, isExact: $0.isExact) }
    for rule in spared where !rule.isExact { decisions[rule.name] = false }
    (isBlockedByDefault, self.decisions) = (byDefault, decisions)
    ruleNames = Set(rules.map(\.name))
    exactNames = Set(spared.filter(\.isExact).map(\.name))
    self.rules = rules.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    pages = PageRules(
      layers, compiled: indices, exceptions: Set(rules.filter { !$0.isBlocked }.map(\.name)), on: machine
    )
    .rules.filter { !own.contains($0.url.host.text) }
    limits = Self.limits(of: layers, listing: listed.contains(where: own.contains))
  }

  /// Whether there is anything to block.
  var isEmpty: Bool {
    !isBlockedByDefault && !rules.contains(where: \.isBlocked) && !pages.contains(where: \.isBlocked)
  }

  /// Whether the subtree of a name, or the name alone, is blocked. The empty name stands for every domain.
  func isBlocked(_ name: String) -> Bool {
    if exactNames.contains(name) { return false }
    return decisions[name] ?? Self.decision(above: name, in: decisions, byDefault: isBlockedByDefault)
  }

  /// Whether a page is blocked, by its path or with its host.
  func isBlocked(_ host: String, path: String) -> Bool {
    var rest = exactNames.contains(host) ? "" : host[...]
    while !pages.isEmpty, !rest.isEmpty {
      let fitting = pages.filter { $0.url.host.text == rest && path.utf8.starts(with: $0.url.path.utf8) }
      if let page = fitting.max(by: { $0.url.path.utf8.count < $1.url.path.utf8.count }) { return page.isBlocked }
      if ruleNames.contains(String(rest)) { break }
      rest = rest.drop { $0 != "." }.dropFirst()
    }
    return isBlocked(host)
  }

  /// The decision of the longest listed name above a name.
  private static func decision(above name: String, in decisions: [String: Bool], byDefault: Bool) -> Bool {
    var rest = name[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if let decision = decisions[String(rest)] { return decision }
    }
    return byDefault
  }

  /// The names by which the machine reaches itself. `localhost` stands for its subdomains, too.
  private static func spared(_ machine: MachineNames) -> [Rule] {
    let names = Set(machine.names.map(\.text) + ["127.0.0.1", "[::1]"])
    return names.sortedByBytes.map { Rule(name: $0, isBlocked: false, isExact: $0 != "localhost") }
  }

  private static func limits(of layers: [Layer], listing listsOwn: Bool) -> [String] {
    var limits: [String] = []
    for layer in layers where !layer.coversEverybody {
      guard !layer.domains.blocksNothing else { continue }
      let noun = layer.domains.blocksNoDomain ? "urls" : "domains"
      limits.append("machine-wide: the \(noun) of '\(layer.profile.key.text)' are blocked for every user")
    }
    if listsOwn { limits.append("the names of this machine stay reachable") }
    return limits
  }
}
