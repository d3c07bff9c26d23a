import Scheduler
import SchedulerPlatform

/// What `doctor` reports about the extension of the shield page.
enum ExtensionFindings {
  /// Returns the finding about a native browser; nil for others, which cannot have the extension.
  static func finding(_ browser: InstalledBrowser, root: String) -> Finding? {
    guard browser.package == .native else { return nil }
    let name = browser.product.rawValue
    let finding: Finding? =
      browser.product == .firefox ? firefox(root: root) : browser.chromiumExtension.map { chromium($0, named: name) }
    // A list that hides the extension has to be mended first.
    if finding?.gravity == .problem { return finding }
    return missingFile(ofHostFor: browser, root: root).map { withoutHost(name, missing: $0) } ?? finding
  }

  private static func withoutHost(_ name: String, missing path: String) -> Finding {
    Finding(
      .problem, code: .shieldPage,
      text: "the extension of the shield page in \(name) does not work: it needs '\(path)', which does not exist",
      remedy: "'sudo schedctl install' installs the program for all users; then run \(install) again")
  }

  /// Returns the file that the registered native host of a browser needs and that does not exist: its script, or the
  /// program that the script runs. Nil if both exist, or if no host of this program is registered.
  private static func missingFile(ofHostFor browser: InstalledBrowser, root: String) -> String? {
    guard let manifest = manifest(for: browser, root: root) else { return nil }
    for prefix in ["/usr", "/usr/local"] {
      let script = NativeHost.script(inData: prefix + "/share")
      guard FileSearch.contains("\"\(script)\"", at: manifest) else { continue }
      return [script, prefix + "/bin/schedctl"].first { FileIdentity(path: root + $0) == nil }
    }
    return nil
  }

  /// The manifest by which a native browser finds the native host.
  private static func manifest(for browser: InstalledBrowser, root: String) -> String? {
    if browser.product == .firefox { return root + NativeHost.firefoxManifest }
    let policies = "/policies/managed"
    guard let directory = browser.policyDirectory, directory.hasSuffix(policies) else { return nil }
    return NativeHost.manifest(in: String(directory.dropLast(policies.count)))
  }

  private static let install = "'sudo schedctl browser-extension install'"

  private static func absent(from name: String) -> Finding {
    Finding(
      .note, code: .shieldPage, text: "\(name) has no extension that shows the shield page",
      remedy: install + " installs it")
  }

  private static func chromium(_ state: ChromiumExtension.State, named name: String) -> Finding {
    switch state {
    case .absent: return absent(from: name)
    case .loaded:
      return Finding(
        .ok, code: .shieldPage,
        text: "\(name) has the extension of the shield page; private windows lack it, policies and names hold there")
    case .hidden(let path, let entry):
      return Finding(
        .problem, code: .shieldPage,
        text: "'\(path)' has an '\(ChromiumExtension.key)', which hides ours: \(name) lacks the extension",
        remedy: "add '\(entry)' to that list")
    case .hides(let path, let entry):
      return Finding(
        .problem, code: .shieldPage,
        text: "'\(ChromiumExtension.fileName)' hides the '\(ChromiumExtension.key)' of '\(path)' from \(name)",
        remedy: "give that file a name that comes after, and add '\(entry)' to its list")
    }
  }

  private static func firefox(root: String) -> Finding {
    guard FirefoxExtension.isInstalled(root: root) else {
      if FirefoxExtension.takesUnsigned(root: root) { return absent(from: "Firefox") }
      return Finding(
        .note, code: .shieldPage,
        text: "the extension of the shield page is unavailable in this Firefox: needs a signed add-on",
        remedy: "the package 'firefox-esr' of Debian takes it without a signature")
    }
    let file = FirefoxExtension.file(root: root)
    var isKept = false
    do throws(AdapterError) { isKept = FirefoxExtension.isKept(by: try file.document().policies) } catch {}
    guard isKept else {
      return Finding(
        .note, code: .shieldPage,
        text:
          "users can remove the extension from Firefox, and private windows lack it: '\(file.path)' does not keep it",
        remedy: install + " adds the policies")
    }
    return Finding(
      .ok, code: .shieldPage, text: "Firefox has the extension of the shield page, also in private windows")
  }
}
