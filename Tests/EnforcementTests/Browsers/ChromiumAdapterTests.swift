import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

@Suite final class ChromiumAdapterTests {
  typealias LayerText = ShieldText.LayerText
  private let machine: BrowserMachine
  private let managed = "etc/chromium/policies/managed"
  private var own: String { managed + "/99-schedctl.json" }
  private let shield = LayerText(block: ["a.example"])

  init() throws { machine = try BrowserMachine(programs: ["/usr/lib/chromium/chromium"]) }

  private func adapter(filtersNames: Bool = false, lockPath: String? = nil) -> ChromiumAdapter {
    ChromiumAdapter(
      machine: MachineNames(), root: machine.path, lockPath: lockPath, filtersNames: { filtersNames })
  }

  private func members(_ name: String) throws -> [String: Any] {
    let data = try #require(machine.text(name)).data(using: .utf8) ?? Data()
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  private func block(_ name: String) throws -> [String] { try members(name)["URLBlocklist"] as? [String] ?? [] }

  @Test func `a shield is applied, found in force, and reverted with the directories that were created`() throws {
    var adapter = adapter(filtersNames: true)
    #expect(adapter.probe() == .available)
    let effect = try adapter.apply(ShieldText.shield(shield))
    #expect(effect.isConcerned && effect.limits.count == 2 && effect.gap == nil)
    #expect(try block(own) == ["a.example"] && members(own)["DnsOverHttpsMode"] as? String == "off")
    try adapter.verify()
    #expect(
      try FileManager.default.attributesOfItem(atPath: machine.path + "/" + own)[.posixPermissions] as? Int == 0o644)
    try adapter.revert()
    #expect(machine.snapshot() == [:])
    try adapter.verify()
  }

  @Test func `a set without domains removes the file, and a directory that was there stays`() throws {
    try FileManager.default.createDirectory(
      atPath: machine.path + "/etc/chromium/policies", withIntermediateDirectories: true)
    let before = machine.snapshot()
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(try members(own)["DnsOverHttpsMode"] == nil)
    #expect(try adapter.apply(ShieldText.shield(LayerText())) == AdapterEffect(isConcerned: false))
    #expect(machine.snapshot() == before)
  }

  @Test func `applying again writes nothing, also from another process`() throws {
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    let first = try inode()
    _ = try adapter.apply(ShieldText.shield(shield))
    var other = self.adapter()
    _ = try other.apply(ShieldText.shield(shield))
    #expect(try inode() == first)
  }

