import Foundation
import ProgramTesting
import ShieldPage
import TestSupport
import Testing

/// The extension in real browsers: from an open site to the page, and back.
@Suite(
  .serialized, .enabled(if: RealBrowsers.areAsked, "\(RealBrowsers.reason)"),
  .enabled(if: BrowserMachine.obstacle == nil, "\(BrowserMachine.obstacle ?? "")"))
struct BrowserExtensionTests {
  @Test(.enabled(if: Chromium.isInstalled, "chromium is not installed"))
  func `Chromium shows the page in place of blocked sites, and the sites again afterwards`() throws {
    let browser = try Chromium()
    try check(browser, site: "http://blocked.test")
    let site = try firstPaint(of: "http://blocked.test/paint", in: browser) { true }
    try browser.machine.block()
    let page = try firstPaint(of: "http://blocked.test/paint", in: browser) {
      browser.isBlocked("http://blocked.test/paint")
    }
    print(
      "measured: \(page) ms from the start of a navigation to the first paint of the page, \(site) ms to that of the site"
    )
    // The browser ends the worker; its rules stay, and the page wakes it up.
    #expect(try browser.endWorker())
    try browser.machine.block()
    try browser.go(to: "http://blocked.test/again")
    #expect(browser.isBlocked("http://blocked.test/again"))
  }

  @Test(.enabled(if: Firefox.isInstalled, "firefox-esr is not installed"))
  func `Firefox shows the page in place of blocked sites, and the sites again afterwards`() throws {
    let browser = try Firefox()
    #expect(try browser.extensionFacts() == "true true false")
    try check(browser, site: "http://blocked.test:\(browser.machine.webPort)")
  }

