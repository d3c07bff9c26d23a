import Foundation
import Glibc
import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// What happens to a shield when the file of rules or dnsmasq itself is changed, ended or missing.
@Suite(.enabled(if: NameServerPair.exists, "dnsmasq is not installed"), .serialized)
struct NameServerRepairTests {
  private let pair: NameServerPair
  private let shield: ShieldSet

  init() throws {
    pair = try NameServerPair()
    shield = try ShieldText.shield(ShieldText.LayerText(block: ["a.example", "b.example"]))
  }

  private var text: String { (try? String(contentsOfFile: pair.serversPath, encoding: .utf8)) ?? "none" }

  @Test func `the firewall learns which name server filters names, as long as it does`() throws {
    let filtering = FilteringNameServer()
    var adapter = pair.adapter(filtering: filtering)
    _ = try adapter.apply(shield)
    #expect(filtering.value == nil)
    try adapter.verify()
    let process = try #require(pair.server?.processID)
    let user = try #require(RunningProcess.user(of: process))
    let place = LocalNameServer(
      address: "127.0.0.1", port: pair.port, userID: user,
      upstreams: [NameServerAddress("127.0.0.1", port: pair.upstreamPort)])
    #expect(filtering.value == place)
    pair.killServer()
    #expect(filtering.value == nil)
    #expect(throws: AdapterError.self) { try adapter.verify() }
    try pair.startServer()
    _ = try adapter.apply(shield)
    try adapter.verify()
    #expect(filtering.value == place)
    _ = try adapter.apply(ShieldText.shield(ShieldText.LayerText()))
    #expect(filtering.value == nil)
    try adapter.revert()
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 5000) == 1
  }

  @Test(arguments: [
    "", "garbage\n\u{1}\u{2}server=/x\n", "server=/a.example/127.0.0.1#9\n", "# schedctl: cut", "server=/c.example/\n",
  ])
  func `what another program writes to our file is replaced at once, and counted`(change: String) throws {
    var adapter = pair.adapter()
    _ = try adapter.apply(shield)
    let right = text
    #expect(adapter.work(atBoot: 1_000_000_000).repairs == [])
    // What has no marker, and is not empty, is refused where nothing was applied, and repaired where it was.
    try pair.folder.write(change.hasPrefix("server=/a") ? right + change : change, to: "servers")
    #expect(isReadable(try #require(adapter.descriptor).number))
    let work = adapter.work(atBoot: 5_000_000_000)
    #expect(work.repairs.count == 1 && text == right)
    try adapter.verify()
    #expect(try pair.open("a.example", "www.b.example", "c.example") == ["c.example"])
    // The next repair within a second waits, so that two programs that disagree do not use the processor.
    try pair.folder.write("", to: "servers")
    let early = adapter.work(atBoot: 5_500_000_000)
    #expect(early.repairs == [] && early.nextBoot == 6_000_000_000)
    #expect(adapter.work(atBoot: 6_000_000_000).repairs.count == 1)
    try adapter.revert()
    #expect(text.isEmpty)
  }

  @Test func `a file of another program is refused, and stays as it is`() throws {
    try pair.folder.write("server=/corp.example/10.0.0.1\n", to: "servers")
    var adapter = pair.adapter()
    #expect(
      throws: AdapterError(
        "'\(pair.serversPath)' contains lines of another program",
        remedy: "move them to a file that 'conf-file' names")
    ) { try adapter.apply(shield) }
    try adapter.revert()
    #expect(text == "server=/corp.example/10.0.0.1\n")
  }

  @Test func `the configuration is never changed`() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: pair.configurationPath))
    var adapter = pair.adapter()
    _ = try adapter.apply(shield)
    try adapter.revert()
    #expect(try Data(contentsOf: URL(fileURLWithPath: pair.configurationPath)) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: pair.folder.path)
    #expect(names.filter { $0.hasPrefix(".schedctl") } == [])
  }

  @Test func `a restarted dnsmasq blocks from its first answer on, and is found again`() throws {
    var adapter = pair.adapter()
    _ = try adapter.apply(shield)
    pair.killServer()
    #expect(throws: AdapterError.self) { try adapter.verify() }
    guard case .absent = adapter.probe() else {
      Issue.record("no dnsmasq runs that reads the file")
      return
    }
    #expect(throws: AdapterError.self) { try adapter.apply(shield) }
    let gone = [60, 70].map { adapter.work(atBoot: $0 * 1_000_000_000) }
    #expect(gone.map(\.nextBoot) == [70_000_000_000, 80_000_000_000])
    #expect(gone.map(\.change) == [.lost, nil], "only a change is worth another look")
    // An order in between that fails is no change either.
    #expect(throws: AdapterError.self) { try adapter.apply(shield) }
    #expect(adapter.work(atBoot: 75_000_000_000).change == nil)
    try pair.startServer()
    let back = [90, 100].map { adapter.work(atBoot: $0 * 1_000_000_000) }
    #expect(back.map(\.change) == [.back, nil])
    #expect(try pair.open("a.example", "b.example", "c.example") == ["c.example"])
    try adapter.verify()
    _ = try adapter.apply(shield)
    #expect(adapter.probe() == .available)
    #expect(adapter.work(atBoot: 110_000_000_000).repairs == [])
    try adapter.revert()
    #expect(try pair.becomesOpen(["a.example"]))
  }

  @Test(.enabled(if: geteuid() == 0, "only root starts programs as another user"), arguments: [true, false])
  func `a dnsmasq that a person has started, or could have replaced, is neither read nor signalled`(
    isOwnFile: Bool
  ) throws {
    pair.killServer()
    chmod(pair.folder.path, 0o755)
    let program = pair.folder.path + "/dnsmasq"
    try FileManager.default.copyItem(atPath: NameServerPair.dnsmasq, toPath: program)
    chown(program, isOwnFile ? 0 : 12_345, 0)
    for file in ["log", "servers"] { try pair.folder.write("", to: file) }
    chown(pair.logPath, 12_345, 0)
    try pair.startServer(program, user: isOwnFile ? 12_345 : nil)
    var adapter = pair.adapter()
    guard case .absent = adapter.probe() else {
      Issue.record("it is trusted")
      return
    }
    #expect(throws: AdapterError.self) { try adapter.apply(shield) }
    chown(program, 0, 0)
    pair.killServer()
    try pair.startServer(program)
    #expect(adapter.probe() == .available)
  }

  @Test func `each dnsmasq that reads the file reads it again, also one that has started later`() throws {
    var adapter = pair.adapter()
    _ = try adapter.apply(shield)
    let port = NameServerPair.freePort()
    let second = try BackgroundProcess(
      [NameServerPair.dnsmasq, "--keep-in-foreground", "--conf-file=/dev/null", "--port=\(port)", "--no-resolv"]
        + ["--listen-address=127.0.0.1", "--bind-interfaces", "--no-hosts", "--pid-file=\(pair.folder.path)/second"]
        + ["--servers-file=\(pair.serversPath)", "--address=/c.example/10.1.2.3"]
        + (geteuid() == 0 ? ["--user=root"] : []))
    defer { second.stop(isForced: true) }
    let probe = try NameProbe(of: NameServerAddress("127.0.0.1", port: port))
    while probe.ask(["a.example"]).answerCount == 0 { try #require(!second.hasEnded, "another program has its port") }
    let more = try ShieldText.shield(ShieldText.LayerText(block: ["a.example", "d.example"]))
    #expect(probe.ask(["d.example"]).failed.count == 1)
    let effect = try adapter.apply(more)
    #expect(effect.limits.contains { $0.hasSuffix(" reads the same names, and is not asked whether it blocks them") })
    #expect(probe.ask(["d.example", "a.example"]).areAllBlocked)
    try adapter.revert()
    while probe.ask(["d.example"]).failed.isEmpty {}
  }

  @Test func `doctor has nothing to say about a dnsmasq that reads the file, and helps with one that does not`() throws
  {
    #expect(ComponentFindings.nameServer(ServersFile(pair.serversPath)) == nil)
    let other = ServersFile(
      pair.folder.path + "/other", unboundControl: "", processes: [try #require(pair.server).processID])
    let finding = try #require(ComponentFindings.nameServer(other))
    #expect(finding.gravity == .note && finding.text.contains("reads '\(pair.serversPath)'"))
    #expect(finding.remedy?.hasPrefix("write servers-file=\(other.path) instead") == true)
  }

  @Test func `while programs ask another server, the rules are in force and the adapter says so`() throws {
    try pair.folder.write("nameserver 192.0.2.1\n", to: "root/etc/resolv.conf")
    var adapter = NameServerAdapter(
      machine: MachineNames(), path: pair.serversPath, unboundControl: "/nonexistent",
      resolver: SystemResolver(root: pair.folder.path + "/root"))
    let effect = try adapter.apply(shield)
    #expect(try effect.gap?.reason.hasPrefix("dnsmasq (process ") == true && pair.open("a.example") == [])
    try adapter.revert()
  }

  @Test func `after a failed order nothing is reported again and again, and no name server counts as filtering`() throws
  {
    let filtering = FilteringNameServer()
    var adapter = NameServerAdapter(
      machine: MachineNames(), path: pair.serversPath, unboundControl: "/nonexistent", filtering: filtering,
      resolver: nil)
    _ = try adapter.apply(shield)
    try adapter.verify()
    #expect(filtering.value?.port == pair.port)
    kill(try #require(pair.server).processID, SIGSTOP)
    #expect(throws: AdapterError.self) {
      try adapter.apply(ShieldText.shield(ShieldText.LayerText(block: ["c.example"])))
    }
    #expect(filtering.value == nil)
    pair.killServer()
    #expect(throws: AdapterError.self) {
      try adapter.apply(ShieldText.shield(ShieldText.LayerText(block: ["d.example"])))
    }
    try pair.folder.write("x", to: "servers")
    let descriptor = try #require(adapter.descriptor).number
    #expect(isReadable(descriptor))
    _ = adapter.work(atBoot: 1)
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, 0) == 0)
  }

  @Test func `a stale pid file sends no signal to another process`() throws {
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/bin/sleep")
    other.arguments = ["60"]
    try other.run()
    // It may have been started with SIGTERM blocked, and would keep the output of the tests open.
    defer { kill(other.processIdentifier, SIGKILL) }
    try pair.folder.write("\(other.processIdentifier)\n", to: "pid")
    var adapter = pair.adapter()
    _ = try adapter.apply(shield)
    try adapter.verify()
    #expect(try pair.open("a.example") == [])
    try adapter.revert()
    #expect(other.isRunning)
  }

  @Test func `a stopped dnsmasq is an error of verification, and answers rightly when it continues`() throws {
    var adapter = pair.adapter()
    _ = try adapter.apply(shield)
    let process = try #require(pair.server).processID
    kill(process, SIGSTOP)
    #expect(throws: AdapterError.self) { try adapter.verify() }
    kill(process, SIGCONT)
    try adapter.verify()
  }

  @Test func `what a killed daemon left is an artefact, which is removed without one`() throws {
    let artefact = ServersFile(pair.serversPath)
    #expect(try !artefact.isPresent())
    var adapter: NameServerAdapter? = pair.adapter()
    _ = try adapter?.apply(shield)
    adapter = nil
    #expect(try artefact.isPresent() && pair.open("a.example").isEmpty)
    try artefact.remove()
    #expect(try !artefact.isPresent() && pair.becomesOpen(["a.example"]))
    try artefact.remove()
  }

  @Test func `one daemon of the machine writes the rules, and another one says which`() throws {
    func adapter() -> NameServerAdapter {
      NameServerAdapter(
        machine: MachineNames(), path: pair.serversPath, lockPath: pair.folder.path + "/lock", resolver: nil)
    }
    var first: NameServerAdapter? = adapter()
    #expect(first?.probe() == .available && first?.probe() == .available)
    var second = adapter()
    guard case .unavailable(let reason, _) = second.probe() else {
      Issue.record("two daemons write the rules")
      return
    }
    #expect(reason == "another daemon, process \(getpid()), writes the name server")
    first = nil
    #expect(second.probe() == .available)
  }
}
