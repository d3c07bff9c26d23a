import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Synchronization
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// What the adapter does besides blocking: with time, after restarts, and where something is missing.
@Suite struct FirewallAdapterTests {
  typealias Layer = ShieldText.LayerText
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  /// What a test changes while an adapter works.
  final class Outside: Sendable {
    let boot = Mutex<Int64>(1_000_000_000)
    let ports = Mutex<[UInt16]>([])
    let server = Mutex<LocalNameServer?>(nil)
  }

  private func adapter(
    _ words: [String]?, outside: Outside = Outside(), locks: Bool = true, isNamed: Bool = true
  ) -> FirewallAdapter {
    FirewallAdapter(
      machine: MachineNames(), nft: words.map { NftProgram($0) }, lockPath: locks ? folder.path + "/lock" : nil,
      isNamed: { isNamed }, nameServer: { outside.server.withLock { $0 } },
      upstreams: { _ in outside.ports.withLock { $0.map { NameServerAddress("127.0.0.1", port: $0) } } },
      now: { outside.boot.withLock { $0 } })
  }

  @Test func `without nft the component is absent, and there is nothing to revert`() throws {
    var adapter = adapter(nil)
    #expect(adapter.probe() == .absent(reason: "nftables is not installed", remedy: "install the package nftables"))
    try adapter.revert()
    try adapter.verify()
    #expect(throws: AdapterError("nftables is not installed", remedy: "install the package nftables")) {
      try adapter.apply(ShieldText.shield(Layer(block: ["203.0.113.1"])))
    }
  }

  @Test func `a kernel that refuses makes the adapter unavailable, with its words`() throws {
    func program(_ script: String) throws -> [String] {
      ["/bin/sh", try folder.write(script.utf8, to: "nft")]
    }
    var refused = adapter(
      try program("echo '/dev/stdin:1:1-5: Error: Could not process rule: Operation not permitted'; exit 1"),
      locks: false)
    guard case .unavailable(let reason, let remedy) = refused.probe() else {
      Issue.record("a refusal was not noticed")
      return
    }
    #expect(
      reason == "the kernel refuses to load the rules of the firewall "
        + "(Error: Could not process rule: Operation not permitted)")
    #expect(remedy.contains("CAP_NET_ADMIN"))
    let barred = try program("echo 'netlink: Error: cache initialization failed: Operation not permitted' >&2; exit 1")
    #expect(throws: AdapterError.self) { try FirewallArtefact(NftProgram(barred)).isPresent() }
    do throws(AdapterError) { try adapter(barred).verify() } catch {
      #expect(
        error.reason == "the kernel refuses to list the tables of the firewall "
          + "(Error: cache initialization failed: Operation not permitted)")
    }
    let odd = adapter(try program("echo 'no JSON'"))
    #expect(throws: AdapterError.self) { try odd.verify() }
  }

  @Test func `a kernel that cannot redirect is a gap only if a name server of the machine filters names`() throws {
    let script = "#!/bin/sh\nif grep -q 'type nat'; then exit 1; fi; echo '{\"nftables\": []}'"
    let program = NftProgram(["/bin/sh", try folder.write(script.utf8, to: "nft")])
    for server in [nil, LocalNameServer(address: "127.0.0.1", userID: 104)] {
      var adapter = FirewallAdapter(
        machine: MachineNames(), nft: program, nameServer: { server }, upstreams: { _ in [] })
      #expect(adapter.probe() == .available)
      let effect = try adapter.apply(ShieldText.shield(Layer(block: ["203.0.113.1"])))
      #expect(effect.gap?.reason.hasPrefix("the kernel cannot redirect") == (server == nil ? nil : true))
    }
  }

  @Test func `a kernel without a firewall has no table`() throws {
    let script = "#!/bin/sh\necho 'mnl.c:60: Unable to initialize Netlink socket: Protocol not supported' >&2; exit 1"
    let program = NftProgram(["/bin/sh", try folder.write(script.utf8, to: "nft")])
    let artefacts = FileArtefacts.all(
      hosts: folder.path + "/hosts", state: folder.path, root: folder.path, nft: program)
    let table = try #require(artefacts.first { $0.adapter == .nftables })
    #expect(try !table.isPresent())
    try table.remove()
    #expect(!FileArtefacts.all(hosts: folder.path + "/hosts", state: folder.path).contains { $0.adapter == .nftables })
  }

  @Test(.enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"))
  func `another daemon finds what is in force, changes nothing, and removes what it does not want`() throws {
    let network = try TestNetwork()
    let shield = try ShieldText.shield(Layer(block: ["203.0.113.1", "203.0.113.2"]))
    var first: FirewallAdapter? = adapter(network.nftWords)
    let effect = try first?.apply(shield)
    #expect(effect?.isConcerned == true && effect?.gap == nil)
    var second = adapter(network.nftWords)
    guard case .unavailable(let reason, _) = second.probe() else {
      Issue.record("two daemons change the table")
      return
    }
    #expect(reason == "another daemon, process \(getpid()), writes the table 'inet schedctl'")
    first = nil
    let handles = try network.run("\(TestNetwork.nft) -a list ruleset")
    _ = try second.apply(shield)
    #expect(try network.run("\(TestNetwork.nft) -a list ruleset") == handles && handles.contains("203.0.113.1"))
    let artefact = FirewallArtefact(NftProgram(network.nftWords))
    #expect(try artefact.isPresent())
    #expect(try second.apply(ShieldText.shield(Layer())) == AdapterEffect(isConcerned: false))
    #expect(try !artefact.isPresent() && network.ruleset() == "")
    _ = try second.apply(shield)
    try artefact.remove()
    try artefact.remove()
    #expect(second.work(atBoot: 1_000_000_000).repairs == [])
    #expect(second.work(atBoot: 61_000_000_000).repairs == ["another program removed the table 'inet schedctl'"])
    try network.run("\(TestNetwork.nft) flush ruleset")
    #expect(second.work(atBoot: 122_000_000_000).repairs == ["another program removed the table 'inet schedctl'"])
    #expect(try artefact.isPresent())
    try second.revert()
  }

  @Test(
    .enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"),
    .enabled(if: NameServerPair.exists, "there is no \(NameServerPair.dnsmasq)"))
  func `names are looked up again, new addresses are added, and old ones stay while connections may last`() throws {
    let network = try TestNetwork()
    let nft = NftProgram(network.nftWords)
    let outside = Outside()
    var adapter = adapter(network.nftWords, outside: outside)
    let shield = try ShieldText.shield(Layer(block: ["a.example"]))
    // The rules for questions are in force although no server is known.
    var effect = try adapter.apply(shield)
    #expect(effect.gap?.reason == "no name server outside of this machine is known" && effect.isConcerned)
    try adapter.verify()
    var ports: [UInt16] = []
    for address in ["203.0.113.1", "203.0.113.2"] {
      let server = TestNameServer(["a.example/\(address)"])
      ports.append(server.port)
      try network.startHere(server.words)
      let place = NameServerAddress("127.0.0.1", port: server.port)
      try network.wait { (try? NameProbe(of: place).ask(["a.example"]).open.isEmpty) == false }
    }
    func addresses() throws -> [String] {
      guard case .addresses(_, let found)? = try nft.listing()?.sets["four0"] else { return [] }
      return found.sorted().map(\.description)
    }
    // A server that does not answer is passed over.
    let silent = NameServerPair.freePort()
    outside.ports.withLock { $0 = [silent, ports[0]] }
    outside.boot.withLock { $0 += 30_000_000_000 }
    #expect(adapter.work(atBoot: 31_000_000_000).nextBoot == 91_000_000_000)
    #expect(try addresses() == ["203.0.113.1"])
    effect = try adapter.apply(shield)
    #expect(effect.gap == nil)
    outside.ports.withLock { $0 = [ports[1]] }
    outside.boot.withLock { $0 += 60_000_000_000 }
    #expect(adapter.work(atBoot: 91_000_000_000).repairs == [])
    #expect(try addresses() == ["203.0.113.1", "203.0.113.2"])
    outside.boot.withLock { $0 += 3_600_000_000_000 }
    _ = adapter.work(atBoot: 3_691_000_000_000)
    #expect(try addresses() == ["203.0.113.2"])
    try adapter.verify()
    try adapter.revert()
  }

  @Test(.enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"))
  func `unless it is named, the addresses of names are blocked for two minutes after each change`() throws {
    let network = try TestNetwork()
    let nft = NftProgram(network.nftWords)
    let outside = Outside()
    let server = TestNameServer(["a.example/203.0.113.1", "b.example/203.0.113.2"])
    try network.startHere(server.words)
    let place = NameServerAddress("127.0.0.1", port: server.port)
    try network.wait { (try? NameProbe(of: place).ask(["a.example"]).open.isEmpty) == false }
    outside.ports.withLock { $0 = [server.port] }
    var adapter = adapter(network.nftWords, outside: outside, isNamed: false)
    func addresses() throws -> [String] {
      guard case .addresses(_, let found)? = try nft.listing()?.sets["four0"] else { return [] }
      return found.sorted().map(\.description)
    }
    func work(afterSeconds seconds: Int64) throws -> Int64? {
      let boot = outside.boot.withLock { boot in
        boot += seconds * 1_000_000_000
        return boot
      }
      return try #require(adapter.work(atBoot: boot).nextBoot) / 1_000_000_000
    }
    let both = try ShieldText.shield(Layer(block: ["a.example", "b.example"]))
    let effect = try adapter.apply(both)
    #expect(effect.limits.contains { $0.contains("for two minutes after a change") } && effect.gap == nil)
    #expect(try addresses() == ["203.0.113.1", "203.0.113.2"])
    // The name server that filters names may be there a moment later.
    outside.server.withLock { $0 = LocalNameServer(address: "127.0.0.1", port: server.port, userID: 0) }
    #expect(try nft.listing()?.chains["redirects"] == nil)
    _ = try work(afterSeconds: 2)
    #expect(try nft.listing()?.chains["redirects"] != nil)
    _ = try work(afterSeconds: 117)
    _ = try adapter.apply(both)
    #expect(try addresses().count == 2 && work(afterSeconds: 0) == 121)
    _ = try work(afterSeconds: 1)
    #expect(try addresses() == [] && nft.listing()?.chains["names"] != nil)
    try adapter.verify()
    _ = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example"])))
    #expect(try addresses() == ["203.0.113.1"])
    let all = try adapter.apply(try ShieldText.shield(Layer(block: ["203.0.113.9"], all: true)))
    #expect(all.gap == nil)
    _ = try work(afterSeconds: 300)
    #expect(try addresses() == ["203.0.113.9"])
    try adapter.revert()
  }

  @Test(.enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"))
  func `where programs ask this machine alone, names are looked up at the servers that its name server asks`() throws {
    let network = try TestNetwork()
    let server = TestNameServer(["a.example/203.0.113.1"])
    try network.startHere(server.words)
    let place = NameServerAddress("127.0.0.1", port: server.port)
    try network.wait { (try? NameProbe(of: place).ask(["a.example"]).open.isEmpty) == false }
    let outside = Outside()
    try folder.write("nameserver 127.0.0.1\n", to: "etc/resolv.conf")
    let root = folder.path
    var adapter = FirewallAdapter(
      machine: MachineNames(), nft: NftProgram(network.nftWords), nameServer: { outside.server.withLock { $0 } },
      upstreams: { UpstreamServers(root: root).servers(except: $0) }, now: { outside.boot.withLock { $0 } })
    let effect = try adapter.apply(try ShieldText.shield(Layer(block: ["a.example"])))
    #expect(effect.isConcerned && effect.gap == nil)
    outside.server.withLock { $0 = LocalNameServer(address: "127.0.0.1", userID: 0, upstreams: [place]) }
    outside.boot.withLock { $0 += 2_000_000_000 }
    _ = adapter.work(atBoot: 3_000_000_000)
    #expect(try NftProgram(network.nftWords).listing()?.sets["four0"] == .addresses(.four, [.four(0xCB00_7101)]))
    try adapter.revert()
  }

  @Test(.enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"))
  func `what the kernel lists equals what was loaded, whatever it was, and one changed element is seen`() throws {
    let network = try TestNetwork()
    let nft = NftProgram(network.nftWords)
    var random = SeededGenerator(seed: 15)
    for round in 0..<Laws.count(60, few: 10) {
      let table = Self.table(using: &random)
      try nft.load(table.script)
      let found = try #require(try nft.listing())
      #expect(table.difference(to: found) == nil, "seed 15, round \(round): \(table.script)")
      var other = table
      other.sets["four0"] = .addresses(.four, [.four(.random(in: 0...UInt32.max, using: &random))])
      #expect(other.difference(to: found) != nil)
      for (name, chain) in table.chains where !chain.rules.isEmpty {
        other = table
        other.chains[name]?.rules.removeLast()
        #expect(other.difference(to: found) == "has other rules in the chain '\(name)'", "seed 15, round \(round)")
      }
    }
    try nft.load(FirewallTable.removal)
  }

  /// A table of a plan with random users and addresses.
  private static func table(using random: inout SeededGenerator) -> FirewallTable {
    var table = FirewallTable()
    let four = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      NetworkAddress.four(.random(in: 0...UInt32.max, using: &random))
    }
    let six = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      // Zeros make shortened forms.
      NetworkAddress.six(
        high: .random(in: 0...UInt64.max, using: &random) & (Bool.random(using: &random) ? 0xFFFF_0000_FFFF_0000 : 0),
        low: .random(in: 0...UInt64.max, using: &random) & (Bool.random(using: &random) ? .max : 0xFFFF_0000))
    }
    let users = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      UInt32.random(in: 0...4_294_967_294, using: &random)
    }
    table.sets = [
      "four0": .addresses(.four, Set(four)), "six0": .addresses(.six, Set(six)), "users0": .users(Set(users)),
    ]
    let matches: [FirewallTable.Match] = [
      .loopback, .otherUser(users[0]), .user(users[0]), .userFrom(users[0]), .users("users0"),
      .userWithin(61_184...65_519),
      .destination(.four, set: "four0"), .destination(.six, set: "six0"),
      .portUDP(.random(in: 1 ... .max, using: &random)),
    ]
    let verdicts: [FirewallTable.Verdict] = [.accept, .jump("more"), .leave, .unreachable]
    let rules = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      FirewallTable.Rule(
        matches: [matches[Int.random(in: matches.indices, using: &random)]],
        verdict: verdicts[Int.random(in: verdicts.indices, using: &random)])
    }
    let reset = FirewallTable.Rule(matches: [.destination(.six, set: "six0"), .isTCP], verdict: .reset)
    let redirect = FirewallTable.Rule(
      matches: [.portTCP(53)], verdict: .redirect(Bool.random(using: &random) ? four[0] : six[0], port: 53))
    table.chains = [
      "more": .init(rules: [reset]), "output": .init(hook: .filterOutput, rules: rules),
      "translate": .init(hook: .translateOutput, rules: [redirect]),
    ]
    return table
  }
}