  /// The median of five first paints of what Chromium shows for an address, in milliseconds.
  private func firstPaint(of address: String, in browser: Chromium, when isShown: () -> Bool) throws -> Int {
    var times: [Int] = []
    for _ in 0..<5 {
      try browser.go(to: address)
      #expect(isShown())
      #expect(try Waiting.until { try browser.firstPaint() != "-1" })
      times.append(try #require(Int(try browser.firstPaint())))
    }
    return times.sorted()[2]
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is not installed"))
  func `a tab of Chromium goes back to its site although the policy ends later than the shield`() throws {
    let browser = try Chromium()
    try browser.machine.block()
    try browser.go(to: "http://policy.test/p")
    #expect(browser.isBlocked("http://policy.test/p"))
    // Chromium misses a change in its first seconds.
    usleep(4_000_000)
    try browser.machine.endChromiumPolicy()
    try browser.machine.open()
    #expect(browser.shows("real site"))
    #expect(try browser.address() == "http://policy.test/p")
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is not installed"))
  func `Chromium learns that the program is missing although the script that starts it is there`() throws {
    let browser = try Chromium()
    try browser.machine.block()
    try browser.go(to: "http://blocked.test/a")
    #expect(browser.isBlocked("http://blocked.test/a"))
    try browser.machine.removeProgram()
    // The next worker starts the host anew.
    #expect(try browser.endWorker())
    try browser.go(to: "http://blocked.test/b")
    #expect(browser.isBlocked("http://blocked.test/b"))
    let ask = "chrome.storage.local.get('missingSince')"
    let show = "document.body.append(' missing ' + found.missingSince)"
    #expect(
      Waiting.until {
        try? browser.run("\(ask).then((found) => \(show))")
        return (try? browser.text().contains(#/missing \d/#)) ?? false
      })
  }

  @Test(.enabled(if: Firefox.isInstalled, "firefox-esr is not installed"))
  func `a tab of Firefox tells that a policy ends when Firefox starts again`() throws {
    let browser = try Firefox()
    try browser.machine.block()
    let address = "http://policy.test:\(browser.machine.webPort)/p"
    try browser.go(to: address)
    #expect(browser.isBlocked(address))
    try browser.machine.open()
    #expect(browser.shows("Restart Firefox to open the site."))
  }

  @Test(.enabled(if: Firefox.isInstalled, "firefox-esr is not installed"))
  func `the page is in private windows of Firefox, too`() throws {
    let browser = try Firefox()
    try browser.openPrivateWindow()
    let address = "http://blocked.test:\(browser.machine.webPort)/private"
    try browser.go(to: address)
    #expect(browser.shows("real site"))
    try browser.machine.block()
    #expect(browser.isBlocked(address))
    try browser.go(to: address + "/again")
    #expect(browser.isBlocked(address + "/again"))
  }

  @Test(.enabled(if: Chromium.isInstalled && Firefox.isInstalled, "a browser is not installed"))
  func `after a silence open tabs follow the next edge, and a daemon that is started anew`() throws {
    let (chromium, firefox) = (try Chromium(), try Firefox())
    let port = firefox.machine.webPort
    let browsers: [(any BrowserDriver, String)] = [
      (chromium, "http://blocked.test/open"), (firefox, "http://blocked.test:\(port)/open"),
    ]
    for (browser, site) in browsers {
      try browser.go(to: site)
      #expect(browser.shows("real site"))
    }
    sleep(Laws.areWhole ? 600 : 2)
    for (browser, site) in browsers {
      let start = ContinuousClock.now
      try browser.machine.block()
      #expect(browser.isBlocked(site))
      print(
        "measured: \(ContinuousClock.now - start) from a changed shield to the page in an open tab, after a silence")
      // A daemon that is killed leaves its shield. The next one has none.
      let daemon = Process()
      daemon.executableURL = URL(fileURLWithPath: "/bin/sleep")
      daemon.arguments = ["600"]
      try daemon.run()
      try browser.machine.trial.publish(domains: ["blocked.test"], users: ["root"], keeper: daemon.processIdentifier)
      kill(daemon.processIdentifier, SIGKILL)
      daemon.waitUntilExit()
      try browser.go(to: site + "/again")
      #expect(browser.isBlocked(site + "/again"))
      try browser.machine.open()
      #expect(browser.shows("real site"))
    }
  }

  /// - Parameter site: the address of a site over plain HTTP.
  private func check(_ browser: some BrowserDriver, site: String) throws {
    try browser.go(to: site + "/open")
    #expect(browser.shows("real site"))
    // A tab that is open becomes the page.
    var times: [Duration] = []
    for _ in 0..<5 {
      try browser.machine.open()
      #expect(browser.shows("real site"))
      let start = ContinuousClock.now
      try browser.machine.block()
      #expect(browser.isBlocked(site + "/open"))
      times.append(ContinuousClock.now - start)
    }
    print("measured: \(times.sorted()[2]), the median of 5, from a changed shield to the page in an open tab")
    #expect(try browser.text().contains("Blocked by deep-work"))
    let first = browser.countdown
    #expect(first != nil)
    #expect(Waiting.until { browser.countdown.map { $0 != first } ?? false })
    // Navigation over https, by the rules and by the error of a policy.
    for address in ["https://www.blocked.test/watch?v=1#x", "https://policy.test/p"] {
      try browser.go(to: address)
      #expect(browser.isBlocked(address), "\(address)")
      #expect(browser.shows("Site \(try #require(URL(string: address)?.host))"))
    }
    try checkNames(browser, site: site)
    try browser.go(to: site.replacing("blocked.test", with: "ok.blocked.test"))
    #expect(browser.shows("real site"))
    // The tab goes back when the block ends.
    try browser.go(to: site + "/back")
    #expect(browser.isBlocked(site + "/back"))
    try browser.machine.open()
    #expect(browser.shows("real site"))
    #expect(try browser.address() == site + "/back")
    try checkBack(browser, site: site)
  }

  /// A name of another script, and a part of a site, also if a page goes there by itself.
  private func checkNames(_ browser: some BrowserDriver, site: String) throws {
    try browser.go(to: site.replacing("blocked.test", with: "bücher.test") + "/")
    #expect(browser.isBlocked(site.replacing("blocked.test", with: "xn--bcher-kva.test") + "/"))
    let paths = site.replacing("blocked.test", with: "paths.test")
    try browser.go(to: paths + "/shorts/1")
    #expect(browser.isBlocked(paths + "/shorts/1"))
    try browser.go(to: paths + "/watch")
    #expect(browser.shows("real site"))
    try browser.run("history.pushState({}, '', '/shorts/2')")
    #expect(browser.isBlocked(paths + "/shorts/2"))
  }

  /// The button of the page leads to what was there before, past the address that is blocked now.
  private func checkBack(_ browser: some BrowserDriver, site: String) throws {
    let free = site.replacing("blocked.test", with: "free.test") + "/before"
    try browser.go(to: free)
    #expect(browser.shows("real site"))
    #expect(Waiting.until { (try? browser.address()) == free })
    try browser.go(to: site + "/work")
    #expect(Waiting.until { (try? browser.address()) == site + "/work" })
    #expect(browser.shows("real site"))
    try browser.machine.block()
    #expect(browser.isBlocked(site + "/work"))
    try browser.run("document.getElementById('back').click()")
    #expect(Waiting.until { (try? browser.address()) == free })
    #expect(browser.shows("real site"))
  }
}
