import Foundation
import Scheduler
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
    // The browser watches its policies from some seconds after its start.
    #expect(try browser.open(address: "http://a.example/") == "open")
    sleep(4)
    _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"], allow: ["ok.a.example"])))
    try adapter.verify()
    #expect(try browser.waits(for: "http://a.example/", isBlocked: true))
    let open = ["http://ok.a.example/", "http://x.ok.a.example/", "http://b.example/", "http://aa.example/"]
    #expect(try browser.blocked(of: open) == [])
    let blocked = ["http://a.example/page", "http://x.a.example/", "http://xok.a.example/", "http://a.example./"]
    #expect(try browser.blocked(of: blocked) == blocked)
    try adapter.revert()
    #expect(try browser.waits(for: "http://a.example/", isBlocked: false))
    #expect(try browser.blocked(of: blocked) == [])
    #expect(machine.snapshot() == [:])
  }
}
