import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// The firewall of a real kernel, in a network namespace, with servers in another one.
@Suite(
  .enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"),
  .enabled(if: NameServerPair.exists, "there is no \(NameServerPair.dnsmasq)"))
struct FirewallNetworkTests {
  typealias Layer = ShieldText.LayerText
  private let network: TestNetwork
  private let upstreamPort: UInt16

  init() throws {
    network = try TestNetwork()
    let names = TestNameServer(
      [
        "a.example/198.51.100.2", "a.example/2001:db8::2", "b.example/198.51.100.3", "ok.example/198.51.100.4",
        "shared.example/198.51.100.4", "shared.example/198.51.100.5", "home.example/10.0.0.1",
      ])
    upstreamPort = names.port
    try network.startHere(names.words)
    let address = NameServerAddress("127.0.0.1", port: names.port)
    for _ in 0..<500 {
      if let probe = try? NameProbe(of: address), probe.ask(["ready.example"]).answerCount > 0 { return }
      usleep(10_000)
    }
    throw POSIXError(.ETIMEDOUT)
  }

  private func adapter(nameServer: LocalNameServer? = nil) throws -> FirewallAdapter {
    let passwd = try network.folder.write(
      "kim:x:1000:1000::/:/bin/sh\nlee:x:1001:1001::/:/bin/sh\nunbound:x:1053:1053::/:/bin/false\n", to: "passwd")
    let groups = try network.folder.write("", to: "group")
    let port = upstreamPort
    return FirewallAdapter(
      machine: MachineNames(), accounts: AccountDatabase(passwordFile: passwd, groupFile: groups, getent: nil),
      nft: NftProgram(network.nftWords), nameServer: { nameServer },
      upstreams: { _ in [NameServerAddress("127.0.0.1", port: port)] })
  }

