import Foundation
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

@Suite final class FirefoxAdapterTests {
  typealias LayerText = ShieldText.LayerText
  private let machine: BrowserMachine
  private let path = "etc/firefox/policies/policies.json"
  private let shield = LayerText(block: ["a.example"])

  init() throws { machine = try BrowserMachine(programs: ["/usr/lib/firefox-esr/firefox-esr"]) }

  private func adapter(filtersNames: Bool = false, running: [RunningFirefox] = []) -> FirefoxAdapter {
    FirefoxAdapter(
      machine: MachineNames(), root: machine.path, filtersNames: { filtersNames }, running: { running },
      clock: { 1000 })
  }

  private func policies() throws -> NSDictionary {
    let data = try #require(machine.text(path)).data(using: .utf8) ?? Data()
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(root?["policies"] as? NSDictionary)
  }

  private func block() throws -> [String] {
    (try policies()["WebsiteFilter"] as? [String: Any])?["Block"] as? [String] ?? []
  }

  /// Changes a part of the file, as an editor does.
  private func edit(_ old: String, _ new: String) throws {
    let text = try #require(machine.text(path))
    try #require(text.contains(old))
    try machine.write(text.replacingOccurrences(of: old, with: new), to: path)
  }

  @Test func `a shield is applied, found in force, and reverted with the directories that were created`() throws {
    var adapter = adapter(filtersNames: true)
    #expect(adapter.probe() == .available)
    let effect = try adapter.apply(ShieldText.shield(shield))
    #expect(effect.isConcerned && effect.limits.count == 1 && effect.gap == nil)
    #expect(try block() == ["*://*.a.example/*"])
    #expect(try policies()["DNSOverHTTPS"] as? NSDictionary == ["Enabled": false, "Locked": true])
    try adapter.verify()
    try adapter.revert()
    #expect(machine.snapshot() == [:])
    try adapter.verify()
  }

  @Test(arguments: [
    "{ \"policies\": {\n \"WebsiteFilter\": {\"Block\": [\"*://x.example/*\"]}, \"DisableTelemetry\": true }, \"n\": 1.50 }",
    "{}", "", "[1]", "{\"policies\": 5}", "no JSON \u{0} \u{e9}",
    "{\"policies\": {\"DNSOverHTTPS\": {\"Enabled\": true}}}\r\n",
  ])
  func `every file comes back byte for byte, also after several changes and another process`(text: String) throws {
    try machine.write(text, to: path)
    let before = machine.snapshot()
    var adapter = adapter(filtersNames: true)
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(try block().last == "*://*.a.example/*")
    let first = machine.snapshot()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(machine.snapshot() == first)
    var other = self.adapter()
    _ = try other.apply(ShieldText.shield(LayerText(block: ["b.example"], all: true)))
    try other.verify()
    try other.revert()
    #expect(machine.snapshot() == before)
  }

  @Test func `bytes that are no text come back, and a file that is no JSON is a limit`() throws {
    let bytes: [UInt8] = [0xFF, 0x00, 0x7B, 0xC3]
    try machine.write("", to: path)
    try Data(bytes).write(to: URL(fileURLWithPath: machine.path + "/" + path))
    var adapter = adapter()
    let effect = try adapter.apply(ShieldText.shield(shield))
    #expect(effect.limits.contains { $0.contains("is no valid JSON, so that Firefox ignored it") })
    try adapter.verify()
    try adapter.revert()
    #expect(FileManager.default.contents(atPath: machine.path + "/" + path) == Data(bytes))
  }

