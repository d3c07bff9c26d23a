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
  /// Complexity: O(n) for n listed names and for each layer, as the lists are sorted; 100,000 names take some 50 ms.
  init(of shield: ShieldSet, on machine: MachineNames) {
    let layers = shield.layers.map(\.layer)
    let verdicts = LayerVerdicts(layers, on: machine)
    let own = machine.names.map(\.text)
    let isAnythingBlocked = layers.contains { !$0.domains.blocksNoDomain }
    // Browsers ask their own name servers unless the last of these names does not exist.
    let spared = own.map { FixedName($0, isBlocked: false) }
    let fixed = isAnythingBlocked ? spared + [FixedName(Self.canary, isBlocked: true)] : spared
    blocksUnlisted = layers.contains { $0.domains.default == .block }
    var entries: [Entry] = []
    for name in Self.names(listedIn: layers, and: fixed.map(\.name)) where !ListedDomain.isAddress(name) {
      let isBlocked = fixed.first { $0.name == name }?.isBlocked ?? verdicts.blocks(name)
      if isBlocked != verdicts.blocks(above: name, except: fixed) {
        entries.append(Entry(name: name, isBlocked: isBlocked))
      }
    }
    self.entries = entries
    limits = Self.limits(of: layers, sparing: own.contains(where: verdicts.blocks))
    gap = Self.gap(of: layers)
  }

  /// The names of all lists, sorted by their bytes, each once. Sorting is fast because the lists are sorted.
  private static func names(listedIn layers: [Layer], and fixed: [String]) -> [String] {
    let lists = layers.flatMap { [$0.domains.block, $0.domains.allow] }
    // They are ASCII, whose order is that of the bytes.
    let sorted = (lists.joined().map(\.text) + fixed).sorted()
    return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
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

  func entry(for name: Substring) -> Entry? {
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
    let blocking = layers.filter { !$0.domains.blocksNoDomain }
    if blocking.isEmpty { return layers.compactMap(\.limitOfNames) }
    var limits = ["open connections and caches of programs last up to a minute"]
    for layer in blocking where !layer.coversEverybody {
      limits.append("machine-wide: the domains of '\(layer.profile.key.text)' are blocked for every user")
    }
    if spares { limits.append("the names of this machine and their subdomains stay reachable") }
    return limits + layers.compactMap(\.limitOfNames)
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
  private let blocksUnlisted: Bool

  /// Compiles the rules. Complexity: O(bytes) of the listed names.
  init(_ layers: [Layer], on machine: MachineNames) {
    indices = layers.map { DomainIndex($0.domains) }
    blocksUnlisted = layers.contains { $0.domains.default == .block }
    self.machine = machine
  }

  /// Whether any layer blocks a name.
  func blocks(_ name: String) -> Bool { blocker(of: name) != nil }

  /// Returns the number of the first layer that blocks a name.
  func blocker(of name: String) -> Int? {
    indices.firstIndex { $0.decision(for: name.utf8.span, on: machine).isBlocked }
  }

  /// Whether the name above a name is blocked.
  ///
  /// - Parameter fixed: names about which the layers do not decide, with their subdomains.
  func blocks(above name: String, except fixed: [FixedName]) -> Bool {
    let bytes = name.utf8.span
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return blocksUnlisted }
    let start = name.utf8.distance(from: name.utf8.startIndex, to: dot) + 1
    let last = name.utf8.last
    let covering = fixed.filter { $0.name.utf8.last == last && name.hasSuffix($0.suffix) }
    if let nearest = covering.max(by: { $0.name.utf8.count < $1.name.utf8.count }) {
      return blocks(above: name, from: start, below: nearest)
    }
    let parent = bytes.extracting(start..<bytes.count)
    return indices.contains { $0.decision(for: parent, on: machine).isBlocked }
  }

  /// Whether the longest listed name above a name that lies below a fixed one is blocked. The fixed name decides unless a
  /// longer one is listed.
  private func blocks(above name: String, from start: Int, below fixed: FixedName) -> Bool {
    let bytes = name.utf8.span
    let parent = bytes.extracting(start..<bytes.count)
    var longest = fixed.name.utf8.count
    var isBlocked = fixed.isBlocked
    for decision in indices.map({ $0.decision(for: parent, on: machine) }) {
      guard case .domain(let entry) = decision.ground, entry.text.utf8.count > longest else { continue }
      longest = entry.text.utf8.count
      isBlocked = blocks(entry.text)
    }
    return isBlocked
  }
}

/// A name about which the layers do not decide, with its subdomains.
struct FixedName {
  let name: String
  /// The end of its subdomains.
  let suffix: String
  let isBlocked: Bool

  init(_ name: String, isBlocked: Bool) { (self.name, suffix, self.isBlocked) = (name, "." + name, isBlocked) }
}

/// Names as layers list them.
enum ListedDomain {
  /// Whether a listed name is an IPv4 address: its last label is a number.
  static func isAddress(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: ".")).last?.allSatisfy { (48...57).contains($0) } ?? false
  }
}
