import ProgramTesting
import Scheduler
import SchedulerPlatform
import Synchronization
import Testing

@testable import SchedulerEnforcement

/// The name server of the machine to which the firewall leads questions, while it ends and comes back.
@Suite struct FirewallServerTests {
  typealias Layer = ShieldText.LayerText

  @Test(
    .enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"),
    .enabled(if: NameServerPair.exists, "there is no \(NameServerPair.dnsmasq)"))
  func `questions are led to no name server that has ended, within seconds, and to the next one again`() throws {
    let network = try TestNetwork()
    let nft = NftProgram(network.nftWords)
    let pair = try NameServerPair()
    let filtering = FilteringNameServer()
    let shield = try ShieldText.shield(Layer(block: ["a.example"]))
    var names = pair.adapter(filtering: filtering)
    _ = try names.apply(shield)
    try names.verify()
    let boot = Mutex<Int64>(1_000_000_000)
    var adapter = FirewallAdapter(
      machine: MachineNames(), nft: nft, isNamed: { false }, nameServer: { filtering.value }, upstreams: { _ in [] },
      now: { boot.withLock { $0 } })
    /// Works at the time that the call before returned.
    func work() -> Int64? {
      let next = adapter.work(atBoot: boot.withLock { $0 }).nextBoot
      if let next { boot.withLock { $0 = next } }
      return next
    }
    _ = try adapter.apply(shield)
    #expect(try nft.listing()?.chains["redirects"] != nil)
    _ = work()
    let start = try #require(work())
    pair.killServer()
    #expect(try nft.listing()?.chains["redirects"] != nil)
    #expect(try #require(work()) - start <= 5_000_000_000)
    #expect(try nft.listing()?.chains["redirects"] == nil && nft.listing()?.chains["names"] != nil)
    try adapter.verify()
    try pair.startServer()
    _ = try names.apply(shield)
    try names.verify()
    _ = work()
    #expect(try nft.listing()?.chains["redirects"] != nil)
    try adapter.revert()
    #expect(adapter.work(atBoot: 1).nextBoot == nil)
    try names.revert()
  }

  @Test(.enabled(if: TestNetwork.canWork, "\(TestNetwork.hindrance ?? "")"))
  func `a name in another script is looked up in its ASCII form`() throws {
    let network = try TestNetwork()
    var place = NameServerAddress("127.0.0.1", port: 0)
    // Another process may take a port before dnsmasq has it.
    for attempt in 1...5 {
      let server = TestNameServer(["xn--bcher-kva.example/203.0.113.1"])
      let process = try network.startHere(server.words)
      place = NameServerAddress("127.0.0.1", port: server.port)
      var isOpen = false
      try network.wait {
        isOpen = (try? NameProbe(of: place).ask(["xn--bcher-kva.example"]).open.isEmpty) == false
        return isOpen || process.hasEnded
      }
      if isOpen { break }
      #expect(attempt < 5, "dnsmasq finds no port")
    }
    let upstream = place
    var adapter = FirewallAdapter(
      machine: MachineNames(), nft: NftProgram(network.nftWords), nameServer: { nil }, upstreams: { _ in [upstream] })
    let name = try DomainName("bücher.example").text
    #expect(try adapter.apply(ShieldText.shield(Layer(block: [name]))).gap == nil)
    #expect(try NftProgram(network.nftWords).listing()?.sets["four0"] == .addresses(.four, [.four(0xCB00_7101)]))
    try adapter.verify()
    try adapter.revert()
  }
}
