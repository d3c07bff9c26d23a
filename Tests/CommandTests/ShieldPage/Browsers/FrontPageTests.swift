import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// The page that real browsers name to an agent.
@Suite(
  .serialized, .enabled(if: RealBrowsers.areAsked, "\(RealBrowsers.reason)"),
  .enabled(if: BrowserMachine.obstacle == nil, "\(BrowserMachine.obstacle ?? "")"))
struct FrontPageTests {
  /// The socket of an agent, and the pages that it was told.
  private final class Listener {
    private var source: BrowserSource
    private(set) var pages: [FrontPage] = []
    let machine: BrowserMachine

    init(on machine: BrowserMachine) throws {
      self.machine = machine
      source = try BrowserSource(directory: machine.runtime + "/schedctl", user: RunningProcess.ownUser)
    }

    /// Whether the browser comes to name this domain.
    func hears(_ domain: String?) throws -> Bool {
      try Waiting.until {
        for case .pages(let found) in try source.read(at: .present()) { pages = found }
        return !pages.isEmpty && pages.allSatisfy { $0.domain?.text == domain }
      }
    }
  }

  private func check(_ browser: some BrowserDriver, port: String, program: String) throws -> Listener {
    let listener = try Listener(on: browser.machine)
    try browser.go(to: "http://free.test\(port)/a?b#c")
    #expect(try browser.shows("real site") && listener.hears("free.test"), "\(listener.pages)")
    let found = listener.pages.first?.program ?? ""
    #expect(found.hasSuffix("/" + program), "\(listener.pages)")
    #expect(listener.pages.map(\.process) == [browser.machine.browserID])
    try browser.go(to: "http://www.blocked.test\(port)/")
    #expect(try listener.hears("www.blocked.test"), "\(listener.pages)")
    try browser.run("history.pushState({}, '', '/other')")
    try browser.go(to: "about:blank")
    #expect(try listener.hears(nil), "\(listener.pages)")
    try browser.go(to: "http://blocked.test\(port)/")
    #expect(try listener.hears("blocked.test"), "\(listener.pages)")
    try browser.machine.block()
    #expect(try browser.isBlocked("http://blocked.test\(port)/") && listener.hears(nil), "\(listener.pages)")
    try browser.machine.open()
    #expect(try listener.hears("blocked.test"), "\(listener.pages)")
    // An agent that starts later hears the present page.
    let second = try Listener(on: browser.machine)
    #expect(try second.hears("blocked.test"), "\(second.pages)")
    return listener
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is not installed"))
  func `Chromium names the domain of the tab in front, also after its worker ended`() throws {
    let browser = try Chromium()
    let listener = try check(browser, port: "", program: "chromium")
    #expect(try browser.endWorker())
    try browser.go(to: "http://free.test/again")
    #expect(try listener.hears("free.test"), "\(listener.pages)")
  }

  @Test(.enabled(if: Firefox.isInstalled, "firefox-esr is not installed"))
  func `Firefox names the domain of the tab in front, and none of a private window`() throws {
    let browser = try Firefox()
    let port = ":\(browser.machine.webPort)"
    let listener = try check(browser, port: port, program: "firefox-esr")
    try browser.openPrivateWindow()
    try browser.go(to: "http://free.test\(port)/private")
    #expect(try browser.shows("real site") && listener.hears(nil), "\(listener.pages)")
  }
}
