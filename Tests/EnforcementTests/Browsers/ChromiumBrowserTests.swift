import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// What the real Chromium does with the policies that the adapter writes.
@Suite(
  .serialized, .enabled(if: BrowserMachine.canRun(ChromiumProcess.program), "only root can give Chromium an /etc"))
struct ChromiumBrowserTests {
  typealias LayerText = ShieldText.LayerText
  private let machine: BrowserMachine
  private let server: LoopbackServer

  init() throws {
    machine = try BrowserMachine(programs: ["/usr/lib/chromium/chromium"])
    server = try LoopbackServer()
  }

  private var adapter: ChromiumAdapter { ChromiumAdapter(machine: MachineNames(), root: machine.path) }

  @Test func `a running browser blocks a domain within seconds, and opens it again after the end`() throws {
    var adapter = adapter
    let browser = try ChromiumProcess(on: machine, server: server)
    #expect(try browser.open(address: "http://a.example/") == "open")
    // Until it has come to rest after its start, and watches its policies.
    sleep(4)
    _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"], allow: ["ok.a.example"])))
    try adapter.verify()
    // If the browser does not watch its policies yet, it follows when they are written again.
    let isBlocked = try browser.waits(for: "http://a.example/", isBlocked: true) {
      _ = adapter.work(atBoot: SystemClocks.boot())
    }
    #expect(isBlocked)
    let open = ["http://ok.a.example/", "http://x.ok.a.example/", "http://b.example/", "http://aa.example/"]
    #expect(try browser.blocked(of: open) == [])
    let blocked = ["http://a.example/page", "http://x.a.example/", "http://xok.a.example/", "http://a.example./"]
    #expect(try browser.blocked(of: blocked) == blocked)
    try adapter.revert()
    #expect(try browser.waits(for: "http://a.example/", isBlocked: false))
    #expect(try browser.blocked(of: blocked) == [])
    #expect(machine.snapshot() == [:])
  }

  @Test func `a browser that runs follows a shield and its end, which is measured`() throws {
    // A directory that is there already, as on most machines.
    try FileManager.default.createDirectory(
      atPath: machine.path + "/etc/chromium/policies/managed", withIntermediateDirectories: true)
    var adapter = adapter
    let browser = try ChromiumProcess(on: machine, server: server)
    sleep(8)
    var times: [[Duration]] = [[], []]
    for _ in 0..<5 {
      for isBlocked in [true, false] {
        let start = ContinuousClock.now
        if isBlocked {
          _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"])))
        } else {
          try adapter.revert()
        }
        let follows = try Waiting.until {
          usleep(100_000)
          _ = adapter.work(atBoot: SystemClocks.boot())
          return try (browser.open(address: "http://a.example/") == ChromiumProcess.blocked) == isBlocked
        }
        #expect(follows)
        times[isBlocked ? 0 : 1].append(ContinuousClock.now - start)
      }
    }
    let medians = times.map { $0.sorted()[2] }
    print("measured: \(medians[0]) from a shield to a refused page, \(medians[1]) from its end on; medians of 5")
  }

  @Test func `an end in the first second of a browser is found, at the latest when it is made to look again`() throws {
    for hasDirectory in [true, false] {
      if hasDirectory { try machine.write("{}", to: "etc/chromium/policies/managed/50-admin.json") }
      var adapter = adapter
      _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"])))
      let browser = try ChromiumProcess(on: machine, server: server)
      try adapter.revert()
      _ = adapter.work(atBoot: 0)
      sleep(8)
      #expect(adapter.work(atBoot: 10_000_000_000).nextBoot == 30_000_000_000)
      #expect(try browser.waits(for: "http://a.example/", isBlocked: false))
      if hasDirectory { try machine.remove("etc/chromium") }
    }
  }

  @Test func `with all domains blocked only exceptions and what is not of the web open`() throws {
    var adapter = adapter
    _ = try adapter.apply(ShieldText.shield(LayerText(allow: ["wiki.example", "xn--mnchen-3ya.de"], all: true)))
    try adapter.verify()
    let browser = try ChromiumProcess(on: machine, server: server)
    let blocked = ["http://b.example/", "https://b.example/", "http://10.0.0.1/", "view-source:http://b.example/"]
    #expect(try browser.blocked(of: blocked) == blocked)
    let open = [
      "http://wiki.example/", "http://de.wiki.example/", "http://münchen.de/", "http://localhost/",
      "http://x.localhost/",
      "http://127.0.0.1/", "http://[::1]/", "file:///etc/hostname", "data:text/html,open", "chrome://version/",
    ]
    #expect(try browser.blocked(of: open) == [])
  }

