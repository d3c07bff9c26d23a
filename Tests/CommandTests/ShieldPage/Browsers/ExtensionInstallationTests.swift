import Foundation
import ProgramTesting
import SchedulerEnforcement
import ShieldPage
import Testing

/// `schedctl browser-extension` on the image of a machine.
@Suite(.enabled(if: InstalledProgram("openssl").isInstalled, "openssl is not installed"))
struct ExtensionInstallationTests {
  private static func program(_ action: String, in folder: WorkFolder) -> ProgramRun {
    var run = ProgramRun("browser-extension", action, "--root", folder.path + "/root")
    run.environment["PATH"] = "\(folder.path)/bin:/usr/bin:/bin"
    return run
  }

  private static func run(_ action: String, in folder: WorkFolder) throws -> Outcome {
    try program(action, in: folder).outcome()
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

  @Test func `the extension connects to the native host that is installed`() throws {
    let script = try #require(ExtensionFiles.all.first { $0.name == "background.js" })
    #expect(String(decoding: script.bytes, as: UTF8.self).contains("\"\(NativeHost.name)\""))
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

  @Test func `uninstall tells what it removed although the policies of Firefox cannot be restored`() throws {
    let folder = try Self.image()
    #expect(try ProgramRun("install", "--root", folder.path + "/root").outcome().end == .exit(0))
    #expect(try Self.run("install", in: folder).end == .exit(0))
    let directory = folder.path + "/root/" + Self.policies
    try FileManager.default.removeItem(atPath: directory)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let removed = try ProgramRun("uninstall", "--root", folder.path + "/root").outcome()
    #expect(
      removed.end == .exit(74) && removed.output.contains("removed \(folder.path)/root/usr/bin/schedctl\n"),
      "\(removed)")
    #expect(removed.messages.hasSuffix("\nhelp: move the directory away: a file belongs there\n"), "\(removed)")
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
    let foreign = try Self.run("install", in: other)
    #expect(
      foreign.end == .exit(77) && foreign.messages.contains("\nhelp: move what it contains to a file of another name"))
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

  @Test func `policies that cannot be written leave nothing installed, and the message says so`() throws {
    let folder = try Self.image()
    let directory = folder.path + "/root/" + Self.policies
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let failed = try Self.run("install", in: folder)
    #expect(failed.end == .exit(74) && failed.output.isEmpty, "\(failed)")
    #expect(
      failed.messages == """
        schedctl: cannot read '\(directory)': it is a directory
        help: move the directory away: a file belongs there
        help: the files that were written are removed again: nothing is installed

        """)
    #expect(try Self.files(folder) == ["var/lib/schedctl/extension-key.pem"])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/root/etc/chromium"))
    // An installation that was there stays, and is named.
    try FileManager.default.removeItem(atPath: directory)
    #expect(try Self.run("install", in: folder).end == .exit(0))
    let files = try Self.files(folder)
    try FileManager.default.removeItem(atPath: directory)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let second = try Self.run("install", in: folder)
    #expect(
      second.end == .exit(74) && second.messages.contains("\nhelp: an earlier installation was there"), "\(second)")
    #expect(try Self.files(folder) == files.subtracting([Self.policies]))
    // What cannot be restored does not hide what was removed.
    let removed = try Self.run("uninstall", in: folder)
    #expect(
      removed.end == .exit(74) && removed.output.contains("removed \(folder.path)/root/etc/chromium"), "\(removed)")
    #expect(try Self.files(folder) == ["var/lib/schedctl/extension-key.pem"])
  }

  private static let canMount = geteuid() == 0 && InstalledProgram("unshare").isInstalled

  @Test(.enabled(if: canMount, "only root can make a small disk"))
  func `a full disk leaves nothing installed, and the message says so`() throws {
    let folder = try Self.image()
    let etc = folder.path + "/root/etc"
    try FileManager.default.createDirectory(atPath: etc, withIntermediateDirectories: true)
    var run = Self.program("install", in: folder)
    let script = #"""
      mount -t tmpfs -o size=16k none "$0" && cat /dev/zero > "$0/filler" 2> /dev/null
      "$@"; code=$?; find "$0" -type f; exit $code
      """#
    run.launcher = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, etc]
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(74) && outcome.output == etc + "/filler\n", "\(outcome)")
    let path = etc + "/chromium/native-messaging-hosts/io.schedctl.shield_page.json"
    #expect(
      outcome.messages == """
        schedctl: cannot write '\(path)': no space left
        help: free some space on the file system of '\(path)'
        help: the files that were written are removed again: nothing is installed

        """)
    #expect(try Self.files(folder) == ["var/lib/schedctl/extension-key.pem"])
  }

  @Test(
    .enabled(if: ProgramRun.canChangeUser, "only root can run a program as another user"),
    arguments: ["install", "uninstall"])
  func `other users learn that it is for all, and how root does it`(action: String) throws {
    var run = ProgramRun("browser-extension", action)
    run.userID = 65_534
    let help = "help: 'sudo schedctl browser-extension \(action)' does it for all users\n"
    let refused = try run.outcome()
    #expect(refused == Outcome(.exit(77), messages: "schedctl: only root can do that for the whole machine\n" + help))
    run.arguments.append("--user")
    let own = try run.outcome()
    #expect(own.end == .exit(64) && own.messages.hasSuffix(help), "\(own)")
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
