import SchedulerInstance
import ShieldPage

extension Subcommand {
  static let browserExtension = Subcommand(
    name: "browser-extension", arguments: "ACTION", argumentCount: 1...1,
    argumentKinds: [.choice("ACTION", of: ["install", "uninstall"])],
    summary: "Install the extension that shows the shield page",
    discussion: """
      Packs the extension, signs it with a key of this machine, and installs it for all users of Chromium, Chrome, Brave,
      Edge and Firefox, as far as they are installed. Users cannot remove it from the first four. openssl(1) makes the key,
      and only root can read it.

      A file that 'schedctl' did not write, or that was changed since, is never overwritten: then nothing is written at
      all. If another policy of a browser has an 'ExtensionInstallForcelist', which ours would hide, the command says so and
      writes nothing. 'uninstall' removes everything but the key. docs/shield-page.md has more.

      Exits with 69 if openssl is missing or fails, or without a browser; with 77 if a file is in the way, or if you are
      not root.
      """,
    options: [.root],
    examples: [("sudo schedctl browser-extension install", "installs it for everybody")], run: runBrowserExtension)
}

private func runBrowserExtension(
  _ invocation: Invocation, in session: inout Console
) throws(CommandFailure) -> ExitCode {
  let place = try session.installationPlace(invocation).ofExtension
  guard place.instance == .system else { throw .usage("the extension is installed for the whole machine") }
  switch invocation.arguments[0] {
  case "install":
    let installation = try session.extensionInstallation(at: place)
    if let first = installation.conflicts.first {
      throw CommandFailure(
        code: .refused, message: "another program wrote or changed '\(first)'; nothing was installed")
    }
    try installation.perform()
    let changes: [(change: String, path: String)] =
      installation.writes.map { ("written", $0.file.path) } + installation.leftovers.map { ("removed", $0) }
    session.tell(changes, at: place, asJSON: invocation.has(.json))
    if changes.isEmpty { session.say("schedctl: everything is installed already") }
  case "uninstall":
    let removal = try Removal(at: place)
    try removal.perform()
    session.tell(removal.files.map { ("removed", $0) }, at: place, asJSON: invocation.has(.json))
    for path in removal.changed { session.say("schedctl: '\(place.root)\(path)' was changed since, and stays") }
  default: throw .usage("'browser-extension' has 'install' and 'uninstall', found '\(invocation.arguments[0])'")
  }
  return .success
}

extension InstallationPlace {
  /// The place of the extension of browsers, whose files have a record of their own.
  var ofExtension: InstallationPlace {
    var place = self
    place.recordName = "installed-extension"
    return place
  }
}

extension Console {
  /// Plans the installation for the browsers of the machine.
  fileprivate func extensionInstallation(at place: InstallationPlace) throws(CommandFailure) -> Installation {
    let search = ProgramSearch(environment)
    func isThere(_ programs: [String]) -> Bool { programs.contains { !search.paths(of: $0).isEmpty } }
    let found = BrowserExtension.browsers.filter { isThere($0.programs) }
    let hasFirefox = isThere(["firefox", "firefox-esr"])
    guard !found.isEmpty || hasFirefox else {
      throw CommandFailure(code: .unavailable, message: "no browser that this program knows is installed")
    }
    for browser in found {
      try refuseForeignList(in: place.root + browser.directory + "/policies/managed", of: browser)
    }
    guard let openssl = search.paths(of: "openssl").first else {
      throw CommandFailure(
        code: .unavailable, message: "there is no 'openssl' in PATH", help: ["Debian has it in the package openssl"])
    }
    let key = ExtensionKey(path: "\(place.root)/var/lib/schedctl/extension-key.pem", openssl: openssl)
    let (id, package) = try key.package()
    let files = BrowserExtension(place: place, id: id, package: package).files(for: found, hasFirefox: hasFirefox)
    return try Installation(files, at: place, program: places.program)
  }

  /// Throws if an administrator's policy has a list of extensions: the browser would use only one of the two.
  private func refuseForeignList(in directory: String, of browser: BrowserExtension.Browser) throws(CommandFailure) {
    for name in DirectoryListing.namesIfReadable(in: directory)
    where name.hasSuffix(".json") && name != "schedctl-extension.json" {
      let path = "\(directory)/\(name)"
      guard let bytes = try InstalledFile.bytes(at: path) else { continue }
      guard String(decoding: bytes, as: UTF8.self).contains("ExtensionInstallForcelist") else { continue }
      throw CommandFailure(
        code: .refused, message: "'\(path)' has an 'ExtensionInstallForcelist', which a second one would hide",
        help: ["nothing was installed; the extension needs a list of its own"])
    }
  }
}
