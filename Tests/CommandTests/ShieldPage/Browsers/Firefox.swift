import Foundation
import ProgramTesting
import ShieldPage
import Testing

/// Firefox without a screen, steered over Marionette.
final class Firefox: BrowserDriver {
  let machine: BrowserMachine
  private let client: PageClient
  private let folder: WorkFolder
  private var received: [UInt8] = []
  private var lastNumber = 0

  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/firefox-esr")

  init() throws {
    folder = try WorkFolder()
    let port = try LoopbackPort.free()
    try folder.write(
      """
      user_pref("marionette.port", \(port));
      user_pref("network.dns.localDomains", "blocked.test,www.blocked.test,ok.blocked.test,free.test,policy.test,paths.test,\
      xn--bcher-kva.test");
      user_pref("datareporting.policy.dataSubmissionEnabled", false);

      """, to: "profile/user.js")
    machine = try BrowserMachine(
      [
        "firefox-esr", "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile",
        folder.path + "/profile",
        "about:blank",
      ], webPort: try LoopbackPort.free())
    var found: PageClient?
    try #require(
      Waiting.until {
        found = PageClient(port)
        return found != nil
      })
    client = try #require(found)
    _ = try next()
    _ = try call("WebDriver:NewSession", ["capabilities": ["alwaysMatch": ["pageLoadStrategy": "none"]]])
  }

  deinit { _ = try? call("Marionette:Quit", ["flags": ["eForceQuit"]]) }

  /// A page that is not found or blocked is an error of the command, and shown all the same.
  func go(to address: String) throws { _ = try? call("WebDriver:Navigate", ["url": address]) }
  func address() throws -> String { try call("WebDriver:GetCurrentURL")["value"] as? String ?? "" }
  func text() throws -> String {
    let script = #"return document.body.innerText.replace(/\s+/g, " ")"#
    return try call("WebDriver:ExecuteScript", ["script": script, "args": []])["value"] as? String ?? ""
  }

  func run(_ script: String) throws { _ = try call("WebDriver:ExecuteScript", ["script": script, "args": []]) }

  /// Opens a private window, and steers it from now on.
  func openPrivateWindow() throws {
    let window = try call("WebDriver:NewWindow", ["type": "window", "private": true])
    _ = try call("WebDriver:SwitchToWindow", ["handle": try #require(window["handle"])])
  }

  /// What Firefox says about the extension: whether it is active, is in private windows, and can be removed or turned off.
  func extensionFacts() throws -> String {
    _ = try call("Marionette:SetContext", ["value": "chrome"])
    defer { _ = try? call("Marionette:SetContext", ["value": "content"]) }
    let script = """
      const [id, done] = arguments;
      const { AddonManager: m } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
      m.getAddonByID(id).then((addon) => done([addon.isActive, WebExtensionPolicy.getByID(id).privateBrowsingAllowed,
        (addon.permissions & (m.PERM_CAN_UNINSTALL | m.PERM_CAN_DISABLE)) !== 0].join(" ")));
      """
    let words: [String: Any] = ["script": script, "args": [ExtensionFiles.firefoxID]]
    return try call("WebDriver:ExecuteAsyncScript", words)["value"] as? String ?? ""
  }

  /// The error that Firefox gives as the answer to a command.
  private struct Fault: Error {
    let text: String
  }

  private func call(_ name: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastNumber += 1
    let message = try JSONSerialization.data(withJSONObject: [0, lastNumber, name, parameters])
    client.send(Array("\(message.count):".utf8) + Array(message))
    while true {
      let answer = try #require(try next() as? [Any], "\(name)")
      guard answer[1] as? Int == lastNumber else { continue }
      guard answer[2] is NSNull else { throw Fault(text: "\(name): \(answer[2])") }
      return answer[3] as? [String: Any] ?? [:]
    }
  }

  /// The next message: its length, a colon, and JSON.
  private func next() throws -> Any? {
    while true {
      let digits = received.prefix { $0 != UInt8(ascii: ":") }
      if digits.count < received.count, let length = Int(String(decoding: digits, as: UTF8.self)) {
        let rest = received.dropFirst(digits.count + 1)
        if rest.count >= length {
          received = Array(rest.dropFirst(length))
          return try JSONSerialization.jsonObject(with: Data(rest.prefix(length)))
        }
      }
      guard let piece = client.piece() else { return nil }
      received += piece
    }
  }
}
