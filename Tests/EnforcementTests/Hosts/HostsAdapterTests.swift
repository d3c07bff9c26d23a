import CTesting
import Foundation
import ProgramTesting
import Scheduler
import Testing

@testable import SchedulerEnforcement

@Suite final class HostsAdapterTests {
  private let folder: WorkFolder
  private var path: String { folder.path + "/hosts" }
  private let foreign = "127.0.0.1 localhost"

  init() throws { folder = try WorkFolder() }

  private func adapter(services: String = "hosts: files dns\n") throws -> HostsAdapter {
    HostsAdapter(
      machine: MachineNames(), path: path, nameServicesPath: try folder.write(services, to: "nsswitch.conf"))
  }

  private var text: String { String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self) }
  private var names: Set<String> { HostsText(Array(text.utf8)).names }
  private let shield = ShieldText.LayerText(block: ["a.example"])

  private func inode() throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
  }

  @Test func `a shield is applied, found in force, and reverted byte for byte`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    #expect(adapter.probe() == .available)
    let effect = try adapter.apply(ShieldText.shield(shield))
    #expect(effect.isConcerned && effect.limits.count == 2)
    #expect(text.contains("\n0.0.0.0 a.example a.example.\n:: a.example a.example.\n0.0.0.0 www.a.example www."))
    try adapter.verify()
    try adapter.revert()
    #expect(text == foreign)
    try adapter.verify()
  }

  @Test func `applying again writes nothing, also from another process`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    let first = try inode()
    _ = try adapter.apply(ShieldText.shield(shield))
    var other = try self.adapter()
    _ = try other.apply(ShieldText.shield(shield))
    #expect(try inode() == first)
    _ = try other.apply(ShieldText.shield(ShieldText.LayerText(block: ["b.example"])))
    #expect(try inode() != first && names == ["b.example", "www.b.example"])
  }

  @Test func `a set without domains for a hosts file frees all names`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    let effect = try adapter.apply(ShieldText.shield(ShieldText.LayerText()))
    #expect(effect == AdapterEffect(isConcerned: false))
    #expect(text == foreign)
  }

  @Test func `all domains are a gap, and the names of other layers are blocked beside it`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    let all = ShieldText.LayerText(profile: "exam", all: true)
    let reason = "'exam' blocks all domains, which a hosts file cannot express"
    var effect = try adapter.apply(ShieldText.shield(all))
    #expect(!effect.isConcerned && effect.limits.isEmpty && effect.gap?.reason == reason)
    #expect(effect.gap?.remedy.isEmpty == false && text == foreign)
    try adapter.verify()
    effect = try adapter.apply(ShieldText.shield(shield, all))
    #expect(effect.isConcerned && effect.limits.count == 2 && effect.gap?.reason == reason)
    #expect(names == ["a.example", "www.a.example"])
    effect = try adapter.apply(ShieldText.shield(shield))
    #expect(effect.isConcerned && effect.gap == nil)
  }

  @Test func `a missing file is made, and removed with the block`() throws {
    var adapter = try adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(names.count == 2)
    try adapter.revert()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `too many names are refused, and a longer list frees nothing`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    let exact = (0..<2500).map { "n\($0).example" }
    _ = try adapter.apply(ShieldText.shield(ShieldText.LayerText(block: exact)))
    #expect(names.count == 5000)
    #expect(
      throws: AdapterError(
        "the shield contains 5002 names, and a hosts file at most 5000",
        remedy: "block fewer names: each look-up of a program reads the whole file")
    ) {
      try adapter.apply(ShieldText.shield(ShieldText.LayerText(block: exact.dropFirst() + ["x.example", "y.example"])))
    }
    #expect(names.count == 4998 && !names.contains("n0.example") && !names.contains("x.example"))
    try adapter.verify()
  }

  @Test func `a block that another program removes or changes is repaired at once and counted`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(adapter.descriptor != nil && adapter.work(atBoot: 1).repairs == [])
    try folder.write("10.0.0.1 new\n", to: "hosts")
    #expect(throws: AdapterError("'\(path)' does not block the names of the shield")) { try adapter.verify() }
    #expect(isReadable(try #require(adapter.descriptor).number))
    let work = adapter.work(atBoot: 2_000_000_000)
    #expect(work.repairs == ["another program changed the block in '\(path)'"] && work.nextBoot == nil)
    #expect(text.hasPrefix("10.0.0.1 new\n") && names.count == 2)
    // The next repair within a second waits, so that two programs that disagree do not use the processor.
    try folder.write(text.replacing(":: a.example a.example.\n", with: ""), to: "hosts")
    let early = adapter.work(atBoot: 2_500_000_000)
    #expect(early.repairs == [] && early.nextBoot == 3_000_000_000)
    #expect(adapter.work(atBoot: 3_000_000_000).repairs.count == 1)
    try adapter.revert()
    #expect(adapter.descriptor == nil && adapter.work(atBoot: 9_000_000_000).nextBoot == nil)
    #expect(text == "10.0.0.1 new\n")
  }

  @Test func `a name in another script is blocked in its ASCII form`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    let domains = try ["bücher.example", "日本.example"].map { try DomainName($0).text }
    _ = try adapter.apply(ShieldText.shield(ShieldText.LayerText(block: domains)))
    let found = ["xn--bcher-kva.example", "xn--wgv71a.example"]
    #expect(names == Set(found + found.map { "www." + $0 }))
    #expect(text.contains("\n0.0.0.0 xn--bcher-kva.example xn--bcher-kva.example.\n"))
    try adapter.verify()
    try adapter.revert()
    #expect(text == foreign)
  }

  @Test func `while a repair fails, the pauses before the next ones grow to a minute`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    unlink(path)
    mkdir(path, 0o755)
    var boot: Int64 = 1_000_000_000
    var pauses: [Int64] = []
    for _ in 0..<9 {
      let next = try #require(adapter.work(atBoot: boot).nextBoot)
      // A change of the directory in between, such as that of the failed attempt itself, does not bring the next one.
      #expect(adapter.work(atBoot: next - 1).nextBoot == next)
      pauses.append((next - boot) / 1_000_000_000)
      boot = next
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    rmdir(path)
    #expect(adapter.work(atBoot: boot).repairs.count == 1)
    try adapter.verify()
    try adapter.revert()
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 5000) == 1
  }

  @Test func `lines that other programs append are neither tampering nor lost`() throws {
    try folder.write(foreign, to: "hosts")
    var adapter = try adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    try folder.write(text + "10.0.0.2 printer\n", to: "hosts")
    #expect(adapter.work(atBoot: 1).repairs == [])
    try adapter.revert()
    #expect(text == foreign + "\n10.0.0.2 printer\n")
  }

  @Test func `permissions, owner and extended attributes stay, and a link is followed`() throws {
    let target = try folder.write(foreign.utf8, to: "real/hosts", permissions: 0o640)
    if geteuid() == 0 { chown(target, 12345, 54321) }
    let hasAttributes = ctesting_set_attribute(target, "user.test", "value") == 0
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real/hosts")
    var adapter = try adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(names.count == 2 && (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == "real/hosts")
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    if geteuid() == 0 {
      #expect(attributes[.ownerAccountID] as? Int == 12345 && attributes[.groupOwnerAccountID] as? Int == 54321)
    }
    if hasAttributes { #expect(ctesting_has_attribute(target, "user.test", "value") == 1) }
  }

  @Test func `temporary files of killed processes are removed at the first use, and those in use stay`() throws {
    try folder.write(foreign, to: "hosts")
    let forgotten = try folder.write("x", to: ".schedctl-0123456789abcdef")
    let used = try folder.write("x", to: ".schedctl-0123456789abcde0")
    let file = open(used, O_RDONLY)
    defer { close(file) }
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    var adapter = try adapter()
    #expect(adapter.probe() == .available && FileManager.default.fileExists(atPath: forgotten))
    try adapter.revert()
    #expect(!FileManager.default.fileExists(atPath: forgotten) && FileManager.default.fileExists(atPath: used))
  }

  @Test func `one daemon of the machine writes the file, and another one says which`() throws {
    func adapter() -> HostsAdapter {
      HostsAdapter(
        machine: MachineNames(), path: path, lockPath: folder.path + "/lock", nameServicesPath: "/nonexistent")
    }
    try folder.write(foreign, to: "hosts")
    var first: HostsAdapter? = adapter()
    #expect(first?.probe() == .available && first?.probe() == .available)
    var second = adapter()
    guard case .unavailable(let reason, _) = second.probe() else {
      Issue.record("two daemons write the file")
      return
    }
    #expect(reason == "another daemon, process \(getpid()), writes '\(path)'")
    do throws(AdapterError) {
      try second.revert()
      Issue.record("it removes what another daemon has written")
    } catch { #expect(error.isOfAnotherDaemon) }
    first = nil
    #expect(second.probe() == .available)
  }

  @Test func `a file that cannot be written is unavailable with the reason and a remedy`() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere/hosts")
    var adapter = try adapter()
    guard case .unavailable(let reason, let remedy) = adapter.probe() else {
      Issue.record("a link that leads nowhere is no hosts file")
      return
    }
    #expect(reason == "cannot write '\(path)': it is a link that leads nowhere")
    #expect(remedy == "remove the link, or make the file to which it leads")
    var other = HostsAdapter(machine: MachineNames(), path: folder.path)
    let directory = "cannot write '\(folder.path)': it is a directory"
    guard case .unavailable(directory, "move the directory away: a file belongs there") = other.probe() else {
      Issue.record("a directory is no hosts file")
      return
    }
    var unasked = HostsAdapter(
      machine: MachineNames(), path: try folder.write(foreign, to: "own"),
      nameServicesPath: try folder.write("hosts: dns\n", to: "nsswitch.conf"))
    guard case .unavailable = unasked.probe() else {
      Issue.record("a hosts file that nobody asks has no effect")
      return
    }
  }
}
