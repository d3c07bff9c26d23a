import SchedulerEnforcement
import SchedulerInstance
import SchedulerJSON
import ShieldPage

/// The signed extension of a machine, and the files that make browsers load it.
struct BrowserExtension {
  /// A browser of the family of Chromium: the programs that start it, and its directory in `/etc`.
  struct Browser {
    let programs: [String]
    let directory: String
  }

  /// The browsers whose policies this program knows.
  static let browsers = [
    Browser(programs: ["chromium", "chromium-browser"], directory: "/etc/chromium"),
    Browser(programs: ["google-chrome", "google-chrome-stable"], directory: "/etc/opt/chrome"),
    Browser(programs: ["brave-browser"], directory: "/etc/brave"),
    Browser(programs: ["microsoft-edge", "microsoft-edge-stable"], directory: "/etc/opt/edge"),
  ]

  let place: InstallationPlace
  /// The identity of the extension in Chromium.
  let id: String
  /// The signed package for Chromium.
  let package: [UInt8]

  private var folder: String { NativeHost.extensionDirectory(inData: place.data) }
  private var packagePath: String { folder + "/shield-page.crx" }
  private var updatePath: String { folder + "/updates.xml" }
  /// The program that browsers start. They give it no command, so it is a script.
  private var hostPath: String { NativeHost.script(inData: place.data) }

  /// Returns the files for the browsers that are installed.
  ///
  /// - Parameters:
  ///   - found: the browsers of the family of Chromium.
  ///   - hasFirefox: whether there is a Firefox that takes the package without a signature.
  func files(for found: [Browser], hasFirefox: Bool) -> [InstalledFile] {
    var files = [
      InstalledFile(hostPath, script: Self.hostScript(program: place.program))
    ]
    if !found.isEmpty {
      files.append(InstalledFile(packagePath, bytes: package))
      files.append(InstalledFile(updatePath, text: updates))
    }
    for browser in found {
      files.append(
        InstalledFile(
          NativeHost.manifest(in: browser.directory),
          text: manifest("allowed_origins", caller: "chrome-extension://\(id)/")))
      files.append(InstalledFile("\(browser.directory)/policies/managed/\(ChromiumExtension.fileName)", text: policy))
    }
    if hasFirefox {
      let archive = ZipArchive(ExtensionFiles.all).bytes
      files.append(InstalledFile(FirefoxExtension.packagePath, bytes: archive))
      files.append(
        InstalledFile(
          NativeHost.firefoxManifest, text: manifest("allowed_extensions", caller: ExtensionFiles.firefoxID)))
    }
    return files
  }

  /// The script that runs the native host. When the program is removed the script stays and, as no browser reports a
  /// missing host then, says itself that the program is gone.
  static func hostScript(program: String) -> String {
    let gone = NativeMessages.bytes(of: ["type": .string("gone")])
    let length = gone.prefix(4).map { "\\" + String($0 / 64) + String($0 / 8 % 8) + String($0 % 8) }.joined()
    let text = String(decoding: gone.dropFirst(4), as: UTF8.self)
    let program = program.quotedForShell
    return "#!/bin/sh\n[ -x \(program) ] && exec \(program) browser-host \"$@\"\nprintf '\(length)\(text)'\n"
  }

  /// The manifest of the native host: only the extension may start it.
  private func manifest(_ key: String, caller: String) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("name", value: NativeHost.name)
      json.member("description", value: "Tells the extension of schedctl what is blocked.")
      json.member("path", value: hostPath)
      json.member("type", value: "stdio")
      json.member(named: key, value: [caller])
    }
    json.newline()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The entry of the list of extensions that a browser installs.
  var entry: String { "\(id);file://\(updatePath)" }

  /// The policy that installs the extension, which users then cannot remove.
  private var policy: String {
    var json = JSONWriter()
    json.object { json in json.member(named: ChromiumExtension.key, value: [entry]) }
    json.newline()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The list of versions, from which the browser learns where the package is.
  private var updates: String {
    """
    <?xml version='1.0' encoding='UTF-8'?>
    <gupdate xmlns='http://www.google.com/update2/response' protocol='2.0'>
      <app appid='\(id)'>
        <updatecheck codebase='file://\(packagePath)' version='\(ExtensionFiles.version)'/>
      </app>
    </gupdate>

    """
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var quotedForShell: String { "'" + replacing("'", with: "'\\''") + "'" }
}