  private func inode() throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: machine.path + "/" + own)[.systemFileNumber] as? Int
  }

  @Test func `without a browser the adapter is unavailable, and other packages degrade it`() throws {
    let none = try BrowserMachine(programs: [])
    var adapter = ChromiumAdapter(machine: MachineNames(), root: none.path)
    guard case .absent("no browser of the family of Chromium is installed", _) = adapter.probe() else {
      Issue.record("a machine without browsers")
      return
    }
    try machine.write("", to: "var/lib/flatpak/app/com.google.Chrome/x")
    var other = self.adapter()
    guard case .degraded(let reason, _) = other.probe() else {
      Issue.record("a flatpak is not covered")
      return
    }
    #expect(reason == "Chrome (flatpak) is not covered: a flatpak does not see the policies of the machine")
  }

  @Test func `an administrator's lists are contained, their changes followed, and their files untouched`() throws {
    let text = "// ours\n{\"URLBlocklist\": [\"x.example\",], \"URLAllowlist\": [\"ok.x.example\"]}"
    try machine.write(text, to: managed + "/50-admin.json")
    try machine.write("{\"URLBlocklist\": [\"hidden.example\"]", to: managed + "/60-broken.json")
    let before = machine.snapshot()
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(try block(own) == ["x.example", "a.example"])
    #expect(try members(own)["URLAllowlist"] as? [String] == ["ok.x.example"])
    try adapter.verify()
    #expect(adapter.work(atBoot: 1).repairs == [])
    try machine.write("{\"URLBlocklist\": [\"y.example\"]}", to: managed + "/60-broken.json")
    #expect(isReadable(try #require(adapter.descriptor).number))
    #expect(throws: AdapterError.self) { try adapter.verify() }
    #expect(adapter.work(atBoot: 2_000_000_000).repairs == [])
    #expect(try block(own) == ["y.example", "a.example"])
    try adapter.verify()
    try machine.write("{\"URLBlocklist\": [\"hidden.example\"]", to: managed + "/60-broken.json")
    try adapter.revert()
    #expect(machine.snapshot() == before)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 5000) == 1
  }

  @Test func `a directory that cannot be read keeps the policies in no other one`() throws {
    try machine.write("", to: "opt/brave.com/brave/brave")
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    try machine.remove(managed)
    try machine.write("", to: managed)
    let error = #expect(throws: AdapterError.self) { try adapter.revert() }
    #expect(error?.reason.contains("/" + managed) == true && machine.snapshot()["brave"] == nil)
  }

  @Test func `a file of an administrator that is too large to be read is a limit`() throws {
    let path = "etc/chromium/policies/managed/a.json"
    try machine.write("{\"URLBlocklist\": [\"theirs.example\"]}" + String(repeating: " ", count: 1 << 20), to: path)
    var adapter = ChromiumAdapter(machine: MachineNames(), root: machine.path)
    let effect = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"])))
    #expect(effect.limits.contains { $0.contains("/a.json' cannot be read; its lists are ignored: ") })
    #expect(machine.text(own) == nil && machine.text(managed + "/zz-schedctl.json") != nil)
    // Named after ours, it decides if it has a list, and the shield may be without effect.
    try machine.write(machine.text(path) ?? "", to: managed + "/zzz.json")
    let error = #expect(throws: AdapterError.self) { try adapter.verify() }
    #expect(error?.reason.contains("zzz.json' may decide, because its name is after 'zz-schedctl.json'") == true)
    #expect(error?.remedy == "rename it, for example to '50-zzz.json'")
    #expect(throws: AdapterError.self) { try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"]))) }
  }

  @Test func `a file that cannot be read and has our name decides as well`() throws {
    try machine.write(String(repeating: " ", count: (1 << 20) + 1), to: managed + "/zz-schedctl.json")
    var adapter = adapter()
    #expect(throws: AdapterError.self) { try adapter.apply(ShieldText.shield(self.shield)) }
    try machine.remove(managed + "/zz-schedctl.json")
    try machine.write(String(repeating: " ", count: (1 << 20) + 1), to: own)
    _ = try adapter.apply(ShieldText.shield(shield))
    try adapter.verify()
    #expect(try block(managed + "/zz-schedctl.json") == ["a.example"])
  }

  @Test func `where another file would decide, a later name is used, and an even later one is an error`() throws {
    try machine.write("{\"URLBlocklist\": [\"x.example\"]}", to: managed + "/policy.json")
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(machine.text(own) == nil)
    #expect(try block(managed + "/zz-schedctl.json") == ["x.example", "a.example"])
    try machine.remove(managed + "/policy.json")
    #expect(adapter.work(atBoot: 1).repairs == [])
    #expect(try block(own) == ["a.example"] && machine.text(managed + "/zz-schedctl.json") == nil)
    try machine.write("{\"URLBlocklist\": 5}", to: managed + "/zzz.json")
    let path = "\(machine.path)/\(managed)"
    let error = AdapterError(
      "'\(path)/zzz.json' decides, because its name is after 'zz-schedctl.json'",
      remedy: "rename it, for example to '50-zzz.json'")
    #expect(throws: error) { try adapter.verify() }
    #expect(throws: error) { try adapter.apply(ShieldText.shield(self.shield)) }
    // A file with our name and without the marker is another's.
    try machine.remove(managed + "/zzz.json")
    try adapter.revert()
    try machine.write("{\"URLBlocklist\": [\"mine.example\"]}", to: own)
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(try block(managed + "/zz-schedctl.json") == ["mine.example", "a.example"])
    try adapter.revert()
    #expect(machine.text(own) == "{\"URLBlocklist\": [\"mine.example\"]}")
  }

  @Test func `a file that another program removes, empties or hides is repaired and counted`() throws {
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(adapter.descriptor != nil && adapter.work(atBoot: 1).repairs == [])
    try machine.remove(own)
    #expect(isReadable(try #require(adapter.descriptor).number))
    #expect(adapter.work(atBoot: 2).repairs == ["another program changed the policy in '\(machine.path)/\(managed)'"])
    #expect(try block(own) == ["a.example"])
    try machine.write("", to: own)
    // The next repair within a second waits, so that two programs that disagree do not use the processor.
    #expect(adapter.work(atBoot: 3).repairs == [])
    #expect(adapter.work(atBoot: 1_000_000_002).repairs.count == 1)
    try adapter.verify()
    chmod(machine.path + "/" + own, 0o600)
    #expect(throws: AdapterError.self) { try adapter.verify() }
    try adapter.revert()
    #expect(adapter.descriptor == nil && adapter.work(atBoot: 9_000_000_000).repairs == [])
    #expect(machine.snapshot() == [:])
  }

  @Test func `a change is written again after 10 s, 30 s and then each minute`() throws {
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    let start: Int64 = 5_000_000_000
    var boot = start
    var times: [Int64] = []
    var last = try inode()
    for _ in 0..<5 {
      boot = try #require(adapter.work(atBoot: boot).nextBoot)
      let written = try inode()
      if written != last { times.append(boot) }
      last = written
    }
    #expect(boot - start == 210_000_000_000)
    _ = adapter.work(atBoot: boot)
    #expect(try inode() != last)
    try adapter.verify()
    var schedule = RewriteSchedule()
    #expect(schedule.nextBoot == .max)
    schedule.advance(atBoot: 0)
    var found: [Int64] = []
    for _ in 0..<5 {
      found.append(schedule.nextBoot / 1_000_000_000)
      schedule.advance(atBoot: schedule.nextBoot)
    }
    #expect(found == [10, 30, 90, 150, 210])
  }

  @Test func `browsers are made to look again 10 s and 30 s after the end, and then nothing happens any more`() throws {
    try machine.write("{}", to: managed + "/50-admin.json")
    let before = machine.snapshot()
    let directory = machine.path + "/" + managed
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    _ = adapter.work(atBoot: 1)
    try adapter.revert()
    var lastChange = (0, 0)
    func changed() -> Bool {
      var status = stat()
      guard stat(directory, &status) == 0 else { return false }
      defer { lastChange = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec) }
      return lastChange != (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
    _ = changed()
    usleep(20_000)
    #expect(adapter.work(atBoot: 5).nextBoot == 10_000_000_005)
    #expect(adapter.work(atBoot: 9_000_000_000).nextBoot == 10_000_000_005 && !changed())
    #expect(adapter.work(atBoot: 10_000_000_005).nextBoot == 30_000_000_005 && changed())
    usleep(20_000)
    #expect(adapter.work(atBoot: 30_000_000_005).nextBoot == nil && changed())
    usleep(20_000)
    #expect(adapter.work(atBoot: 99_000_000_000).nextBoot == nil && !changed())
    #expect(machine.snapshot() == before)
    // A revert that finds nothing needs no look.
    try adapter.revert()
    #expect(adapter.work(atBoot: 100_000_000_000).nextBoot == nil)
  }

  @Test func `a directory that went with the file is there for a moment only`() throws {
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    try adapter.revert()
    var watch = RepairWatch()
    watch.follow([WatchedPath(machine.path + "/" + managed, isDirectory: true)])
    _ = adapter.work(atBoot: 0)
    #expect(adapter.work(atBoot: 10_000_000_000).nextBoot == 30_000_000_000)
    #expect(isReadable(try #require(watch.descriptor).number))
    #expect(machine.snapshot() == [:])
  }

  @Test func `one daemon of the machine writes the policies, and another one says which`() throws {
    let path = machine.path + "/run/chromium.lock"
    var first: ChromiumAdapter? = adapter(lockPath: path)
    #expect(first?.probe() == .available)
    var second = adapter(lockPath: path)
    guard case .unavailable(let reason, _) = second.probe() else {
      Issue.record("two daemons write the policies")
      return
    }
    #expect(reason == "another daemon, process \(getpid()), writes the policies of Chromium")
    first = nil
    #expect(second.probe() == .available)
  }

  @Test func `the artefacts remove the file and what killed processes left, without an adapter`() throws {
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    try machine.write("x", to: "etc/chromium/policies/.schedctl-0123456789abcdef")
    let artefacts = ChromiumDirectory.usual(root: machine.path)
    #expect(try artefacts.filter { try $0.isPresent() }.count == 1)
    for artefact in artefacts { try artefact.remove() }
    #expect(machine.snapshot() == [:])
  }

  @Test func `a layer whose users do not exist blocks nothing, not even for everybody`() throws {
    try machine.write("kim:x:1000:1000::/home/kim:/bin/sh\n", to: "passwd")
    let accounts = AccountDatabase(
      passwordFile: machine.path + "/passwd", groupFile: machine.path + "/group", getent: nil)
    var adapter = ChromiumAdapter(machine: MachineNames(), root: machine.path, accounts: accounts)
    let effect = try adapter.apply(ShieldText.shield(LayerText(users: ["ghost"], block: ["a.example"])))
    #expect(!effect.isConcerned && effect.limits == ["there is no user 'ghost'"])
    #expect(machine.snapshot() == [:])
    #expect(try adapter.apply(ShieldText.shield(LayerText(users: ["kim"], block: ["a.example"]))).isConcerned)
  }
}
