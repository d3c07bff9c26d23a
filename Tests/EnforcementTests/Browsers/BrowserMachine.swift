import Foundation
import ProgramTesting
import SchedulerEnforcement

/// The root directory of a machine with browsers, whose `/etc` a real browser sees in a mount namespace of its own.
///
/// All of `/etc` but the directories of the browsers leads to that of this machine. Nothing is copied.
final class BrowserMachine: Sendable {
  private let folder: WorkFolder
  /// The root directory.
  var path: String { folder.path }

  /// Makes a machine on which some programs exist.
  init(programs: [String] = ["/usr/lib/chromium/chromium", "/usr/lib/firefox-esr/firefox-esr"]) throws {
    folder = try WorkFolder()
    for program in programs { try folder.write("", to: program) }
    for name in ["etc", "host"] {
      try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: "/etc")
    where !["chromium", "firefox"].contains(name) {
      try? FileManager.default.createSymbolicLink(
        atPath: "\(path)/etc/\(name)", withDestinationPath: "\(path)/host/\(name)")
    }
  }

  /// The words that run a script in the namespace, in which `$1` is the root directory and the words follow.
  func words(running script: String, _ arguments: [String] = []) -> [String] {
    let mount = #"mount --bind /etc "$1/host" && mount --bind "$1/etc" /etc || exit 1; "#
    return ["/usr/bin/unshare", "-m", "/bin/sh", "-c", mount + script, "sh", path] + arguments
  }

  /// Writes a file.
  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  /// Writes a package of the extension for Firefox, and the record of its installation.
  func installFirefoxExtension(below prefix: String = "/usr/local") throws {
    try write("x", to: String(FirefoxExtension.packagePath.dropFirst()))
    let digest = String(repeating: "0", count: 64)
    let record = "\(prefix.dropFirst())/share/schedctl/installed-extension"
    try write("# What\n\(digest)  \(FirefoxExtension.packagePath)\n", to: record)
  }

  /// Removes a file.
  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  /// The text of a file; nil if there is none.
  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// All files and directories below `/etc` that are no links of this machine, with their permissions and bytes.
  func snapshot() -> [String: String] {
    var found: [String: String] = [:]
    let etc = path + "/etc"
    for case let name as String in FileManager.default.enumerator(atPath: etc) ?? .init() {
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: "\(etc)/\(name)"),
        attributes[.type] as? FileAttributeType != .typeSymbolicLink
      else { continue }
      let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
      let bytes = FileManager.default.contents(atPath: "\(etc)/\(name)") ?? Data()
      let content = isDirectory ? "directory" : bytes.base64EncodedString()
      found[name] = "\(attributes[.posixPermissions] ?? 0) \(content)"
    }
    return found
  }

  /// Whether browsers are asked for, this machine has a program, and this process may run it in a mount namespace.
  static func canRun(_ program: String) -> Bool {
    RealBrowsers.areAsked && HostsProcessTests.canMount && FileManager.default.isExecutableFile(atPath: program)
  }
}

extension WorkFolder {
  /// Removes the folder. The processes of pages end a little later than their browser, and write until then.
  func removeAfterLastWriter() {
    _ = Waiting.until {
      try? FileManager.default.removeItem(atPath: path)
      usleep(50_000)
      return !FileManager.default.fileExists(atPath: path)
    }
  }
}
