import Scheduler

/// The host names that a hosts file blocks for a shield set.
///
/// A hosts file contains exact names only, and it does not distinguish users. A name is blocked if the rules of any
/// layer that lists it block it. The same rules decide about the `www.` variant of a listed name. Addresses and the
/// machine's own names are left out.
public struct BlockedNames: Hashable, Sendable {
  /// The names, sorted by their bytes, each once.
  let names: [String]
  /// What a hosts file applies to more or to less than the set says.
  let limits: [String]
  /// What the set blocks and a hosts file cannot express; nil if there is nothing.
  let gap: AdapterError?

  /// Maximum number of names. Each lookup on the machine reads the file from its start, which takes 0.5 ms with this
  /// number of names and 8 ms with 100,000.
  static let limit = 5000

  /// Collects the names of all layers.
  ///
  /// Complexity: O(n log n) for n listed names.
  init(of shield: ShieldSet, on machine: MachineNames) {
    var names: Set<String> = []
    var limits: [String] = []
    var gaps: [String] = []
    var hasOwnName = false
    let own = OwnNames(machine)
    for layer in shield.layers.map(\.layer) {
      let found = Self.names(in: layer.domains, on: machine, except: own)
      names.formUnion(found)
      hasOwnName = hasOwnName || layer.domains.block.contains { own.contains($0.text) }
      if !found.isEmpty, !layer.coversEverybody {
        limits.append("machine-wide: the domains of '\(layer.profile.key.text)' are blocked for every user")
      }
      gaps += Self.gaps(of: layer, except: own)
    }
    if hasOwnName { limits.append("the names of this machine stay reachable") }
    if !names.isEmpty { limits = Self.general + limits }
    limits += shield.layers.compactMap(\.layer.limitOfNames)
    // They are ASCII, whose order is that of the bytes.
    self.names = names.sorted()
    self.limits = limits
    gap = gaps.isEmpty ? nil : AdapterError(gaps.joined(separator: "; "), remedy: Self.remedy)
  }

  /// Whether a hosts file for a layer has a name.
  public static func contain(_ domain: DomainName, of layer: Layer, on machine: MachineNames) -> Bool {
    names(in: layer.domains, on: machine, except: OwnNames(machine)).contains(domain.text)
  }

  /// The limits of every hosts file.
  private static let general = [
    "exact names and their 'www.' names only; other subdomains are not covered",
    "open connections and caches last up to a minute",
  ]

  private static let remedy =
    "list the domains by name; where another program blocks them, leave out 'hosts' in '[enforce] adapters'"

  /// What a layer blocks and a hosts file cannot express.
  private static func gaps(of layer: Layer, except own: OwnNames) -> [String] {
    let profile = layer.profile.key.text
    var gaps: [String] = []
    if layer.domains.default == .block {
      gaps.append("'\(profile)' blocks all domains, which a hosts file cannot express")
    }
    if layer.domains.block.contains(where: { ListedName.isAddress($0.text) && !own.contains($0.text) }) {
      gaps.append("'\(profile)' blocks addresses, which a hosts file cannot express")
    }
    return gaps
  }

  /// The listed names that the rules block, and their variants.
  private static func names(
    in rules: Layer.DomainRules, on machine: MachineNames, except own: OwnNames
  ) -> Set<String> {
    let index = DomainIndex(rules)
    var names: Set<String> = []
    for listed in rules.block where !ListedName.isAddress(listed.text) && !own.contains(listed.text) {
      for name in ListedName.variants(of: listed.text) where !own.contains(name) {
        if index.decision(for: name.utf8.span, on: machine).isBlocked { names.insert(name) }
      }
    }
    return names
  }
}

/// The names that are never blocked: those by which the machine reaches itself.
struct OwnNames {
  private let machine: MachineNames
  /// Rules that block everything else.
  private let everything: DomainIndex

  /// Prepares the names of a machine.
  init(_ machine: MachineNames) {
    self.machine = machine
    var rules = Layer.DomainRules()
    rules.default = .block
    everything = DomainIndex(rules)
  }

  /// Whether a name or an address is one of them.
  func contains(_ name: String) -> Bool { !everything.decision(for: name.utf8.span, on: machine).isBlocked }
}

/// Names as a hosts file contains them.
private enum ListedName {
  /// Maximum length of a name in bytes (RFC 1035, section 2.3.4).
  private static let lengthLimit = 253

  /// A name, and the one with `www.` before it unless the name begins so itself.
  static func variants(of name: String) -> [String] {
    let longer = "www." + name
    return name.hasPrefix("www.") || longer.utf8.count > lengthLimit ? [name] : [name, longer]
  }

  /// Whether a listed name is an IPv4 address: its last label is a number.
  static func isAddress(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: ".")).last?.allSatisfy { (48...57).contains($0) } ?? false
  }
}
