import Scheduler

/// The names that a name server blocks for a shield set, with their subdomains.
///
/// A name server knows one tree of names and no users. The layers become one tree: a name is blocked if any layer blocks
/// it. That is exact: the longest entry of all layers above a name lies at or below the longest entry of each layer, so
/// each layer decides about the name as it decides about that entry. Entries that decide as the next entry above them are
/// left out. Addresses and the machine's own names are never blocked.
public struct NameRules: Hashable, Sendable {
  /// A listed name and what happens to it and its subdomains, unless a longer entry decides.
  struct Entry: Hashable, Sendable {
    let name: String
    let isBlocked: Bool
  }

  /// Whether names that no entry covers are blocked.
  let blocksUnlisted: Bool
  /// The entries, sorted by the bytes of their names.
  let entries: [Entry]
  /// What a name server applies to more or to less than the set says.
  let limits: [String]
  /// What the set blocks and a name server cannot express; nil if there is nothing.
  let gap: AdapterError?

  /// Rules that block nothing.
  static let nothing = NameRules()

  private init() { (blocksUnlisted, entries, limits, gap) = (false, [], [], nil) }

  /// Whether any name is blocked.
  var blocksAnything: Bool { blocksUnlisted || entries.contains(where: \.isBlocked) }

  /// The name by which a network asks browsers not to use DNS over HTTPS by themselves: they do not if it does not exist.
  static let canary = "use-application-dns.net"

  /// Joins the rules of all layers.
  ///
  /// Complexity: O(n log n) for n listed names, and O(n) for each layer.
  init(of shield: ShieldSet, on machine: MachineNames) {
    let layers = shield.layers.map(\.layer)
    let verdicts = LayerVerdicts(layers, on: machine)
    let listed = layers.flatMap { ($0.domains.block + $0.domains.allow).map(\.text) }
    let own = machine.names.map(\.text)
    let names = Set(listed.filter { !ListedDomain.isAddress($0) }).union(own).sortedByBytes
    let blocksUnlisted = layers.contains { $0.domains.default == .block }
    var tree: [String: Bool] = [:]
    tree.reserveCapacity(names.count)
    for name in names { tree[name] = verdicts.blocks(name) }
    var spares = false
    for name in own {
      let isBlocked = tree[name] ?? false || Self.verdict(above: name, in: tree) ?? blocksUnlisted
      if isBlocked { spares = true }
      tree[name] = false
    }
    // Browsers ask their own name servers otherwise.
    if blocksUnlisted || tree.values.contains(true) { tree[Self.canary] = true }
    entries = tree.keys.sortedByBytes.compactMap { name in
      guard let isBlocked = tree[name] else { return nil }
      let isImplied = isBlocked == Self.verdict(above: name, in: tree) ?? blocksUnlisted
      return isImplied ? nil : Entry(name: name, isBlocked: isBlocked)
    }
    self.blocksUnlisted = blocksUnlisted
    limits = Self.limits(of: layers, sparing: spares)
    gap = Self.gap(of: layers)
  }

  /// What the longest entry above a name says; nil if there is none.
  private static func verdict(above name: String, in tree: [String: Bool]) -> Bool? {
    var rest = name[...]
    while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
      rest = rest[rest.utf8.index(after: dot)...]
      if let verdict = tree[String(rest)] { return verdict }
    }
    return nil
  }

  /// Whether a name is blocked, by the longest entry.
  ///
  /// Complexity: O(labels · log n).
  func blocks(_ name: String) -> Bool {
    var rest = name[...]
    while true {
      if let entry = entry(for: rest) { return entry.isBlocked }
      guard let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) else { return blocksUnlisted }
      rest = rest[rest.utf8.index(after: dot)...]
    }
  }

  private func entry(for name: Substring) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      let found = entries[middle]
      if found.name.utf8.elementsEqual(name.utf8) { return found }
      if found.name.utf8.lexicographicallyPrecedes(name.utf8) { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

extension NameRules {
  private static func limits(of layers: [Layer], sparing spares: Bool) -> [String] {
    let blocking = layers.filter { $0.domains.default == .block || !$0.domains.block.isEmpty }
    if blocking.isEmpty { return [] }
    var limits = ["open connections and caches of programs last up to a minute"]
    for layer in blocking where !layer.coversEverybody {
      limits.append("machine-wide: the domains of '\(layer.profile.key.text)' are blocked for every user")
    }
    if spares { limits.append("the names of this machine and their subdomains stay reachable") }
    return limits
  }

  private static func gap(of layers: [Layer]) -> AdapterError? {
    let gaps = layers.filter { $0.domains.block.contains { ListedDomain.isAddress($0.text) && !$0.isOwnAddress } }
      .map { "'\($0.profile.key.text)' blocks addresses, which a name server cannot express" }
    if gaps.isEmpty { return nil }
    return AdapterError(gaps.joined(separator: "; "), remedy: "list the domains by name")
  }
}

extension DomainName {
  /// Whether it is an address of the loopback interface, which is never blocked.
  fileprivate var isOwnAddress: Bool { text.hasPrefix("127.") }
}

/// Decides about names by the rules of several layers.
struct LayerVerdicts: Sendable {
  private let indices: [DomainIndex]
  private let machine: MachineNames

  /// Compiles the rules. Complexity: O(bytes) of the listed names.
  init(_ layers: [Layer], on machine: MachineNames) {
    indices = layers.map { DomainIndex($0.domains) }
    self.machine = machine
  }

  /// Whether any layer blocks a name.
  func blocks(_ name: String) -> Bool { blocker(of: name) != nil }

  /// Returns the number of the first layer that blocks a name.
  func blocker(of name: String) -> Int? {
    indices.firstIndex { $0.decision(for: name.utf8.span, on: machine).isBlocked }
  }
}

/// Names as layers list them.
enum ListedDomain {
  /// Whether a listed name is an IPv4 address: its last label is a number.
  static func isAddress(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: ".")).last?.allSatisfy { (48...57).contains($0) } ?? false
  }
}
