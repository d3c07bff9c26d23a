import SchedulerEnforcement
import SchedulerInstance
import ShieldPage

extension Subcommand {
  static let browserExtension = Subcommand(
    name: "browser-extension", arguments: "ACTION", argumentCount: 1...1,
    argumentKinds: [.choice("ACTION", of: ["install", "uninstall"])],
    summary: "Install the extension that shows the shield page",
    discussion: """
      Packs the extension, signs it with a key of this machine, and installs it for all users of Chromium, Chrome, Brave,
      Edge and Firefox, as far as they are installed. Users cannot remove it. openssl(1) makes the key, and only root can
      read it. Firefox takes it from Debian's package alone: others need an add-on that Mozilla has signed.

      While a browser has the focus, the extension also names the domain of its tab in front to 'schedctl agent' of the same
      user, for limits and insights on domains. It names none of a private window, and nothing leaves the machine.

      A file that 'schedctl' did not write, or that was changed since, is never overwritten: then nothing is written at
      all. To the policies of Firefox in /etc/firefox/policies/policies.json the entries of the extension are added. If
      another policy of a browser of the family of Chromium has an 'ExtensionInstallForcelist' without the entry of this
      extension, the command says which entry it lacks and writes nothing. 'uninstall' removes everything but the key, and
      gives the policies of Firefox back as they were. docs/shield-page.md has more.

      Exits with 69 if openssl is missing or fails, or without a browser; with 77 if a file is in the way, or if you are
      not root.
      """,
    options: [.root],
    examples: [("sudo schedctl browser-extension install", "installs it for everybody")], run: runBrowserExtension)
}

private func runBrowserExtension(
  _ invocation: Invocation, in session: inout Console
) throws(CommandFailure) -> ExitCode {
  let action = invocation.arguments[0]
  guard ["install", "uninstall"].contains(action) else {
    throw .usage("'browser-extension' has 'install' and 'uninstall', found '\(action)'")
  }
  let place = try session.installationPlace(
    invocation, elseHelp: "'sudo schedctl browser-extension \(action)' does it for all users"
  ).ofExtension
  guard place.instance == .system else {
    throw .usage(
      "the extension is for all users, and '--user' is for one",
      help: "'sudo schedctl browser-extension \(action)' does it for all users")
  }
  let asJSON = invocation.has(.json)
  try action == "install"
    ? session.installExtension(at: place, asJSON: asJSON) : session.uninstallExtension(at: place, asJSON: asJSON)
  return .success
}

extension InstallationPlace {
  /// The place of the extension of browsers, whose files have a record of their own.
  var ofExtension: InstallationPlace {
    var place = self
    place.recordName = FirefoxExtension.recordName
    return place
  }

  /// Writes the files of the extension, and the policies of Firefox. If one of them cannot be written, removes the others.
  ///
  /// - Returns: whether the policies changed.
  /// - Throws: why something could not be written, and what is left in its help.
  fileprivate func perform(
    _ installation: Installation, keepingFirefox keepsFirefox: Bool
  ) throws(CommandFailure) -> Bool {
    do throws(CommandFailure) {
      try installation.perform()
      return keepsFirefox ? try keepFirefoxExtension(true) : false
    } catch {
      var failure = error
      failure.help.append(undo(installation))
      throw failure
    }
  }

  /// Removes what an installation wrote before it failed. Returns a sentence about what is left.
  private func undo(_ installation: Installation) -> String {
    let remove = "'sudo schedctl browser-extension uninstall' removes them"
    guard installation.before.isEmpty else {
      return "an earlier installation was there, and some of its files are replaced: run this again, or \(remove)"
    }
    do throws(CommandFailure) {
      try Removal(at: self).perform()
      return "the files that were written are removed again: nothing is installed"
    } catch {
      return "some files of the extension are left: \(remove)"
    }
  }

  /// Adds the policies to those of Firefox that keep the extension, or takes them out. Returns whether the file changed.
  ///
  /// - Throws: code 74 if the file cannot be read or written.
  func keepFirefoxExtension(_ isKept: Bool) throws(CommandFailure) -> Bool {
    let file = FirefoxExtension.file(root: root)
    do throws(AdapterError) { return try file.keepExtension(isKept, root: root) } catch {
      throw CommandFailure(
        code: .inputOutput, message: error.reason, help: error.remedy.isEmpty ? [] : [error.remedy])
    }
  }
}

