import Scheduler
import Testing

@testable import SchedulerEnforcement

@Suite struct InstalledBrowserTests {
  @Test(arguments: [
    ("usr/lib/chromium/chromium", "Chromium native /etc/chromium/policies/managed"),
    ("opt/google/chrome/chrome", "Chrome native /etc/opt/chrome/policies/managed"),
    ("opt/google/chrome-beta/chrome", "Chrome native /etc/opt/chrome/policies/managed"),
    ("opt/brave.com/brave/brave", "Brave native /etc/brave/policies/managed"),
    ("opt/microsoft/msedge/msedge", "Edge native /etc/opt/edge/policies/managed"),
    ("usr/lib/firefox-esr/firefox-esr", "Firefox native /etc/firefox/policies"),
    ("opt/firefox/firefox", "Firefox native /etc/firefox/policies"),
    ("snap/firefox/current/x", "Firefox snap /etc/firefox/policies"),
    ("snap/chromium/current/x", "Chromium snap /etc/chromium-browser/policies/managed"),
    ("snap/brave/current/x", "Brave snap not: it is not known which policies this snap reads"),
    (
      "var/lib/flatpak/app/com.microsoft.Edge/x",
      "Edge flatpak not: a flatpak does not see the policies of the machine"
    ),
    (
      "home/kim/.local/share/flatpak/app/org.mozilla.firefox/x",
      "Firefox flatpak not: a user has installed it, not the machine"
    ),
    (
      "var/lib/flatpak/app/org.mozilla.firefox/aarch64/x",
      "Firefox flatpak /var/lib/flatpak/extension/org.mozilla.firefox.systemconfig/aarch64/stable/policies"
    ),
  ])
  func `a browser is found by its files, with the directory of policies that it reads`(
    file: String, wanted: String
  ) throws {
    let machine = try BrowserMachine(programs: ["/" + file])
    let found = InstalledBrowser.all(root: machine.path).map { browser in
      let reach =
        switch browser.reach {
        case .reached(let directory): String(directory.dropFirst(machine.path.count))
        case .unreached(let reason): "not: \(reason)"
        }
      return "\(browser.product.rawValue) \(browser.package.rawValue) \(reach)"
    }
    #expect(found == [wanted])
  }

  @Test func `a machine without browsers has none, and one program of a package is enough`() throws {
    #expect(InstalledBrowser.all(root: try BrowserMachine(programs: []).path) == [])
    let machine = try BrowserMachine(programs: ["/opt/google/chrome/chrome", "/opt/google/chrome-beta/chrome"])
    #expect(InstalledBrowser.all(root: machine.path).count == 1)
  }

  @Test func `doctor says for each browser whether the policies reach it`() throws {
    let machine = try BrowserMachine(programs: [
      "/opt/google/chrome/chrome", "/home/kim/.local/share/flatpak/app/org.mozilla.firefox/x",
    ])
    let findings = ComponentFindings.all(root: machine.path, examinesProcesses: true)
    #expect(findings.map(\.gravity) == [.ok, .note, .note])
    #expect(findings.map(\.code) == [.browser, .shieldPage, .browser])
    #expect(findings[0].text.hasPrefix("Chrome (native, '") && findings[0].text.hasSuffix("/managed'"))
    #expect(findings[2].text.hasSuffix("is not reached by policies: a user has installed it, not the machine"))
  }
}
