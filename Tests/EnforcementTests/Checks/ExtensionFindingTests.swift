import Foundation
import Scheduler
import Testing

@testable import SchedulerEnforcement

/// What `doctor` and `status` say about the extension of the shield page.
@Suite final class ExtensionFindingTests {
  private let machine: BrowserMachine
  private static let managed = "etc/chromium/policies/managed/"
  private static let entry = "abc;file:///usr/local/share/schedctl/extension/updates.xml"

  init() throws { machine = try BrowserMachine() }

  private var findings: [Finding] {
    ComponentFindings.all(root: machine.path, examinesProcesses: false).filter { $0.code == .shieldPage }
  }

  private func list(_ entries: [String], in name: String) throws {
    let json = try JSONSerialization.data(
      withJSONObject: ["ExtensionInstallForcelist": entries], options: .withoutEscapingSlashes)
    try machine.write(String(decoding: json, as: UTF8.self), to: Self.managed + name)
  }

  @Test func `a browser without the extension is a note, and so is a Firefox that asks for a signature`() throws {
    #expect(findings.map(\.gravity) == [.note, .note] && findings[0].text.hasPrefix("Chromium has no extension"))
    #expect(findings[1].text.contains("unavailable in this Firefox: needs a signed add-on"))
    #expect(!InstalledBrowser.isExtensionInstalled(root: machine.path))
    try machine.write("MOZ_UNSIGNED_SYSTEM_SCOPE: true", to: "usr/lib/firefox-esr/omni.ja")
    #expect(findings[1].text.hasPrefix("Firefox has no extension"))
  }

  @Test func `a list of an administrator that decides, or that ours hides, is a problem with a remedy`() throws {
    try list([Self.entry], in: ChromiumExtension.fileName)
    #expect(findings[0].gravity == .ok && findings[0].text.contains("private windows lack it"))
    #expect(InstalledBrowser.isExtensionInstalled(root: machine.path))
    try list(["x"], in: "admin")
    #expect(findings[0].gravity == .problem && findings[0].text.contains("/admin' has an 'ExtensionInstallForcelist'"))
    #expect(findings[0].remedy == "add '\(Self.entry)' to that list")
    #expect(!InstalledBrowser.isExtensionInstalled(root: machine.path))
    try list(["x", Self.entry], in: "admin")
    #expect(findings[0].gravity == .ok)
    try machine.remove(Self.managed + "admin")
    try list(["x"], in: "+first.json")
    #expect(findings[0].gravity == .problem && findings[0].text.hasPrefix("'00-schedctl-extension.json' hides the "))
    try machine.remove(Self.managed + "+first.json")
    // The browser reads what is too large here, and ignores what is no JSON.
    try machine.write("{\"ExtensionInstallForcelist\": ", to: Self.managed + "broken.json")
    #expect(findings[0].gravity == .ok)
    let padding = String(repeating: " ", count: 1 << 20)
    try machine.write("{\"ExtensionInstallForcelist\": []}" + padding, to: Self.managed + "large.json")
    #expect(findings[0].gravity == .problem)
  }

  @Test func `status says during a shield that private windows of Chromium lack the extension`() throws {
    try list([Self.entry], in: ChromiumExtension.fileName)
    var adapter = ChromiumAdapter(machine: MachineNames(), root: machine.path)
    let effect = try adapter.apply(ShieldText.shield(ShieldText.LayerText(block: ["a.example"])))
    #expect(effect.limits.contains { $0.hasPrefix("private windows lack the extension") })
  }

  @Test func `Firefox has the extension for good only with the policies that keep it`() throws {
    try machine.installFirefoxExtension()
    #expect(findings[1].gravity == .note && findings[1].text.hasPrefix("users can remove the extension"))
    _ = try FirefoxExtension.file(root: machine.path).keepExtension(true, root: machine.path)
    #expect(findings[1].gravity == .ok && findings[1].text.hasSuffix("also in private windows"))
  }

  @Test func `a registered native host whose script or program is missing is a problem, until both are there`() throws {
    try list([Self.entry], in: ChromiumExtension.fileName)
    let script = "usr/local/share/schedctl/extension/browser-host"
    try machine.write(
      "{\"path\":\"/\(script)\"}", to: "etc/chromium/native-messaging-hosts/io.schedctl.shield_page.json")
    #expect(findings[0].gravity == .problem && findings[0].text.contains("needs '/\(script)', which does not exist"))
    try machine.write("#!/bin/sh", to: script)
    #expect(findings[0].gravity == .problem)
    #expect(findings[0].text.contains("Chromium does not work: it needs '/usr/local/bin/schedctl'"))
    #expect(findings[0].remedy?.contains("'sudo schedctl install'") ?? false)
    #expect(findings[1].gravity == .note, "Firefox has no such host")
    try machine.write("", to: "usr/local/bin/schedctl")
    #expect(findings[0].gravity == .ok)
    try machine.remove("usr/local/bin/schedctl")
    // Another problem comes first.
    try list(["x"], in: "admin")
    #expect(findings[0].text.contains("hides ours"))
  }

  @Test(arguments: [
    ("0100007F:0050 00000000:0000 0A", true), ("00000000:0050 00000000:0000 0A", true),
    ("00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A", true),
    ("0100007F:0050 0100007F:9C40 01", false), ("0100007F:1F90 00000000:0000 0A", false),
    ("0A00000A:0050 00000000:0000 0A", false),
  ])
  func `a listener on port 80 of this machine is found in the table of the kernel`(line: String, isListened: Bool) {
    let table = "  sl  local_address rem_address   st tx_queue\n   0: \(line) 00000000:00000000 00:00000000\n"
    #expect(PlainPort.isListened(in: Array(table.utf8)) == isListened)
  }
}
