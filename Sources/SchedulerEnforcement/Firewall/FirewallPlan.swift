import Scheduler

/// What the firewall blocks for a shield set, and for whom, before the names have addresses.
///
/// A name is blocked for the users of a layer if the layer lists it and its rules block it. The same rules decide about
/// the `www.` variant of a listed name. Exceptions of all layers that a layer does not block, and the names of the
/// machine, are looked up as well: their addresses stay reachable.
struct FirewallPlan: Hashable, Sendable {
  /// The names of one layer.
  struct Part: Hashable, Sendable {
    /// The users whom it covers.
    let users: CoveredUsers
    /// The blocked names, each once.
    var names: [String]
    /// The names that stay reachable.
    var exceptions: [String]
    /// The addresses that it lists themselves.
    let addresses: Set<NetworkAddress>
    /// Whether it blocks names, so that questions about names are filtered for its users.
    let filtersNames: Bool
  }

  /// The parts, in the order of the layers.
  private(set) var parts: [Part] = []
  /// What the firewall applies to more or to less than the set says.
  private(set) var limits: [String] = []
  /// What the set blocks and the firewall cannot express.
  private(set) var gaps: [String] = []

  /// Maximum number of blocked names, and of exceptions, that are looked up. With two questions each, a refresh of all
  /// is a burden for the name servers of a home.
  static let nameLimit = 1000

  /// Collects the names of all layers.
  ///
  /// - Parameter users: the users of the machine.
  /// Complexity: O(n log n) for n listed names for each layer.
  init(of shield: ShieldSet, on machine: MachineNames, users: inout LayerUsers) {
    let layers = shield.layers.filter { !$0.layer.domains.blocksNoDomain }
    // Names without a dot, and those of every machine, are none of DNS.
    let own = Set(machine.names.map(\.text)).subtracting(MachineNames().names.map(\.text)).filter { $0.contains(".") }
    // What a layer says that covers no one, such as one of a user who does not exist, blocks and spares nothing.
    let covering = layers.compactMap { applied -> (layer: Layer, users: CoveredUsers)? in
      let (covered, problems) = users.covered(by: applied)
      limits += problems
      return covered == .only([]) ? nil : (applied.layer, covered)
    }
    let allowed = Set(covering.flatMap { $0.layer.domains.allow.map(\.text) }).union(own)
      .filter { !ListedDomain.isAddress($0) }.sortedByBytes
    for (layer, covered) in covering { add(layer, covering: covered, sparing: allowed, on: machine) }
    limits = limits.uniqued
    boundNames()
    if parts.contains(where: { !$0.names.isEmpty || !$0.addresses.isEmpty }) { limits = Self.general + limits }
    limits += shield.layers.compactMap(\.layer.limitOfNames)
  }

  /// The limits of every firewall.
  private static let general = [
    "only the addresses of the listed names and of their 'www.' names; subdomains at other addresses are not covered",
    "other sites at a blocked address are blocked as well, unless an exception has the address",
  ]

  /// What helps against the gaps of a set.
  static let remedy = "let 'dnsmasq', 'chromium' and 'firefox' block the names; the firewall supplements them"

  /// Whether the set blocks anything here.
  var isConcerned: Bool { parts.contains { $0.filtersNames || !$0.addresses.isEmpty } }

  /// Whether questions about names are filtered for any user.
  var filtersNames: Bool { parts.contains(where: \.filtersNames) }

  /// The names that are looked up, each once. The exceptions come first: without their addresses too much is blocked.
  var names: [String] { (parts.flatMap(\.exceptions) + blockedNames).uniqued }

  /// The names that are blocked for any user, each once.
  var blockedNames: [String] { parts.flatMap(\.names).uniqued }

  private mutating func add(
    _ layer: Layer, covering covered: CoveredUsers, sparing allowed: [String], on machine: MachineNames
  ) {
    let profile = layer.profile.key.text
    let index = DomainIndex(layer.domains)
    func isBlocked(_ name: String) -> Bool { index.decision(for: name.utf8.span, on: machine).isBlocked }
    // A name of the machine is blocked only if a layer names it, as elsewhere.
    let own = Set(machine.names.map(\.text))
    let listed = layer.domains.block.map(\.text).filter { !ListedDomain.isAddress($0) && !own.contains($0) }
    let names = (listed + listed.compactMap(Self.variant)).uniqued.filter(isBlocked)
    let exceptions = (allowed + allowed.compactMap(Self.variant)).uniqued.filter { !isBlocked($0) || own.contains($0) }
    let texts = layer.domains.block.map(\.text).filter { ListedDomain.isAddress($0) && isBlocked($0) }
    let addresses = Set(texts.compactMap { NetworkAddress($0) }.filter(\.isPublic))
    if addresses.count < texts.count {
      gaps.append("'\(profile)' blocks addresses of this machine or of local networks, which stay reachable")
    }
    let isAll = layer.domains.default == .block
    if isAll { gaps.append("'\(profile)' blocks all domains, which addresses cannot express") }
    parts.append(
      Part(
        users: covered, names: names, exceptions: exceptions, addresses: addresses,
        filtersNames: isAll || !names.isEmpty))
  }

  /// The name with `www.` before it; nil if it begins so itself, is a single label, or would be too long.
  private static func variant(of name: String) -> String? {
    let longer = "www." + name
    return name.hasPrefix("www.") || !name.contains(".") || longer.utf8.count > 253 ? nil : longer
  }

  /// Keeps as many names as may be looked up: those of every layer in turn, listed ones before their variants.
  private mutating func boundNames() {
    let all = blockedNames
    if all.count > Self.nameLimit {
      let kept = Set(Self.firstOfEach(parts.map(\.names), limit: Self.nameLimit))
      for place in parts.indices { parts[place].names.removeAll { !kept.contains($0) } }
      gaps.append("the shield contains \(all.count) names, and the firewall looks up \(Self.nameLimit) of them")
    }
    let exceptions = parts.flatMap(\.exceptions).uniqued
    if exceptions.count > Self.nameLimit {
      let kept = Set(exceptions.prefix(Self.nameLimit))
      for place in parts.indices { parts[place].exceptions.removeAll { !kept.contains($0) } }
      limits.append("\(Self.nameLimit) of \(exceptions.count) exceptions are looked up; others may share an address")
    }
  }

  /// Takes elements of the lists in turn until the number of different ones is reached.
  private static func firstOfEach(_ lists: [[String]], limit: Int) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    for place in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where place < list.count && found.count < limit {
        if seen.insert(list[place]).inserted { found.append(list[place]) }
      }
    }
    return found
  }
}
