/// The table of a plan.
extension FirewallPlan {
  /// What is known besides the plan.
  struct Surroundings: Sendable {
    /// The addresses of the names.
    var book = AddressBook()
    /// The name server of this machine that filters names; nil if there is none.
    var nameServer: LocalNameServer?
    /// Addresses that stay reachable: those of the name servers that the machine asks.
    var spared: Set<NetworkAddress> = []
    /// The users who ask name servers elsewhere for the machine.
    var askers = NameServiceUsers()
    /// Whether the kernel can redirect packets.
    var canRedirect = true
  }

  /// Maximum number of addresses. They take about 1 MiB of the kernel's memory, and a change 0.04 s.
  static let addressLimit = 8192

  /// Returns the table, and what it lacks of the plan; nil if it lacks nothing.
  ///
  /// Complexity: O(n log n) for n addresses.
  func table(in surroundings: Surroundings) -> (table: FirewallTable, gap: String?) {
    var table = FirewallTable()
    let (groups, gap) = groups(in: surroundings)
    var output = FirewallTable.Chain(hook: .filterOutput, rules: [.init(matches: [.loopback], verdict: .accept)])
    addNameRules(to: &table, output: &output, in: surroundings)
    for (number, group) in groups.enumerated() where !group.addresses.isEmpty {
      add(group, number: number, to: &table, output: &output)
    }
    table.chains["output"] = output
    return (table, gap)
  }

  /// The addresses that are blocked for some users.
  private struct Group {
    let users: CoveredUsers
    var addresses: [NetworkAddress: Int64] = [:]
  }

  /// Joins the parts with equal users. If there are too many addresses, those that were seen last stay.
  private func groups(in surroundings: Surroundings) -> ([Group], gap: String?) {
    var groups: [Group] = []
    for part in parts {
      let place = groups.firstIndex { $0.users == part.users } ?? groups.count
      if place == groups.count { groups.append(Group(users: part.users)) }
      let blocked = addresses(of: part, in: surroundings)
      groups[place].addresses.merge(blocked, uniquingKeysWith: max)
    }
    let count = groups.reduce(0) { $0 + $1.addresses.count }
    guard count > Self.addressLimit else { return (groups, nil) }
    let all = groups.enumerated().flatMap { place, group in
      group.addresses.map { (place: place, address: $0.key, seen: $0.value) }
    }
    let sorted = all.sorted { ($1.seen, $0.place, $0.address) < ($0.seen, $1.place, $1.address) }
    for surplus in sorted[Self.addressLimit...] { groups[surplus.place].addresses[surplus.address] = nil }
    return (groups, "the names have \(count) addresses, and the firewall blocks \(Self.addressLimit) of them")
  }

  private func addresses(of part: Part, in surroundings: Surroundings) -> [NetworkAddress: Int64] {
    var spared = surroundings.spared
    for name in part.exceptions { spared.formUnion(surroundings.book.addresses(of: name).keys) }
    var addresses: [NetworkAddress: Int64] = [:]
    for name in part.names { addresses.merge(surroundings.book.addresses(of: name), uniquingKeysWith: max) }
    addresses = addresses.filter { $0.key.isPublic && !spared.contains($0.key) }
    // A listed address is meant as it is, whatever else it has. Only the machine's name servers stay reachable.
    for address in part.addresses where !surroundings.spared.contains(address) { addresses[address] = .max }
    return addresses
  }

  private func add(
    _ group: Group, number: Int, to table: inout FirewallTable, output: inout FirewallTable.Chain
  ) {
    let chain = "blocked\(number)"
    var rules: [FirewallTable.Rule] = []
    for family in NetworkAddress.Family.allCases {
      let addresses = Set(group.addresses.keys.filter { $0.family == family })
      if addresses.isEmpty { continue }
      let set = "\(family == .four ? "four" : "six")\(number)"
      table.sets[set] = .addresses(family, addresses)
      let destination = FirewallTable.Match.destination(family, set: set)
      rules.append(.init(matches: [destination, .isTCP], verdict: .reset))
      rules.append(.init(matches: [destination, .portUDP(443)], verdict: .unreachable))
    }
    table.chains[chain] = FirewallTable.Chain(rules: rules)
    switch group.users {
    case .everybodyButRoot: output.rules.append(.init(matches: [.otherUser(0)], verdict: .jump(chain)))
    case .only(let users):
      table.sets["users\(number)"] = .users(users)
      output.rules.append(.init(matches: [.users("users\(number)")], verdict: .jump(chain)))
    }
  }
}

/// The rules for questions about names.
extension FirewallPlan {
  /// Adds the rules for users whose names are filtered: questions go to the filtering name server, and encrypted ones
  /// are refused.
  private func addNameRules(
    to table: inout FirewallTable, output: inout FirewallTable.Chain, in surroundings: Surroundings
  ) {
    let server = surroundings.canRedirect ? surroundings.nameServer : nil
    let target = server.flatMap { NetworkAddress($0.address) }
    var askers = surroundings.askers
    if let server { askers.services.insert(server.userID) }
    let (people, spared) = filteredPeople(sparing: askers, in: &table)
    if people.isEmpty { return }
    if let target {
      // A question that was led to the name server still has the interface to which it was sent.
      table.sets["target"] = .addresses(target.family, [target])
      output.rules.append(.init(matches: [.destination(target.family, set: "target")], verdict: .accept))
    }
    output.rules += people.map { .init(matches: [$0], verdict: .jump("names")) }
    let ports: [UInt16] = target == nil ? [853] : [53, 853]
    table.chains["names"] = FirewallTable.Chain(rules: spared + ports.flatMap(Self.refusal))
    guard let server, let target else { return }
    let redirects = [FirewallTable.Match.portUDP(53), .portTCP(53)].map {
      FirewallTable.Rule(matches: [$0], verdict: .redirect(target, port: server.port))
    }
    table.chains["redirects"] = FirewallTable.Chain(rules: spared + redirects)
    table.chains["translate"] = FirewallTable.Chain(
      hook: .translateOutput,
      rules: [.init(matches: [.loopback], verdict: .accept)]
        + people.map { .init(matches: [$0], verdict: .jump("redirects")) })
  }

  private static func refusal(of port: UInt16) -> [FirewallTable.Rule] {
    [.init(matches: [.portTCP(port)], verdict: .reset), .init(matches: [.portUDP(port)], verdict: .unreachable)]
  }

  /// Returns what matches the users whose names are filtered: all people if a layer covers everybody, and the users
  /// that layers name. And the rules for those among all people who ask as they like.
  private func filteredPeople(
    sparing askers: NameServiceUsers, in table: inout FirewallTable
  ) -> (people: [FirewallTable.Match], spared: [FirewallTable.Rule]) {
    var coversEverybody = false
    var named: Set<UInt32> = []
    for part in parts where part.filtersNames {
      switch part.users {
      case .everybodyButRoot: coversEverybody = true
      case .only(let users): named.formUnion(users)
      }
    }
    named = named.filter { !askers.contains($0) && !(coversEverybody && $0 >= NameServiceUsers.firstPerson) }
    var people: [FirewallTable.Match] = coversEverybody ? [.userFrom(NameServiceUsers.firstPerson)] : []
    if !named.isEmpty {
      table.sets["people"] = .users(named)
      people.append(.users("people"))
    }
    guard coversEverybody else { return (people, []) }
    table.sets["askers"] = .users(askers.beyondServices)
    return (
      people,
      [FirewallTable.Match.users("askers"), .userWithin(NameServiceUsers.dynamic)].map {
        FirewallTable.Rule(matches: [$0], verdict: .leave)
      }
    )
  }
}
