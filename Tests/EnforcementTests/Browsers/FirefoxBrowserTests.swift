import Foundation
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// What the real Firefox does with the policies that the adapter writes.
@Suite(.serialized, .enabled(if: BrowserMachine.canRun(FirefoxProcess.program), "only root can give Firefox an /etc"))
struct FirefoxBrowserTests {
  typealias LayerText = ShieldText.LayerText
  private let machine: BrowserMachine
  private let server: LoopbackServer

  init() throws {
    machine = try BrowserMachine(programs: ["/usr/lib/firefox-esr/firefox-esr"])
    server = try LoopbackServer()
  }

  @Test func `after a restart Firefox blocks a domain, and after another one it opens it again`() throws {
    var adapter = FirefoxAdapter(machine: MachineNames(), root: machine.path, filtersNames: { true })
    var browser: FirefoxProcess? = try FirefoxProcess(on: machine, server: server)
    let shield = try ShieldText.shield(LayerText(block: ["a.example", "xn--mnchen-3ya.de"], allow: ["ok.a.example"]))
    let effect = try adapter.apply(shield)
    try adapter.verify()
    // It runs since before the change.
    #expect(try browser?.opens("http://a.example/") == true)
    let process = try #require(browser?.processID)
    #expect(RunningFirefox.all().contains { $0.process == process })
    #expect(
      effect.limits.contains {
        $0.hasSuffix("process \(process), was started before the change and follows it after a restart")
      })
    browser = nil
    browser = try FirefoxProcess(on: machine, server: server)
    let blocked = ["http://a.example/page", "http://x.a.example/", "http://a.example:8080/", "http://münchen.de/"]
    #expect(try browser?.blocked(of: blocked) == blocked)
    let open = ["http://ok.a.example/", "http://x.ok.a.example/", "http://b.example/", "http://aa.example/"]
    #expect(try browser?.blocked(of: open) == [])
    #expect(try browser?.setting("network.trr.mode") == "5 true")
    #expect(try !adapter.apply(shield).limits.contains { $0.contains("process \(browser?.processID ?? 0),") })
    try adapter.revert()
    browser = nil
    browser = try FirefoxProcess(on: machine, server: server)
    #expect(try browser?.blocked(of: blocked) == [])
    #expect(machine.snapshot() == [:])
  }

  @Test func `with all domains blocked only exceptions open, and an administrator's patterns still hold`() throws {
    try machine.write(
      #"{"policies": {"WebsiteFilter": {"Block": ["*://*.school.example/shorts*"], "Exceptions": ["*://*.z.example/*"]}}}"#,
      to: "etc/firefox/policies/policies.json")
    var adapter = FirefoxAdapter(machine: MachineNames(), root: machine.path)
    let effect = try adapter.apply(ShieldText.shield(LayerText(allow: ["wiki.example", "school.example"], all: true)))
    try adapter.verify()
    #expect(
      effect.limits.contains("'school.example' stays blocked, because a pattern of the administrator concerns it"))
    let browser = try FirefoxProcess(on: machine, server: server)
    let blocked = ["http://b.example/", "http://z.example/", "http://school.example/shorts/1", "http://10.0.0.1/"]
    #expect(try browser.blocked(of: blocked) == blocked)
    let open = [
      "http://wiki.example/", "http://de.wiki.example/", "http://localhost/", "http://127.0.0.1/", "http://[::1]/",
      "data:text/html,open",
    ]
    #expect(try browser.blocked(of: open) == [])
  }

  @Test(arguments: [true, false])
  func `patterns that a full disk left without effect block nothing, and those of an administrator do`(all: Bool) throws
  {
    let path = "etc/firefox/policies/policies.json"
    try machine.write(#"{"policies":{"WebsiteFilter":{"Block":["*://*.b.example/*"]}}}"#, to: path)
    var adapter = FirefoxAdapter(machine: MachineNames(), root: machine.path, filtersNames: { true })
    let layer = LayerText(block: all ? [] : ["a.example"], all: all, urls: all ? [] : ["c.example/p"])
    _ = try adapter.apply(ShieldText.shield(layer))
    let document = try FirefoxFile(machine.path + "/" + path).document()
    var bytes = try #require(document.bytes)
    let edit = try #require(document.disarming)
    for position in edit.positions { bytes[position] = edit.value }
    try machine.write(String(decoding: bytes, as: UTF8.self), to: path)
    let browser = try FirefoxProcess(on: machine, server: server)
    let open = ["http://a.example/", "http://x.a.example/p?q#r", "http://c.example/p#"]
    #expect(try browser.blocked(of: open) == [])
    #expect(try browser.blocked(of: ["http://b.example/"]) == ["http://b.example/"])
    #expect(try browser.setting("network.trr.mode") != "5 true")
  }

  @Test func `urls block the pages of a site below a path, and leave its other pages open`() throws {
    var adapter = FirefoxAdapter(machine: MachineNames(), root: machine.path)
    let effect = try adapter.apply(
      ShieldText.shield(LayerText(allow: ["ok.a.example"], urls: ["a.example/p", "b.example/%C3%A9/"])))
    try adapter.verify()
    #expect(effect.gap == nil)
    let browser = try FirefoxProcess(on: machine, server: server)
    let blocked = [
      "http://a.example/p", "http://a.example/P", "http://x.a.example/p/q?r", "http://a.example/px",
      "http://b.example/é/c",
    ]
    #expect(try browser.blocked(of: blocked) == blocked)
    let open = ["http://a.example/", "http://a.example/q", "http://a.example/q?/p", "http://ok.a.example/p"]
    let found = try browser.blocked(of: open)
    #expect(found == [])
  }

  @Test(arguments: Laws.cases(UInt64(0)..<12, few: 2))
  func `for random shields and administrators Firefox decides as the law of the patterns says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let theirs = WebsiteFilter(
      block: (0..<2).map { _ in WebsiteFilterTests.pattern(&random) },
      exceptions: (0..<2).map { _ in WebsiteFilterTests.pattern(&random) })
    let filter = ["Block": theirs.block, "Exceptions": theirs.exceptions]
    let json = try JSONSerialization.data(withJSONObject: ["policies": ["WebsiteFilter": filter]])
    try machine.write(String(decoding: json, as: UTF8.self), to: "etc/firefox/policies/policies.json")
    let shield = try CombinedDomainsTests.shield(CombinedDomainsTests.layers(&random))
    let domains = CombinedDomains(of: shield, on: MachineNames())
    var adapter = FirefoxAdapter(machine: MachineNames(), root: machine.path)
    _ = try adapter.apply(shield)
    try adapter.verify()
    let merged = domains.isEmpty ? theirs : WebsiteFilter(domains, with: theirs)
    let browser = try FirefoxProcess(on: machine, server: server)
    for _ in 0..<15 {
      let host = CombinedDomainsTests.name(&random)
      #expect(try browser.opens("http://\(host)/") != merged.blocks(host), "seed \(seed): \(host)")
    }
  }
}
