import Foundation
import ProgramTesting
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
    try browser.machine.block()
    try browser.go(to: "http://blocked.test/paint")
    #expect(browser.isBlocked("http://blocked.test/paint"))
    #expect(try Waiting.until { try browser.firstPaint() != "-1" })
    print("measured: \(try browser.firstPaint()) ms from the start of a navigation to the first paint of the page")
    // The browser ends the worker; its rules stay, and the page wakes it up.
    #expect(try browser.endWorker())
    try browser.machine.block()
    try browser.go(to: "http://blocked.test/again")
    #expect(browser.isBlocked("http://blocked.test/again"))
  }

  @Test(.enabled(if: Firefox.isInstalled, "firefox-esr is not installed"))
  func `Firefox shows the page in place of blocked sites, and the sites again afterwards`() throws {
    let browser = try Firefox()
    try check(browser, site: "http://blocked.test:\(browser.machine.webPort)")
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is not installed"))
  func `a tab of Chromium goes back to its site although the policy ends later than the shield`() throws {
    let browser = try Chromium()
    try browser.machine.block()
    try browser.go(to: "http://policy.test/p")
    #expect(browser.isBlocked("http://policy.test/p"))
    try browser.machine.endChromiumPolicy()
    try browser.machine.open()
    #expect(browser.shows("real site"))
    #expect(try browser.address() == "http://policy.test/p")
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

  /// - Parameter site: the address of a site over plain HTTP.
  private func check(_ browser: some BrowserDriver, site: String) throws {
    try browser.go(to: site + "/open")
    #expect(browser.shows("real site"))
    // A tab that is open becomes the page.
    let start = ContinuousClock.now
    try browser.machine.block()
    #expect(browser.isBlocked(site + "/open"))
    print("measured: \(ContinuousClock.now - start) from a changed shield to the page in an open tab")
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

/// `schedctl browser-extension` on the image of a machine.
@Suite(.enabled(if: InstalledProgram("openssl").isInstalled, "openssl is not installed"))
struct ExtensionInstallationTests {
  private static func run(_ action: String, in folder: WorkFolder) throws -> Outcome {
    var run = ProgramRun("browser-extension", action, "--root", folder.path + "/root")
    run.environment["PATH"] = "\(folder.path)/bin:/usr/bin:/bin"
    return try run.outcome()
  }

  private static func image() throws -> WorkFolder {
    let folder = try WorkFolder()
    for name in ["chromium", "firefox"] { try folder.writeScript("exit 0", to: "bin/\(name)") }
    return folder
  }

  private static func files(_ folder: WorkFolder) throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/root")
    return Set(paths.filter { FileManager.default.contents(atPath: "\(folder.path)/root/\($0)") != nil })
  }

  @Test func `uninstall removes the extension as well, before the program that its native host starts`() throws {
    let folder = try Self.image()
    let install = ProgramRun("install", "--root", folder.path + "/root")
    #expect(try install.outcome().end == .exit(0))
    #expect(try Self.run("install", in: folder).end == .exit(0))
    let removed = try ProgramRun("uninstall", "--root", folder.path + "/root").outcome()
    #expect(removed.end == .exit(0) && removed.output.contains("schedctl-extension.json"), "\(removed)")
    #expect(try Self.files(folder) == ["var/lib/schedctl/extension-key.pem"])
  }

  @Test func `installing twice changes nothing, and uninstalling leaves the key`() throws {
    let folder = try Self.image()
    let first = try Self.run("install", in: folder)
    #expect(first.end == .exit(0), "\(first.messages)")
    #expect(first.output.contains("/etc/chromium/policies/managed/schedctl-extension.json"))
    #expect(first.output.contains("shield-page@schedctl.io.xpi"))
    #expect(try Self.run("install", in: folder).messages == "schedctl: everything is installed already\n")
    let key = "var/lib/schedctl/extension-key.pem"
    let permissions = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/root/\(key)")[.posixPermissions]
    #expect(permissions as? Int == 0o600)
    #expect(try Self.run("uninstall", in: folder).end == .exit(0))
    #expect(try Self.files(folder) == [key])
  }

  @Test func `a list of an administrator is not hidden, and a foreign file not overwritten`() throws {
    let folder = try Self.image()
    try folder.write(
      #"{"ExtensionInstallForcelist":["x"]}"#, to: "root/etc/chromium/policies/managed/admin.json")
    let refused = try Self.run("install", in: folder)
    #expect(refused.end == .exit(77) && refused.messages.contains("admin.json"))
    #expect(try Self.files(folder) == ["etc/chromium/policies/managed/admin.json"])
    let other = try Self.image()
    try other.write("{}", to: "root/etc/chromium/policies/managed/schedctl-extension.json")
    #expect(try Self.run("install", in: other).end == .exit(77))
  }
}
