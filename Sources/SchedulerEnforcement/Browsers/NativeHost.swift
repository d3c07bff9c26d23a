/// Where browsers look for the native host of the extension, and the script that they start.
public enum NativeHost {
  /// The name by which the extension finds it, as in `background.js`.
  public static let name = "io.schedctl.shield_page"

  /// The manifest for Firefox.
  public static let firefoxManifest = "/usr/lib/mozilla/native-messaging-hosts/\(name).json"

  /// Returns the manifest for a browser of the family of Chromium, by its directory, such as `/etc/chromium`.
  public static func manifest(in directory: String) -> String { "\(directory)/native-messaging-hosts/\(name).json" }

  /// Returns the directory of the extension, by the one of shared data, such as `/usr/local/share`.
  public static func extensionDirectory(inData data: String) -> String { data + "/schedctl/extension" }

  /// Returns the script that browsers start, by the directory of shared data. They give it no command.
  public static func script(inData data: String) -> String { extensionDirectory(inData: data) + "/browser-host" }
}
