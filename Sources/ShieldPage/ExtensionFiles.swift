/// The files of the browser extension: one source for Chromium and Firefox.
public enum ExtensionFiles {
  /// The identity of the extension in Firefox, as in `manifest.json`.
  public static let firefoxID = "shield-page@schedctl.io"
  /// The name of the native host, as in `background.js`.
  public static let hostName = "io.schedctl.shield_page"
  /// The version, as in `manifest.json`.
  public static let version = "0.1.0"

  /// All files with their names, sorted by name.
  public static var all: [(name: String, bytes: [UInt8])] {
    [
      ("background.js", PackageResources.background_js), ("blocked.html", Array(page.utf8)),
      ("blocked.js", PackageResources.blocked_js), ("manifest.json", PackageResources.manifest_json),
      ("page.css", PackageResources.page_css), ("page.js", PackageResources.page_js),
      ("rules.js", PackageResources.rules_js), ("schema.json", PackageResources.schema_json),
    ]
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
