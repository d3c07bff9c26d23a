import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// A machine with an installed extension, on which a real browser runs: a private mount namespace over this one, so that
/// nothing of it changes.
final class BrowserMachine {
  let trial: PageTrial
  /// The port of the web server behind all names.
  let webPort: UInt16
  private let web = Process()
  private let browser = Process()

  var folder: WorkFolder { trial.folder }

  /// The process of the browser: what starts it becomes it.
  var browserID: Int32 { browser.processIdentifier }

  /// The directory of the user for sockets.
  var runtime: String { folder.path + "/runtime" }

  /// Why browsers cannot be tested here; nil if they can.
  static let obstacle: String? = {
    guard geteuid() == 0 else { return "only root can mount file systems over those of the machine" }
    for name in ["unshare", "python3", "openssl"] where !InstalledProgram(name).isInstalled {
      return "\(name) is not installed"
    }
    let mounts = try? InstalledProgram("unshare").run(
      ["-m", "sh", "-c", "\(overlay) && echo yes"], in: try WorkFolder())
    return mounts?.output == "yes\n" ? nil : "file systems cannot be mounted here"
  }()

  /// Commands of a shell that let the next ones write below /etc, /usr and /var without changing them.
  private static let overlay = """
    mount -t tmpfs t /mnt && for d in etc usr var; do mkdir -p /mnt/$d/u /mnt/$d/w && \
    mount -t overlay o -o lowerdir=/$d,upperdir=/mnt/$d/u,workdir=/mnt/$d/w /$d || exit 9; done
    """

  /// Installs the extension and the policies of an administrator, and starts a command there.
  init(_ words: [String], webPort: UInt16, redirections: String = "") throws {
    self.webPort = webPort
    trial = try PageTrial()
    try trial.publish(domains: [])
    try start(web, ["python3", folder.write(Self.server, to: "server.py"), "\(webPort)"], [:])
    try #require(Waiting.until { PageClient(webPort) != nil })
    let script = """
      \(Self.overlay)
      cp '\(ProgramRun.programPath)' /usr/local/bin/schedctl
      mkdir -p /etc/chromium/policies/managed /etc/firefox/policies
      echo '\(Self.chromiumPolicy)' > /etc/chromium/policies/managed/test.json
      echo '\(Self.firefoxPolicy)' > /etc/firefox/policies/policies.json
      env -u STATE_DIRECTORY -u RUNTIME_DIRECTORY /usr/local/bin/schedctl browser-extension install -q || exit 8
      exec "$@" \(redirections)
      """
    var variables: [String: String] = [:]
    variables["STATE_DIRECTORY"] = folder.path + "/state"
    variables["RUNTIME_DIRECTORY"] = folder.path + "/run"
    variables["HOME"] = folder.path + "/home"
    variables["XDG_RUNTIME_DIR"] = runtime
    for path in [folder.path + "/home", runtime] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    try start(browser, ["unshare", "-m", "sh", "-c", script, "sh"] + words, variables)
  }

  deinit {
    for process in [browser, web] where process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  private func start(_ process: Process, _ words: [String], _ variables: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin"].merging(variables) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: try folder.write("", to: words[0] + ".log"))
    try process.run()
  }

  /// Blocks sites for root, with an exception, and a part of another site.
  func block() throws {
    try trial.publish(
      domains: ["blocked.test", "policy.test", "xn--bcher-kva.test"], urls: ["paths.test/shorts"],
      allowed: ["ok.blocked.test"], users: ["root"])
  }

  /// Blocks nothing.
  func open() throws { try trial.publish(domains: []) }

  /// Removes the program, and leaves what the extension has installed.
  func removeProgram() throws {
    try FileManager.default.removeItem(atPath: "/proc/\(browser.processIdentifier)/root/usr/local/bin/schedctl")
  }

  /// Ends the policy of Chromium that blocks a site, as the adapter does at the end of a shield.
  func endChromiumPolicy() throws {
    // The file as the browser sees it.
    let folder = "/proc/\(browser.processIdentifier)/root/etc/chromium/policies/managed"
    try Data(#"{"DeveloperToolsAvailability":1}"#.utf8).write(to: URL(fileURLWithPath: folder + "/new"))
    try #require(rename(folder + "/new", folder + "/test.json") == 0)
  }

  // DevTools may look at the extension only if a policy allows it.
  private static let chromiumPolicy = #"{"DeveloperToolsAvailability":1,"URLBlocklist":["policy.test"]}"#
  private static let firefoxPolicy = #"{"policies":{"WebsiteFilter":{"Block":["*://policy.test/*"]}}}"#

  /// A web server that answers every path.
  private static let server = """
    import http.server, sys
    class Site(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            page = b"<title>real</title><h1>real site</h1>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Site).serve_forever()
    """
}

/// Ports of this machine.
enum LoopbackPort {
  /// A port that no program listened on a moment ago.
  static func free() throws -> UInt16 { try LoopbackSocket(port: 0).port }
}

/// A browser with one tab.
protocol BrowserDriver: AnyObject {
  /// The machine that it runs on.
  var machine: BrowserMachine { get }
  /// Goes to an address without waiting for the page.
  func go(to address: String) throws
  /// The address of the tab.
  func address() throws -> String
  /// The text of the tab in one line.
  func text() throws -> String
  /// Runs a script in the tab.
  func run(_ script: String) throws
}

extension BrowserDriver {
  /// Waits until the text of the tab contains a text. Returns whether it comes to do so.
  func shows(_ text: String) -> Bool { Waiting.until { (try? self.text().contains(text)) ?? false } }

  /// The time left on the page; nil if the tab shows none.
  var countdown: Substring? {
    guard let text = try? text() else { return nil }
    return text.firstMatch(of: #/(\d\d:\d\d) until /#)?.1
  }

  /// Waits until the tab shows the page about an address.
  func isBlocked(_ address: String) -> Bool {
    Waiting.until {
      guard let shown = try? self.address(), let text = try? self.text() else { return false }
      return shown.hasSuffix("/blocked.html#\(address)") && text.contains("Stay focused!")
    }
  }
}