  @Test func `policies that would be lost are an error, and the file stays`() throws {
    let text = "{\"policies\": {\"A\": 1, \"A\": 2}}"
    try machine.write(text, to: path)
    var adapter = adapter()
    #expect(
      throws: AdapterError(
        "the policies in '\(machine.path)/\(path)' cannot be kept: key 'A' given twice, at byte 22",
        remedy: "correct the file")
    ) { try adapter.apply(ShieldText.shield(self.shield)) }
    #expect(machine.text(path) == text)
  }

  @Test func `what another program changes meanwhile is kept, and only the own entries go`() throws {
    try machine.write(
      """
      {"policies": {"WebsiteFilter": {"Block": ["*://x.example/*"], "Exceptions": ["*://ok.a.example/*"]}}, "n": 1}
      """, to: path)
    var adapter = adapter(filtersNames: true)
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(try block() == ["*://x.example/*", "*://*.a.example/*"])
    try edit("\"*://x.example/*\",", "\"*://x.example/*\",\"*://y.example/*\",")
    try edit("\"n\":1", "\"n\":2")
    #expect(adapter.work(atBoot: 1).repairs == ["another program changed the policies in '\(machine.path)/\(path)'"])
    #expect(try block() == ["*://x.example/*", "*://y.example/*", "*://*.a.example/*"])
    try adapter.verify()
    try edit("\"n\":2", "\"n\":3")
    try adapter.revert()
    let wanted = #"""
      {"policies":{"WebsiteFilter":{"Block":["*://x.example/*","*://y.example/*"],"Exceptions":["*://ok.a.example/*"]}},"n":3}

      """#
    #expect(machine.text(path) == wanted)
  }

  @Test func `a file that another program replaces or removes is the original from then on`() throws {
    try machine.write("{\"policies\":{\"A\":true}}", to: path)
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    let new = "{ \"policies\": {\"B\": true} }"
    try machine.write(new, to: path)
    #expect(throws: AdapterError.self) { try adapter.verify() }
    #expect(adapter.work(atBoot: 1).repairs.count == 1)
    #expect(try policies()["B"] as? Bool == true && policies()["A"] == nil && block() == ["*://*.a.example/*"])
    try machine.remove(path)
    #expect(adapter.work(atBoot: 2_000_000_000).repairs.count == 1)
    try adapter.verify()
    try adapter.revert()
    #expect(machine.text(path) == nil)
  }

  @Test func `an original that was no JSON is kept beside a file that was edited since`() throws {
    try machine.write("broken {", to: path)
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    try edit("\"policies\":{", "\"policies\":{\"A\":true,")
    try adapter.revert()
    #expect(machine.text(path)?.contains("\"A\":true") == true && machine.text(path)?.contains("a.example") == false)
    #expect(machine.text(path + ".original") == "broken {")
    // What is there already stays, whose ever it is.
    try machine.write("broken again {", to: path)
    _ = try adapter.apply(ShieldText.shield(shield))
    try edit("\"policies\":{", "\"policies\":{\"A\":true,")
    try adapter.revert()
    #expect(machine.text(path + ".original") == "broken {")
    #expect(machine.text(path + ".original-2") == "broken again {")
  }

  @Test func `the policies in the directory of Firefox, which a file in etc hides, are copied and followed`() throws {
    let distributed = "usr/lib/firefox-esr/distribution/policies.json"
    try machine.write(#"{"policies":{"A":1,"WebsiteFilter":{"Block":["*://x.example/*"]}}}"#, to: distributed)
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    #expect(try policies()["A"] as? Int == 1 && block() == ["*://x.example/*", "*://*.a.example/*"])
    try machine.write(#"{"policies":{"A":2}}"#, to: distributed)
    #expect(adapter.work(atBoot: 1).repairs == [])
    #expect(try policies()["A"] as? Int == 2 && block() == ["*://*.a.example/*"])
    try adapter.revert()
    #expect(machine.snapshot() == [:])
  }

  @Test func `what the directory of Firefox sets stays in a file that another program edited, also after the revert`()
    throws
  {
    let distributed = "usr/lib/firefox-esr/distribution/policies.json"
    let setting = #"{"Enabled":true,"ProviderURL":"https://dns.example/"}"#
    try machine.write(#"{"policies":{"DNSOverHTTPS":\#(setting)}}"#, to: distributed)
    var adapter = adapter(filtersNames: true)
    _ = try adapter.apply(ShieldText.shield(shield))
    let text = try #require(machine.text("etc/firefox/policies/policies.json"))
    try machine.write(
      text.replacingOccurrences(of: #""policies":{"#, with: #""policies":{"Homepage":"x","#),
      to: "etc/firefox/policies/policies.json")
    try adapter.revert()
    let left = try policies()
    #expect(left["Homepage"] as? String == "x" && left["WebsiteFilter"] == nil)
    #expect((left["DNSOverHTTPS"] as? [String: Any])?["ProviderURL"] as? String == "https://dns.example/")
  }

  @Test func `a browser that was started before the change is named until it is restarted`() throws {
    let running = [
      RunningFirefox(process: 7, user: "kim", startBoot: 999), RunningFirefox(process: 8, user: "ada", startBoot: 1000),
    ]
    var adapter = adapter(running: running)
    let effect = try adapter.apply(ShieldText.shield(shield))
    #expect(
      effect.limits.dropFirst() == [
        "Firefox of kim, process 7, was started before the change and follows it after a restart"
      ])
    // Another daemon knows the time of the change from the file.
    var later = FirefoxAdapter(
      machine: MachineNames(), root: machine.path, running: { running }, clock: { 5000 })
    #expect(try later.apply(ShieldText.shield(shield)).limits.count == 2)
    #expect(try later.apply(ShieldText.shield(LayerText(block: ["b.example"]))).limits.count == 3)
  }

  @Test func `a flatpak of the machine is reached by its extension, and the artefacts remove that, too`() throws {
    try machine.write("", to: "var/lib/flatpak/app/org.mozilla.firefox/x86_64/stable/x")
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    try adapter.verify()
    let file = "var/lib/flatpak/extension/org.mozilla.firefox.systemconfig/x86_64/stable/policies/policies.json"
    #expect(machine.text(file)?.contains("a.example") == true)
    let artefacts = FirefoxFile.usual(root: machine.path)
    #expect(try artefacts.filter { try $0.isPresent() }.count == 2)
    for artefact in artefacts { try artefact.remove() }
    #expect(machine.snapshot() == [:] && machine.text(file) == nil)
    #expect(!FileManager.default.fileExists(atPath: machine.path + "/var/lib/flatpak/extension"))
  }

  @Test func `a file that cannot be read keeps the shield in no other file`() throws {
    try machine.write("", to: "var/lib/flatpak/app/org.mozilla.firefox/x86_64/stable/x")
    var adapter = adapter()
    _ = try adapter.apply(ShieldText.shield(shield))
    try machine.remove(path)
    try machine.write("", to: path + "/x")
    let error = #expect(throws: AdapterError.self) { try adapter.revert() }
    #expect(error?.reason.contains("/" + path) == true)
    let file = "var/lib/flatpak/extension/org.mozilla.firefox.systemconfig/x86_64/stable/policies/policies.json"
    #expect(machine.text(file) == nil)
  }

  @Test func `a layer whose users do not exist blocks nothing, not even for everybody`() throws {
    try machine.write("kim:x:1000:1000::/home/kim:/bin/sh\n", to: "passwd")
    let accounts = AccountDatabase(
      passwordFile: machine.path + "/passwd", groupFile: machine.path + "/group", getent: nil)
    var adapter = FirefoxAdapter(machine: MachineNames(), root: machine.path, accounts: accounts, running: { [] })
    let effect = try adapter.apply(ShieldText.shield(LayerText(users: ["ghost"], block: ["a.example"])))
    #expect(!effect.isConcerned && effect.limits == ["there is no user 'ghost'"])
    #expect(machine.snapshot() == [:])
    #expect(try adapter.apply(ShieldText.shield(LayerText(users: ["kim"], block: ["a.example"]))).isConcerned)
  }
}
