import Foundation
import ProgramTesting
import SchedulerEnforcement
import ShieldPage
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
    try folder.write("MOZ_UNSIGNED_SYSTEM_SCOPE: true,", to: "root/" + code)
    return folder
  }

  /// The code of a Firefox that takes the package without a signature.
  private static let code = "usr/lib/firefox-esr/omni.ja"
  private static let policies = "etc/firefox/policies/policies.json"

  /// The files of the image, without the code of Firefox.
  private static func files(_ folder: WorkFolder) throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/root").filter { $0 != code }
    return Set(paths.filter { FileManager.default.contents(atPath: "\(folder.path)/root/\($0)") != nil })
  }

  @Test func `uninstall removes the extension as well, before the program that its native host starts`() throws {
    let folder = try Self.image()
    let install = ProgramRun("install", "--root", folder.path + "/root")
    #expect(try install.outcome().end == .exit(0))
    #expect(try Self.run("install", in: folder).end == .exit(0))
    let removed = try ProgramRun("uninstall", "--root", folder.path + "/root").outcome()
    #expect(removed.end == .exit(0) && removed.output.contains("schedctl-extension.json"), "\(removed)")
    #expect(removed.output.contains("restored \(folder.path)/root/\(Self.policies)\n"))
    #expect(try Self.files(folder) == ["var/lib/schedctl/extension-key.pem"])
  }

  @Test func `installing twice changes nothing, and uninstalling leaves the key`() throws {
    let folder = try Self.image()
    let first = try Self.run("install", in: folder)
    #expect(first.end == .exit(0), "\(first.messages)")
    #expect(first.output.contains("/etc/chromium/policies/managed/00-schedctl-extension.json"))
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
    let key = "var/lib/schedctl/extension-key.pem"
    #expect(try Self.files(folder) == ["etc/chromium/policies/managed/admin.json", key])
    // With the entry in it, that list and ours say the same.
    let entry = try #require(refused.messages.firstMatch(of: #/'([a-p]{32};file:\/\/[^']*)'/#)?.1)
    try folder.write(
      #"{"ExtensionInstallForcelist":["x","\#(entry)"]}"#, to: "root/etc/chromium/policies/managed/admin.conf")
    try FileManager.default.removeItem(atPath: folder.path + "/root/etc/chromium/policies/managed/admin.json")
    #expect(try Self.run("install", in: folder).end == .exit(0))
    let other = try Self.image()
    try other.write("{}", to: "root/etc/chromium/policies/managed/00-schedctl-extension.json")
    #expect(try Self.run("install", in: other).end == .exit(77))
    // The browser reads every name.
    let third = try Self.image()
    try third.write(#"{"ExtensionInstallForcelist":["x"]}"#, to: "root/etc/chromium/policies/managed/+first")
    let hiding = try Self.run("install", in: third)
    #expect(hiding.end == .exit(77) && hiding.messages.contains("which a second one would hide"))
  }

  @Test func `the policies of Firefox keep the extension, and come back as an administrator wrote them`() throws {
    let folder = try Self.image()
    let text = "{ \"policies\": {\"DisableTelemetry\": true} }"
    try folder.write(text, to: "root/" + Self.policies)
    let installed = try Self.run("install", in: folder)
    #expect(installed.output.contains("written \(folder.path)/root/\(Self.policies)\n"))
    let data = try #require(FileManager.default.contents(atPath: "\(folder.path)/root/\(Self.policies)"))
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let policies = try #require(root?["policies"] as? [String: Any])
    #expect((policies["Extensions"] as? [String: Any])?["Locked"] as? [String] == [ExtensionFiles.firefoxID])
    let setting = (policies["ExtensionSettings"] as? [String: Any])?[ExtensionFiles.firefoxID] as? NSDictionary
    #expect(setting == ["installation_mode": "allowed", "private_browsing": true])
    #expect(policies["DisableTelemetry"] as? Bool == true)
    #expect(try Self.run("uninstall", in: folder).output.contains("restored "))
    #expect(FileManager.default.contents(atPath: "\(folder.path)/root/\(Self.policies)") == Data(text.utf8))
  }

  @Test func `an edited package that uninstall leaves is no installed one, so that no shield keeps it`() throws {
    let folder = try Self.image()
    #expect(try Self.run("install", in: folder).end == .exit(0))
    #expect(FirefoxExtension.isInstalled(root: folder.path + "/root"))
    try folder.write("edited", to: "root" + FirefoxExtension.packagePath)
    #expect(try Self.run("uninstall", in: folder).messages.contains("was changed since, and stays"))
    #expect(!FirefoxExtension.isInstalled(root: folder.path + "/root"))
    #expect(FileManager.default.contents(atPath: folder.path + "/root" + FirefoxExtension.packagePath) != nil)
  }

  @Test func `a Firefox that asks for a signature gets nothing, with the reason`() throws {
    let folder = try Self.image()
    try folder.write("MOZ_UNSIGNED_SYSTEM_SCOPE: false,", to: "root/" + Self.code)
    let installed = try Self.run("install", in: folder)
    #expect(installed.end == .exit(0))
    #expect(installed.messages.contains("the extension is unavailable in this Firefox: needs a signed add-on"))
    #expect(!installed.output.contains("mozilla") && !installed.output.contains("firefox"))
  }
}
