import Scheduler

/// The files of the browser extension: one source for Chromium and Firefox.
public enum ExtensionFiles {
  /// The identity of the extension in Firefox, as in `manifest.json`.
  public static let firefoxID = "shield-page@schedctl.io"
  /// The version: that of schedctl, and a number from the content of the files.
  ///
  /// Browsers keep a package until another has a higher version. Each release has one, so the last number matters only
  /// between builds of one release, and there it may be lower.
  public static let version = version(of: sources, in: schedulerVersion)

  /// All files with their names, sorted by name.
  public static var all: [(name: String, bytes: [UInt8])] {
    sources.map { name, bytes in
      guard name == "manifest.json" else { return (name, bytes) }
      let text = String(decoding: bytes, as: UTF8.self)
      return (name, Array(text.replacing(unknownVersion, with: "\"version\": \"\(version)\"").utf8))
    }
  }

  private static let unknownVersion = "\"version\": \"0.0.0\""

  private static var sources: [(name: String, bytes: [UInt8])] {
    [
      ("background.js", PackageResources.background_js), ("blocked.html", Array(page.utf8)),
      ("blocked.js", PackageResources.blocked_js), ("front.js", PackageResources.front_js),
      ("manifest.json", PackageResources.manifest_json), ("page.css", PackageResources.page_css),
      ("page.js", PackageResources.page_js),
      ("rules.js", PackageResources.rules_js),
      ("tabs.js", PackageResources.tabs_js),
    ]
  }

  /// Returns the version of some files in a release: four numbers below 65,536, as Chromium demands.
  static func version(of files: [(name: String, bytes: [UInt8])], in release: String) -> String {
    let numbers = release.prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap { UInt16($0) }
    let hash = SHA256(of: files.flatMap { Array($0.name.utf8) + [0] + $0.bytes + [0] }).bytes
    let content = UInt16(hash[0]) << 8 | UInt16(hash[1])
    return ((numbers + [0, 0, 0]).prefix(3) + [content]).map { "\($0)" }.joined(separator: ".")
  }

  /// The page of the extension: the served page with its style and script in files, and empty until the worker answers.
  static var page: String {
    let hidden = " hidden"
    return Asset.template.filled(with: [
      "title": "Blocked", "iconHidden": hidden, "timeHidden": hidden, "noteHidden": hidden, "addressHidden": hidden,
      "style": "<link rel=\"stylesheet\" href=\"page.css\">\n",
      "script": "<script src=\"page.js\"></script>\n<script src=\"blocked.js\"></script>\n",
    ])
  }
}
