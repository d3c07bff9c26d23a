import SchedulerJSON
import SchedulerPlatform

/// The extension of this program in Firefox, and the policies that keep it: it is active without a question, also in
/// private windows, and users cannot remove it.
///
/// ```json
/// {"policies": {"Extensions": {"Locked": ["shield-page@schedctl.io"]}, "ExtensionSettings":
///   {"shield-page@schedctl.io": {"installation_mode": "allowed", "private_browsing": true}}}}
/// ```
public enum FirefoxExtension {
  /// The identity of the extension.
  public static let id = "shield-page@schedctl.io"
  /// The path of the package, in the directory of system-wide extensions, by the identity of Firefox.
  public static let packagePath = "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/\(id).xpi"

  /// The name of the record of installed files that names the package, in `share/schedctl` below a prefix.
  public static let recordName = "installed-extension"
  /// The records of the prefixes of programs for all users.
  static let recordPaths = ["/usr", "/usr/local"].map { "\($0)/share/schedctl/\(recordName)" }

  /// Whether this program has installed the package, and has not uninstalled it since. The package alone does not say
  /// so: `uninstall` leaves one that another program edited.
  ///
  /// - Parameter root: the root directory of another machine; empty for this one.
  public static func isInstalled(root: String = "") -> Bool {
    FileWriter().isTaken(root + packagePath)
      && recordPaths.contains { FileSearch.contains("  \(packagePath)\n", at: root + $0) }
  }

  /// The file with the policies of the Firefox that loads the package.
  ///
  /// - Parameter root: the root directory of another machine; empty for this one.
  public static func file(root: String = "") -> FirefoxFile {
    FirefoxFile(in: root + InstalledBrowser.Product.firefox.policyDirectory)
  }

  /// Whether a Firefox takes packages without a signature from that directory, as Debian's does. It says so in its own
  /// code, which is one large file. Takes some 20 ms.
  ///
  /// - Parameter root: the root directory of another machine; empty for this one.
  public static func takesUnsigned(root: String = "") -> Bool {
    InstalledBrowser.Product.firefoxDirectories.contains {
      FileSearch.contains("MOZ_UNSIGNED_SYSTEM_SCOPE: true", at: "\(root)\($0)/omni.ja")
    }
  }

  private static let extensionsKey = "Extensions", lockedKey = "Locked", settingsKey = "ExtensionSettings"
  private static let setting: JSONValue = .object([
    "installation_mode": .string("allowed"), "private_browsing": .bool(true),
  ])

  /// Adds the policies to those of an administrator, whose settings of this extension stay as they are.
  static func add(to policies: inout JSONObject) {
    var extensions = policies[extensionsKey]?.objectValue ?? JSONObject()
    let locked = extensions[lockedKey]?.arrayValue ?? []
    if !locked.contains(.string(id)) { extensions[lockedKey] = .array(locked + [.string(id)]) }
    policies[extensionsKey] = .object(extensions)
    var settings = settings(in: policies)
    if settings[id] == nil { settings[id] = setting }
    policies[settingsKey] = .object(settings)
  }

  /// Takes out of an edited file what `add` added.
  ///
  /// - Parameter source: the policies before.
  static func remove(from policies: inout JSONObject, before source: JSONObject) {
    if var extensions = policies[extensionsKey]?.objectValue {
      let former = source[extensionsKey]?[lockedKey]
      let locked = extensions[lockedKey]?.arrayValue ?? []
      if former?.arrayValue?.contains(.string(id)) != true {
        let rest = locked.filter { $0 != .string(id) }
        extensions[lockedKey] = rest.isEmpty && former == nil ? nil : .array(rest)
      }
      let isGone = extensions.members.isEmpty && source[extensionsKey] == nil
      policies[extensionsKey] = isGone ? nil : .object(extensions)
    }
    if var settings = policies[settingsKey]?.objectValue {
      let former = Self.settings(in: source)
      if former[id] == nil, settings[id] == setting { settings[id] = nil }
      if settings == former {
        policies[settingsKey] = source[settingsKey]
      } else {
        policies[settingsKey] = .object(settings)
      }
    }
  }

  /// Whether policies keep the extension, also if an administrator wrote them.
  static func isKept(by policies: JSONObject) -> Bool {
    policies[extensionsKey]?[lockedKey]?.arrayValue?.contains(.string(id)) == true
      && settings(in: policies)[id]?["private_browsing"]?.boolValue == true
  }

  /// The settings of all extensions, which Firefox also takes as a text.
  private static func settings(in policies: JSONObject) -> JSONObject {
    guard let text = policies[settingsKey]?.stringValue else {
      return policies[settingsKey]?.objectValue ?? JSONObject()
    }
    do throws(JSONError) { return try JSONValue(parsing: Array(text.utf8)).objectValue ?? JSONObject() } catch {
      return JSONObject()
    }
  }
}
