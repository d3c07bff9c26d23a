import SchedulerJSON

/// What the kernel contains, as `nft -j -n list table` prints it; see libnftables-json(5).
extension FirewallTable {
  /// Reads a listing.
  ///
  /// - Throws: why it is none.
  init(listing bytes: [UInt8]) throws(AdapterError) {
    guard let items = try Self.items(of: bytes) else { throw AdapterError("nft(8) lists the table in an unknown form") }
    for item in items {
      guard let member = item.objectValue?.members.first else { continue }
      let value = member.value
      switch member.key {
      case "metainfo": continue
      case "table": if value["flags"] != nil { others.append("flags") }
      case "set": sets[value["name"]?.stringValue ?? ""] = ElementSet(value)
      case "chain": chains[value["name"]?.stringValue ?? "", default: Chain()].hook = Hook(value)
      case "rule":
        let rule = Rule((value["expr"]?.arrayValue ?? []).filter { $0.stringValue == nil })
        chains[value["chain"]?.stringValue ?? "", default: Chain()].rules.append(rule)
      default: others.append(member.key)
      }
    }
  }

  private static func items(of bytes: [UInt8]) throws(AdapterError) -> [JSONValue]? {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes)["nftables"]?.arrayValue
    } catch {
      throw AdapterError("nft(8) lists the table in an unknown form: \(error)")
    }
  }

  /// Returns the tables of `nft -j list tables` with our family and name.
  static func isListed(in bytes: [UInt8]) throws(AdapterError) -> Bool {
    try items(of: bytes)?.contains {
      $0["table"]?["family"]?.stringValue == "inet" && $0["table"]?["name"]?.stringValue == name
    } ?? false
  }

  /// Returns the first difference to what the kernel contains, as the predicate of a sentence; nil if there is none.
  func difference(to found: FirewallTable) -> String? {
    let (wanted, found) = (normalized, found.normalized)
    if wanted == found { return nil }
    for (name, chain) in wanted.chains.sorted(by: { $0.key < $1.key }) where found.chains[name] != chain {
      guard let other = found.chains[name] else { return "lacks the chain '\(name)'" }
      return other.rules == chain.rules
        ? "asks the chain '\(name)' elsewhere" : "has other rules in the chain '\(name)'"
    }
    for (name, set) in wanted.sets.sorted(by: { $0.key < $1.key }) where found.sets[name] != set {
      return found.sets[name] == nil ? "lacks the set '\(name)'" : "has other elements in the set '\(name)'"
    }
    return "contains what schedctl has not added"
  }

  /// The table without what nft(8) adds to some rules and, by its version, lists or not: a reset implies TCP.
  private var normalized: FirewallTable {
    var table = self
    for name in chains.keys {
      table.chains[name]?.rules = (chains[name]?.rules ?? []).map { rule in
        guard rule.verdict == .reset else { return rule }
        return Rule(matches: rule.matches.filter { $0 != .isTCP }, verdict: .reset)
      }
    }
    return table
  }
}

extension FirewallTable.ElementSet {
  fileprivate init(_ value: JSONValue) {
    let elements = (value["elem"]?.arrayValue ?? []).map { $0["elem"]?["val"] ?? $0 }
    let unusual = ["flags", "timeout", "size", "stmt", "gc-interval"].first { value[$0] != nil }
    self = .other(unusual ?? value["type"]?.stringValue ?? "type")
    guard unusual == nil, let type = value["type"]?.stringValue else { return }
    if type == "uid" {
      let users = elements.compactMap { $0.integerValue.flatMap { UInt32(exactly: $0) } }
      if users.count == elements.count { self = .users(Set(users)) }
    } else if let family: NetworkAddress.Family = type == "ipv4_addr" ? .four : type == "ipv6_addr" ? .six : nil {
      let addresses = elements.compactMap { $0.stringValue.flatMap { NetworkAddress($0) } }
      if addresses.count == elements.count { self = .addresses(family, Set(addresses)) }
    }
  }
}