  @Test func `urls block the pages of a site below a path, and leave its other pages open`() throws {
    var adapter = adapter
    let layers = [
      LayerText(allow: ["ok.a.example"], urls: ["a.example/p", "b.example/%C3%A9/"]),
      LayerText(allow: ["c.example"], all: true, urls: ["c.example/q"]),
    ]
    let admin = #"{"URLAllowlist": ["m.a.example", "a.example/p/open"]}"#
    try machine.write(admin, to: "etc/chromium/policies/managed/50-admin.json")
    _ = try adapter.apply(CombinedDomainsTests.shield([layers[0]]))
    try adapter.verify()
    let first = try ChromiumProcess(on: machine, server: server)
    let blocked = [
      "http://a.example/p", "http://x.a.example/p/q?r", "https://a.example:8080/px", "http://b.example/é/c",
      "http://m.a.example/p", "http://a.example/p/open",
    ]
    #expect(try first.blocked(of: blocked) == blocked)
    let open = [
      "http://a.example/", "http://a.example/P", "http://a.example/q?/p", "http://ok.a.example/p",
      "http://m.a.example/",
    ]
    #expect(try first.blocked(of: open) == [])
    _ = try adapter.apply(CombinedDomainsTests.shield([layers[1]]))
    let second = try ChromiumProcess(on: machine, server: server)
    let others = ["http://c.example/q/1", "http://x.c.example/q", "http://d.example/"]
    #expect(try second.blocked(of: others + ["http://c.example/", "http://c.example/r"]) == others)
  }

  @Test func `an administrator's lists hold beside the shield, whatever the names of the files are`() throws {
    let managed = "etc/chromium/policies/managed/"
    let lists =
      #"{"URLBlocklist": ["video.example/shorts", "b.example", "port.a.example:8080"], "URLAllowlist": ["a.example"]}"#
    try machine.write("// " + lists + "\n" + lists, to: managed + "policy.json")
    try machine.write(#"{"URLBlocklist": ["broken.example"]"#, to: managed + "zzzz.json")
    let before = machine.snapshot()
    var adapter = adapter
    _ = try adapter.apply(
      ShieldText.shield(LayerText(block: ["a.example"], allow: ["ok.a.example", "port.a.example"])))
    try adapter.verify()
    let browser = try ChromiumProcess(on: machine, server: server)
    let blocked = [
      "http://a.example/", "http://x.a.example/", "http://video.example/shorts/1", "http://m.video.example/shorts",
      "http://b.example/", "http://port.a.example:8080/",
    ]
    #expect(try browser.blocked(of: blocked) == blocked)
    #expect(try browser.blocked(of: ["http://ok.a.example/", "http://video.example/", "http://broken.example/"]) == [])
    try adapter.revert()
    #expect(machine.snapshot() == before)
  }

  @Test func `a change in the first second of a browser is found, at the latest when it is written again`() throws {
    // A directory that is there already, so that only the time decides.
    try FileManager.default.createDirectory(
      atPath: machine.path + "/etc/chromium/policies/managed", withIntermediateDirectories: true)
    var hasMissed = false
    for _ in 0..<3 where !hasMissed {
      var adapter = adapter
      let browser = try ChromiumProcess(on: machine, server: server)
      _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"])))
      _ = adapter.work(atBoot: 0)
      // Longer than the browser takes for a change that it has seen. It comes to rest meanwhile. On a busy machine it
      // may begin to watch before the change.
      sleep(8)
      hasMissed = try browser.open(address: "http://a.example/") == "open"
      #expect(adapter.work(atBoot: 10_000_000_000).nextBoot == 30_000_000_000)
      #expect(try browser.waits(for: "http://a.example/", isBlocked: true))
      try adapter.revert()
    }
  }

  @Test(arguments: Laws.cases(UInt64(0)..<40, few: 4))
  func `for random shields and administrators the browser decides as the law of the lists says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let theirs = URLLists(
      block: (0..<3).map { _ in URLListsTests.entry(&random, isSimple: false) },
      allow: (0..<3).map { _ in URLListsTests.entry(&random, isSimple: false) })
    let json = try JSONSerialization.data(withJSONObject: ["URLBlocklist": theirs.block, "URLAllowlist": theirs.allow])
    try machine.write(String(decoding: json, as: UTF8.self), to: "etc/chromium/policies/managed/50-admin.json")
    let shield = try CombinedDomainsTests.shield(CombinedDomainsTests.layers(&random))
    let domains = CombinedDomains(of: shield, on: MachineNames())
    var adapter = adapter
    _ = try adapter.apply(shield)
    try adapter.verify()
    let lists = domains.isEmpty ? theirs : URLLists(domains, with: theirs)
    let browser = try ChromiumProcess(on: machine, server: server)
    for _ in 0..<25 {
      let host = CombinedDomainsTests.name(&random)
      let path = ["/", "/p", "/p/q", ":8080/"].randomElement(using: &random) ?? "/"
      let found = try browser.open(address: "http://\(host)\(path)") == ChromiumProcess.blocked
      #expect(found == lists.isBlocked(host: host, path: path), "seed \(seed): \(host)\(path)")
      if domains.isBlocked(host) { #expect(found, "seed \(seed): \(host)\(path)") }
    }
  }
}
