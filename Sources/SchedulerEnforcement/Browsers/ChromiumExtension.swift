import SchedulerJSON
import SchedulerPlatform

/// The policy that makes a browser of the family of Chromium install the extension of this program.
///
/// If several files of the directory have a list of extensions, the browser uses that of the last name alone. The own
/// name is before others, so that it never hides the list of an administrator; then the extension must be in that list.
public struct ChromiumExtension: Sendable {
  /// The name of the own file.
  public static let fileName = "00-schedctl-extension.json"
  /// The name of the policy.
  public static let key = "ExtensionInstallForcelist"

  /// The directory of managed policies.
  public let directory: String

  /// Describes a directory. Does not access it.
  public init(in directory: String) { self.directory = directory }

  /// How the list of the own file stands beside those of an administrator.
  public enum State: Hashable, Sendable {
    /// There is no own file.
    case absent
    /// The browser installs the extension.
    case loaded
    /// The list of this file decides, and does not contain the entry of the extension.
    case hidden(by: String, entry: String)
    /// The own list decides, and hides that of this file.
    case hides(String, entry: String)
  }

  /// How the own list stands. Reads every file of the directory, as the browser does.
  public var state: State {
    let own = entries(of: Self.fileName)
    guard let entry = own?.first else { return .absent }
    return state(withEntry: entry)
  }

  /// How a list with one entry would stand in the own file.
  public func state(withEntry entry: String) -> State {
    let others = DirectoryListing.namesIfReadable(in: directory).filter { $0 != Self.fileName && mayHaveList($0) }
    guard let last = others.max(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) else { return .loaded }
    guard Self.fileName.utf8.lexicographicallyPrecedes(last.utf8) else {
      return .hides("\(directory)/\(last)", entry: entry)
    }
    let isContained = entries(of: last)?.contains(entry) == true
    return isContained ? .loaded : .hidden(by: "\(directory)/\(last)", entry: entry)
  }

  /// Whether a file sets the policy, or may do so because only the browser can read it.
  private func mayHaveList(_ name: String) -> Bool {
    let path = "\(directory)/\(name)"
    guard FileSearch.contains(Self.key, at: path) else { return false }
    guard let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: Self.sizeLimit) else {
      return true
    }
    do throws(JSONError) { return try PolicyText.members(of: bytes)?[Self.key] != nil } catch {
      return PolicyText.isReadByBrowser(error)
    }
  }

  /// The list of a file; nil if it has none, or cannot be read.
  private func entries(of name: String) -> [String]? {
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible("\(directory)/\(name)", limit: Self.sizeLimit) else { return nil }
    do throws(JSONError) { return try PolicyText.members(of: bytes)?[Self.key]?.strings } catch { return nil }
  }

  /// Maximum size of a file that is read, in bytes.
  private static let sizeLimit = 1 << 20
}

extension InstalledBrowser {
  /// How the extension stands in a native package of the family of Chromium; nil for other browsers.
  var chromiumExtension: ChromiumExtension.State? {
    guard product != .firefox, package == .native, let policyDirectory else { return nil }
    return ChromiumExtension(in: policyDirectory).state
  }

  /// Whether a browser of a machine has the extension of the shield page.
  ///
  /// - Parameter root: the root directory of another machine; empty for this one.
  public static func isExtensionInstalled(root: String = "") -> Bool {
    all(root: root).contains { browser in
      browser.product == .firefox
        ? browser.package == .native && FirefoxExtension.isInstalled(root: root)
        : browser.chromiumExtension == .loaded
    }
  }
}