extension FirewallTable.Hook {
  fileprivate init?(_ chain: JSONValue) {
    guard let hook = chain["hook"]?.stringValue else { return nil }
    let type = chain["type"]?.stringValue ?? ""
    let priority = chain["prio"]?.integerValue ?? .min
    let policy = chain["policy"]?.stringValue ?? ""
    switch (type, hook, priority, policy) {
    case ("filter", "output", 0, "accept"): self = .filterOutput
    case ("nat", "output", -100, "accept"): self = .translateOutput
    default: self = .other("\(type) \(hook) \(priority) \(policy)")
    }
  }
}

extension FirewallTable.Rule {
  /// Reads the statements of a rule.
  fileprivate init(_ statements: [JSONValue]) {
    var matches: [FirewallTable.Match] = []
    var verdict: FirewallTable.Verdict?
    for statement in statements {
      if let match = statement["match"] {
        matches.append(FirewallTable.Match(match))
      } else if verdict == nil {
        verdict = FirewallTable.Verdict(statement)
      } else {
        matches.append(.other("a second statement"))
      }
    }
    self.init(matches: matches, verdict: verdict ?? .other("none"))
  }
}

extension FirewallTable.Match {
  fileprivate init(_ match: JSONValue) {
    let sign = match["op"]?.stringValue ?? ""
    let left = match["left"] ?? .null
    let right = match["right"] ?? .null
    let number = right.integerValue.flatMap { UInt32(exactly: $0) }
    let set = right.stringValue.flatMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil }
    let payload = left["payload"].map { "\($0["protocol"]?.stringValue ?? "") \($0["field"]?.stringValue ?? "")" }
    if left["meta"]?["key"] == .string("skuid"), sign == "==", let range = Self.range(right) {
      self = .userWithin(range)
      return
    }
    switch (left["meta"]?["key"]?.stringValue ?? payload ?? "", sign, number, set) {
    case ("oifname", "==", nil, nil) where right.stringValue == "lo": self = .loopback
    case ("skuid", "!=", let id?, _): self = .otherUser(id)
    case ("skuid", "==", let id?, _): self = .user(id)
    case ("skuid", ">=", let id?, _): self = .userFrom(id)
    case ("skuid", "==", nil, let set?): self = .users(set)
    case ("ip daddr", "==", nil, let set?): self = .destination(.four, set: set)
    case ("ip6 daddr", "==", nil, let set?): self = .destination(.six, set: set)
    case ("l4proto", "==", let value, _) where value == 6 || right.stringValue == "tcp": self = .isTCP
    case ("tcp dport", "==", let port?, _): self = .portTCP(UInt16(truncatingIfNeeded: port))
    case ("udp dport", "==", let port?, _): self = .portUDP(UInt16(truncatingIfNeeded: port))
    default: self = .other("\(left) \(sign) \(right)")
    }
  }

  /// Reads `{"range": [FIRST, LAST]}`; nil for anything else.
  private static func range(_ value: JSONValue) -> ClosedRange<UInt32>? {
    let ends = (value["range"]?.arrayValue ?? []).compactMap { $0.integerValue.flatMap { UInt32(exactly: $0) } }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }
}

extension FirewallTable.Verdict {
  fileprivate init(_ statement: JSONValue) {
    let member = statement.objectValue?.members.first
    let value = member?.value ?? .null
    self = .other(member?.key ?? "")
    switch member?.key ?? "" {
    case "accept": self = .accept
    case "return": self = .leave
    case "jump": if let target = value["target"]?.stringValue { self = .jump(target) }
    case "reject":
      let type = value["type"]?.stringValue
      let code = value["expr"]
      if type == "tcp reset" { self = .reset }
      // The kernel's own code for an unreachable port is 1; it is what nft(8) means if it writes none.
      let isPort = code == nil || code == .integer(1) || code == .string("port-unreachable")
      if type == nil || type == "icmpx", isPort { self = .unreachable }
    case "dnat":
      let port = value["port"]?.integerValue.flatMap { UInt16(exactly: $0) }
      if let port, let address = value["addr"]?.stringValue.flatMap({ NetworkAddress($0) }), value["flags"] == nil {
        self = .redirect(address, port: port)
      }
    default: break
    }
  }
}