extension Console {
  fileprivate mutating func installExtension(at place: InstallationPlace, asJSON: Bool) throws(CommandFailure) {
    let installation = try extensionInstallation(at: place)
    if let first = installation.conflicts.first {
      throw CommandFailure(
        code: .refused, message: "another program wrote or changed '\(first)'; nothing was installed",
        help: ["move what it contains to a file of another name, remove it, and run this again"])
    }
    var changes: [(change: String, path: String)] =
      installation.writes.map { ("written", $0.file.path) } + installation.leftovers.map { ("removed", $0) }
    if try place.perform(installation, keepingFirefox: takesFirefoxPackage(at: place)) {
      changes.append(("written", FirefoxExtension.file().path))
    }
    tell(changes, at: place, asJSON: asJSON)
    if changes.isEmpty { say("schedctl: everything is installed already") }
    // With '--root' a package has the program, which may come later.
    if place.root.isEmpty, FileIdentity(path: place.program) == nil {
      say("schedctl: the extension does not work yet: it runs '\(place.program)', which does not exist")
      say("help: 'sudo schedctl install' installs the program")
    }
  }

  fileprivate mutating func uninstallExtension(at place: InstallationPlace, asJSON: Bool) throws(CommandFailure) {
    let removal = try Removal(at: place)
    try removal.perform()
    tell(removal.files.map { ("removed", $0) }, at: place, asJSON: asJSON)
    for path in removal.changed { say("schedctl: '\(place.root)\(path)' was changed since, and stays") }
    if try place.keepFirefoxExtension(false) {
      tell([("restored", FirefoxExtension.file().path)], at: place, asJSON: asJSON)
    }
  }

  /// Whether there is a Firefox that takes the package. Without one it needs a signed add-on.
  fileprivate func takesFirefoxPackage(at place: InstallationPlace) -> Bool {
    FirefoxExtension.takesUnsigned(root: place.root)
  }

  /// Plans the installation for the browsers of the machine.
  fileprivate mutating func extensionInstallation(at place: InstallationPlace) throws(CommandFailure) -> Installation {
    let search = ProgramSearch(environment)
    func isThere(_ programs: [String]) -> Bool { programs.contains { !search.paths(of: $0).isEmpty } }
    let found = BrowserExtension.browsers.filter { isThere($0.programs) }
    let hasFirefox = takesFirefoxPackage(at: place)
    let lacksSignature = !hasFirefox && isThere(["firefox", "firefox-esr"])
    if lacksSignature, !found.isEmpty {
      say("schedctl: \(Self.firefoxReason); \(Self.firefoxHelp)")
    }
    guard !found.isEmpty || hasFirefox else {
      throw CommandFailure(
        code: .unavailable,
        message: lacksSignature ? Self.firefoxReason : "no browser that this program knows is installed",
        help: lacksSignature ? [Self.firefoxHelp] : [])
    }
    guard let openssl = search.paths(of: "openssl").first else {
      throw CommandFailure(
        code: .unavailable, message: "there is no 'openssl' in PATH", help: ["Debian has it in the package openssl"])
    }
    let key = ExtensionKey(path: "\(place.root)/var/lib/schedctl/extension-key.pem", openssl: openssl)
    let (id, package) = try key.package()
    let files = BrowserExtension(place: place, id: id, package: package)
    for browser in found { try refuseForeignList(of: browser, at: place, entry: files.entry) }
    return try Installation(files.files(for: found, hasFirefox: hasFirefox), at: place, program: places.program)
  }

  private static let firefoxReason = "the extension is unavailable in this Firefox: needs a signed add-on"
  private static let firefoxHelp = "Debian's package 'firefox-esr' takes it without a signature"

  /// Throws if an administrator's policy has a list of extensions without this one: the browser would use only one of the
  /// two lists.
  private func refuseForeignList(
    of browser: BrowserExtension.Browser, at place: InstallationPlace, entry: String
  ) throws(CommandFailure) {
    let policy = ChromiumExtension(in: place.root + browser.directory + "/policies/managed")
    switch policy.state(withEntry: entry) {
    case .absent, .loaded: return
    case .hidden(let path, _):
      throw CommandFailure(
        code: .refused, message: "'\(path)' has an '\(ChromiumExtension.key)', which decides alone",
        help: ["nothing was installed; add '\(entry)' to that list first"])
    case .hides(let path, _):
      throw CommandFailure(
        code: .refused, message: "'\(path)' has an '\(ChromiumExtension.key)', which a second one would hide",
        help: [
          "nothing was installed; give it a name after '\(ChromiumExtension.fileName)', and add '\(entry)' to its list"
        ])
    }
  }
}
