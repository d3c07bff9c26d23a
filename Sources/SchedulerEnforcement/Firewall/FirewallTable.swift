import Scheduler

/// The table `inet schedctl` of nftables: what it contains, or should contain.
///
/// A value is made from a plan, and another one from what the kernel lists. They are equal if the kernel does what the
/// plan says. Every element of the text that is loaded is an address, a number or a name made here: nothing of a
/// configuration becomes a part of it.
struct FirewallTable: Hashable, Sendable {
  /// The family and the name of the table, as nft(8) writes them.
  static let title = "inet \(name)"
  /// The name of the table.
  static let name = "schedctl"

  /// The sets by their names.
  var sets: [String: ElementSet] = [:]
  /// The chains by their names.
  var chains: [String: Chain] = [:]
  /// What the table contains and this program never adds, such as maps; for the comparison.
  var others: [String] = []

  /// A set of addresses or users.
  enum ElementSet: Hashable, Sendable {
    /// Addresses of one family.
    case addresses(NetworkAddress.Family, Set<NetworkAddress>)
    /// Users, by ID.
    case users(Set<UInt32>)
    /// Elements that this program never adds.
    case other(String)
  }

  /// A list of rules.
  struct Chain: Hashable, Sendable {
    /// Where the kernel asks it; nil for a chain that others jump to.
    var hook: Hook?
    /// The rules, in their order.
    var rules: [Rule] = []
  }

  /// Where the kernel asks a chain.
  enum Hook: Hashable, Sendable {
    /// For each packet that leaves, after its destination was translated.
    case filterOutput
    /// For the first packet of each connection that leaves, before it is filtered.
    case translateOutput
    /// A place that this program never uses.
    case other(String)
  }

  /// What happens to packets that match.
  struct Rule: Hashable, Sendable {
    /// All of them must be true.
    let matches: [Match]
    /// What happens then.
    let verdict: Verdict
  }

  /// A property of a packet.
  enum Match: Hashable, Sendable {
    /// It stays on this machine.
    case loopback
    /// The user of its socket is another one than this.
    case otherUser(UInt32)
    /// The user of its socket has this ID.
    case user(UInt32)
    /// The user of its socket has this ID or a higher one.
    case userFrom(UInt32)
    /// The ID of the user of its socket is in a range.
    case userWithin(ClosedRange<UInt32>)
    /// The user of its socket is in the set of that name.
    case users(String)
    /// Its destination is in the set of that name, whose addresses are of the family.
    case destination(NetworkAddress.Family, set: String)
    /// It is of TCP.
    case isTCP
    /// It is of TCP to a port.
    case portTCP(UInt16)
    /// It is of UDP to a port.
    case portUDP(UInt16)
    /// A property that this program never uses.
    case other(String)
  }

  /// What happens to a packet.
  enum Verdict: Hashable, Sendable {
    /// It may pass this chain.
    case accept
    /// The rules of the chain of that name decide.
    case jump(String)
    /// The rules after the jump decide.
    case leave
    /// Its connection is reset at once.
    case reset
    /// Its sender learns that the port cannot be reached.
    case unreachable
    /// It is sent to this address and port instead.
    case redirect(NetworkAddress, port: UInt16)
    /// Something that this program never does.
    case other(String)
  }
}

extension FirewallTable {
  /// The commands that remove the table. They do nothing if there is none, and then there is none in between.
  static let removal = "table \(title)\ndelete table \(title)\n"

  /// The commands that replace the table, whatever it contains, in one transaction.
  var script: String {
    var lines = ["table \(Self.title) {"]
    for (name, set) in sets.sorted(by: { $0.key < $1.key }) { lines += set.lines(name) }
    for (name, chain) in chains.sorted(by: { $0.key < $1.key }) { lines += chain.lines(name) }
    return Self.removal + lines.joined(separator: "\n") + "\n}\n"
  }

  /// The number of addresses in all sets.
  var addressCount: Int {
    sets.values.reduce(0) { if case .addresses(_, let addresses) = $1 { $0 + addresses.count } else { $0 } }
  }
}

extension FirewallTable.ElementSet {
  fileprivate func lines(_ name: String) -> [String] {
    let (type, elements): (String, [String]) =
      switch self {
      case .addresses(.four, let addresses): ("ipv4_addr", addresses.sorted().map(\.description))
      case .addresses(.six, let addresses): ("ipv6_addr", addresses.sorted().map(\.description))
      case .users(let users): ("uid", users.sorted().map(String.init))
      case .other: ("", [])
      }
    let list = elements.isEmpty ? [] : ["    elements = { \(elements.joined(separator: ", ")) }"]
    return ["  set \(name) {", "    type \(type)"] + list + ["  }"]
  }
}

extension FirewallTable.Chain {
  fileprivate func lines(_ name: String) -> [String] {
    let place =
      switch hook {
      case .filterOutput: ["    type filter hook output priority 0; policy accept;"]
      case .translateOutput: ["    type nat hook output priority -100; policy accept;"]
      case .other, nil: [String]()
      }
    return ["  chain \(name) {"] + place + rules.map { "    \($0.text)" } + ["  }"]
  }
}

extension FirewallTable.Rule {
  /// The rule as nft(8) reads it.
  var text: String { (matches.map(\.text) + [verdict.text]).joined(separator: " ") }
}

extension FirewallTable.Match {
  fileprivate var text: String {
    switch self {
    case .loopback: "oifname \"lo\""
    case .otherUser(let id): "meta skuid != \(id)"
    case .user(let id): "meta skuid \(id)"
    case .userFrom(let id): "meta skuid >= \(id)"
    case .userWithin(let range): "meta skuid \(range.lowerBound)-\(range.upperBound)"
    case .users(let set): "meta skuid @\(set)"
    case .destination(.four, let set): "ip daddr @\(set)"
    case .destination(.six, let set): "ip6 daddr @\(set)"
    case .isTCP: "meta l4proto tcp"
    case .portTCP(let port): "tcp dport \(port)"
    case .portUDP(let port): "udp dport \(port)"
    case .other: ""
    }
  }
}

extension FirewallTable.Verdict {
  fileprivate var text: String {
    switch self {
    case .accept: "accept"
    case .jump(let chain): "jump \(chain)"
    case .leave: "return"
    case .reset: "reject with tcp reset"
    case .unreachable: "reject with icmpx type port-unreachable"
    case .redirect(let address, let port):
      address.family == .four ? "dnat ip to \(address):\(port)" : "dnat ip6 to [\(address)]:\(port)"
    case .other: ""
    }
  }
}