  @Test(arguments: ["198.51.100.2", "2001:db8::2"])
  func `an established connection and a download of a covered user are cut, and those of others stay`(
    address: String
  ) throws {
    var adapter = try adapter()
    #expect(adapter.probe() == .available)
    // The kernel has only checked the rules.
    #expect(try network.ruleset() == "")
    let download = try network.client("download \(address) 80", as: 1000)
    let held = try network.client("hold \(address) 443", as: 1000)
    let other = try network.client("hold \(address) 443", as: 1001)
    for process in [download, held, other] { #expect(process.lines(3).first == "connected") }
    let effect = try adapter.apply(ShieldText.shield(Layer(users: ["kim"], block: ["a.example"])))
    #expect(effect.isConcerned && effect.limits.count == 2)
    #expect(effect.gap == nil)
    try adapter.verify()
    #expect(download.linesToEnd().last == "reset")
    #expect(held.linesToEnd().last == "reset")
    #expect(other.lines(20).last == "echo")
    _ = other.kill()
    #expect(network.result("tcp \(address) 8443") == "refused")
    #expect(network.result("tcp \(address) 8443", as: 1001) == "open")
    #expect(network.result("udp \(address) 443") == "denied")
    #expect(network.result("udp \(address) 443", as: 1001) == "open")
    #expect(network.result("tcp 198.51.100.3 443") == "open")
    try adapter.revert()
    try adapter.verify()
    #expect(network.result("tcp \(address) 443") == "open")
    #expect(try network.ruleset() == "")
  }

  @Test func `for everybody all users but root are covered, and addresses of exceptions and local networks stay open`()
    throws
  {
    var adapter = try adapter()
    let layer = Layer(block: ["a.example", "shared.example", "home.example", "198.51.100.6"], allow: ["ok.example"])
    _ = try adapter.apply(ShieldText.shield(layer))
    try adapter.verify()
    #expect(network.result("tcp 198.51.100.2 443", as: 33) == "refused")
    #expect(network.result("tcp 198.51.100.2 443", as: 0) == "open")
    #expect(network.result("tcp 198.51.100.4 443") == "open")
    #expect(network.result("tcp 198.51.100.5 443") == "refused")
    #expect(network.result("tcp 198.51.100.6 443") == "refused")
    #expect(!(try network.ruleset()).contains("10.0.0.1"))
    try adapter.revert()
  }

  @Test(arguments: [5353, 53] as [UInt16])
  func `questions for other name servers reach that of the machine, and encrypted ones are refused`(
    port: UInt16
  ) throws {
    let local = TestNameServer(["#/203.0.113.1"], port: port)
    let other = TestNameServer(["#/203.0.113.8"], at: "127.0.0.9", port: 53)
    try network.start(local.words)
    try network.start(other.words)
    try network.wait {
      dig("-p \(port) @127.0.0.1", as: 0) == "203.0.113.1" && dig("@127.0.0.9", as: 0) == "203.0.113.8"
    }
    var adapter = try adapter(nameServer: LocalNameServer(address: "127.0.0.1", port: port, userID: 1005))
    #expect(network.result("ask 198.51.100.6 x.example") == "203.0.113.9")
    #expect(network.result("tcp 198.51.100.6 853") == "open")
    _ = try adapter.apply(ShieldText.shield(Layer(block: ["a.example"])))
    try adapter.verify()
    #expect(network.result("ask 198.51.100.6 x.example") == "203.0.113.1")
    #expect(network.result("ask 2001:db8::6 x.example") == "denied")
    #expect(dig("+tcp @198.51.100.6", as: 1000) == "203.0.113.1")
    #expect(network.result("ask 127.0.0.9 x.example") == "203.0.113.8")
    // Root, a service, the name server, other name servers, the user of nothing and a dynamic one.
    for user: UInt32 in [0, 100, 1005, 1053, 65_534, 61_184, 65_519] {
      #expect(network.result("ask 198.51.100.6 x.example", as: user) == "203.0.113.9", "user \(user)")
    }
    for user: UInt32 in [61_183, 65_520, 1_000_000] {
      #expect(network.result("ask 198.51.100.6 x.example", as: user) == "203.0.113.1", "user \(user)")
    }
    for address in ["198.51.100.6", "2001:db8::6"] {
      #expect(network.result("tcp \(address) 853") == "refused")
      #expect(network.result("udp \(address) 853") == "denied")
      #expect(network.result("tcp \(address) 853", as: 100) == "open")
      #expect(network.result("tcp \(address) 853", as: 65_000) == "open")
    }
    try adapter.revert()
    #expect(network.result("ask 198.51.100.6 x.example") == "203.0.113.9")
  }

  private func dig(_ arguments: String, as user: UInt32) -> String {
    let words =
      ["/usr/bin/dig", "+tries=1", "+time=1", "+short", "x.example"] + arguments.split(separator: " ").map(String.init)
    return (try? HostsProcess(network.words(as: user) + words).linesToEnd().last).flatMap { $0 }.map(String.init) ?? ""
  }

  @Test(arguments: [false, true])
  func `a socket that has asked another name server before gets no answer from it any more`(isTracked: Bool) throws {
    // The kernel does not translate the packets of a connection that it tracked before.
    let foreign = "table ip other { chain c { type filter hook output priority 0; ct state established accept; }; }"
    if isTracked { try network.run("\(TestNetwork.nft) 'add \(foreign)'") }
    let local = TestNameServer(["#/203.0.113.1"], port: 5353)
    try network.start(local.words)
    try network.wait { dig("-p 5353 @127.0.0.1", as: 0) == "203.0.113.1" }
    let socket = try network.client("keep 198.51.100.6 x.example", as: 1000)
    #expect(socket.lines(2) == ["203.0.113.9", "203.0.113.9"])
    var adapter = try adapter(nameServer: LocalNameServer(address: "127.0.0.1", port: 5353, userID: 0))
    _ = try adapter.apply(ShieldText.shield(Layer(block: ["a.example"])))
    // Some answers wait in the pipe.
    _ = socket.lines(50)
    #expect(!socket.lines(5).contains("203.0.113.9"))
    #expect(["203.0.113.1", "denied"].contains(socket.kill().last ?? "denied"))
    try adapter.revert()
  }

  @Test func `foreign tables stay byte for byte, and a table that is changed or flushed is found and repaired`() throws
  {
    let foreign =
      "table ip other { chain c { type filter hook output priority 0; counter; ip daddr 198.51.100.3 drop; }; }"
    try network.run("\(TestNetwork.nft) 'add \(foreign)'")
    let before = try network.run("\(TestNetwork.nft) -s list ruleset")
    #expect(before.contains("198.51.100.3"))
    var adapter = try adapter()
    let shield = try ShieldText.shield(Layer(block: ["a.example"]))
    _ = try adapter.apply(shield)
    let handles = try network.run("\(TestNetwork.nft) -a list table inet schedctl")
    _ = try adapter.apply(shield)
    #expect(try network.run("\(TestNetwork.nft) -a list table inet schedctl") == handles)
    let changes = [
      ("flush table inet schedctl", "has other rules"), ("delete table inet schedctl", "has no table"),
      ("flush set inet schedctl four0", "has other elements"),
      ("delete element inet schedctl four0 { 198.51.100.2 }", "has"),
      ("insert rule inet schedctl output accept", "has other rules"), ("add chain inet schedctl more", "has not added"),
    ]
    for (number, (command, difference)) in changes.enumerated() {
      try network.run("\(TestNetwork.nft) '\(command)'")
      do throws(AdapterError) {
        try adapter.verify()
        Issue.record("\(command) was not found")
      } catch {
        #expect(error.reason.contains(difference), "\(command): \(error)")
      }
      let work = adapter.work(atBoot: SystemClocks.boot() + Int64(number + 1) * 61_000_000_000)
      #expect(work.repairs.count == 1 && work.nextBoot != nil, "\(command): \(work.repairs)")
      try adapter.verify()
    }
    try adapter.revert()
    #expect(try network.run("\(TestNetwork.nft) -s list ruleset") == before)
    #expect(adapter.work(atBoot: .max).nextBoot == nil)
  }
}

/// Programs that change the firewall and are killed meanwhile.
@Suite(.enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"))
struct FirewallKillTests {
  @Test func `after kills at any moment the table is whole or missing, and foreign tables are as before`() throws {
    let network = try TestNetwork()
    let nft = NftProgram(network.nftWords)
    try network.run(
      "\(TestNetwork.nft) 'add table ip other { set s { type ipv4_addr; elements = { 198.51.100.3 }; }; }'")
    let before = try network.ruleset()
    var random = SeededGenerator(seed: 3)
    var turnCount = 0
    var sizes: [Int: Int] = [:]
    for round in 0..<Laws.count(40, few: 8) {
      let writer = try HostsProcess([HostsProcess.program, "firewall", "flip"] + network.nftWords)
      var lines = writer.lines(Int.random(in: 1..<5, using: &random))
      usleep(.random(in: 0..<40_000, using: &random))
      lines += writer.kill()
      turnCount += lines.count
      let table = try nft.listing()
      let count = table?.addressCount ?? 0
      sizes[count, default: 0] += 1
      #expect([0, 200, 300].contains(count) && (count > 0) == (table != nil), "round \(round)")
      #expect(table.map { $0.chains.keys.sorted() == ["blocked0", "output"] } ?? true, "round \(round)")
    }
    #expect(turnCount > Laws.count(40, few: 8) && sizes.count > 1, "\(turnCount) turns, \(sizes)")
    try FirewallArtefact(nft).remove()
    #expect(try network.ruleset() == before)
  }
}
