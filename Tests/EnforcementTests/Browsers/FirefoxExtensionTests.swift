import Foundation
import Scheduler
import SchedulerJSON
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// The policies that keep the extension, beside those of a shield and an administrator in one file.
@Suite final class FirefoxExtensionTests {
  typealias LayerText = ShieldText.LayerText
  private let machine: BrowserMachine
  private static let path = "etc/firefox/policies/policies.json"
  private static let id = FirefoxExtension.id

  init() throws { machine = try BrowserMachine(programs: ["/usr/lib/firefox-esr/firefox-esr"]) }

  private var file: FirefoxFile { FirefoxExtension.file(root: machine.path) }
  private var adapter: FirefoxAdapter {
    FirefoxAdapter(machine: MachineNames(), root: machine.path, running: { [] }, clock: { 1000 })
  }

  private func keep(_ isKept: Bool) throws -> Bool { try file.keepExtension(isKept, root: machine.path) }

  @Test func `the policies lock the extension, cover private windows, and go byte for byte with an administrator's`()
    throws
  {
    let text = """
      { "policies": {"Extensions": {"Locked": ["a@b"], "Install": ["x"]},
        "ExtensionSettings": {"*": {"installation_mode": "blocked"}} }, "n": 1.50 }
      """
    try machine.write(text, to: Self.path)
    #expect(try keep(true))
    #expect(try !keep(true))
    let policies = try file.document().policies
    #expect(policies["Extensions"]?["Locked"]?.strings == ["a@b", Self.id])
    #expect(policies["Extensions"]?["Install"]?.strings == ["x"])
    #expect(policies["ExtensionSettings"]?["*"]?["installation_mode"]?.stringValue == "blocked")
    #expect(policies["ExtensionSettings"]?[Self.id]?["installation_mode"]?.stringValue == "allowed")
    #expect(policies["ExtensionSettings"]?[Self.id]?["private_browsing"]?.boolValue == true)
    // They are no shield, so that nothing removes them at its end.
    #expect(try !file.isPresent())
    try file.remove()
    #expect(try file.document().hasExtension)
    #expect(try keep(false))
    #expect(machine.text(Self.path) == text)
    #expect(try !keep(false))
  }

  @Test func `settings as a text are kept, and an administrator's own setting of the extension decides`() throws {
    let settings = #"{\"\#(Self.id)\": {\"installation_mode\": \"blocked\"}, \"x\": {}}"#
    let text = #"{"policies": {"ExtensionSettings": "\#(settings)"}}"#
    try machine.write(text, to: Self.path)
    #expect(try keep(true))
    let found = try file.document().policies["ExtensionSettings"]
    #expect(found?[Self.id]?["installation_mode"]?.stringValue == "blocked" && found?["x"] != nil)
    #expect(try !FirefoxExtension.isKept(by: file.document().policies))
    #expect(try keep(false))
    #expect(machine.text(Self.path) == text)
  }

  @Test(arguments: Laws.cases(UInt64(0)..<200, few: 20))
  func `in any order of installation, shield, end and removal each part is there alone when it should be`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let texts = [
      nil, "{}", "", "no JSON", #"{"policies":{"Extensions":{"Locked":["\#(Self.id)"]},"A":1}}"#,
      #"{"policies":{"WebsiteFilter":{"Block":["*://x.example/*"]}}}"#, "{ \"policies\": {\"ExtensionSettings\": {}} }",
    ]
    if let text = texts.randomElement(using: &random) ?? nil { try machine.write(text, to: Self.path) }
    let before = machine.snapshot()
    var (isKept, count) = (false, 0)
    for step in 0..<12 {
      var adapter = self.adapter
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        isKept = true
        _ = try keep(true)
      case 1:
        isKept = false
        _ = try keep(false)
      case 2:
        count = Int.random(in: 1...3, using: &random)
        _ = try adapter.apply(ShieldText.shield(LayerText(block: (0..<count).map { "a\($0).example" })))
        try adapter.verify()
      default:
        count = 0
        try adapter.revert()
      }
      let document = try file.document()
      #expect(document.hasExtension == isKept && document.hasShield == (count > 0), "seed \(seed), step \(step)")
      #expect(!isKept || FirefoxExtension.isKept(by: document.policies), "seed \(seed), step \(step)")
      let own = document.filter.block.filter { $0.hasSuffix("a0.example/*") || $0.contains("a1") || $0.contains("a2") }
      #expect(own.count == count, "seed \(seed), step \(step)")
      if !isKept, count == 0 { #expect(machine.snapshot() == before, "seed \(seed), step \(step)") }
    }
    try file.remove()
    _ = try keep(false)
    #expect(machine.snapshot() == before, "seed \(seed)")
  }

  @Test func `what another program edits meanwhile stays, whichever part goes first`() throws {
    for extensionFirst in [true, false] {
      try machine.write(#"{"policies":{"A":1,"WebsiteFilter":{"Block":["*://x.example/*"]}}}"#, to: Self.path)
      var adapter = adapter
      _ = try keep(true)
      _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"])))
      let text = try #require(machine.text(Self.path))
      try machine.write(text.replacing("\"A\":1", with: "\"A\":2"), to: Self.path)
      if extensionFirst {
        _ = try keep(false)
        #expect(try file.document().filter.block == ["*://x.example/*", "*://*.a.example/*"])
        try adapter.revert()
      } else {
        try adapter.revert()
        #expect(try FirefoxExtension.isKept(by: file.document().policies))
        _ = try keep(false)
      }
      #expect(
        machine.text(Self.path) == "{\"policies\":{\"A\":2,\"WebsiteFilter\":{\"Block\":[\"*://x.example/*\"]}}}\n")
    }
  }

  @Test func `a daemon puts the policies back that went with a replaced file, while the package is there`() throws {
    try machine.installFirefoxExtension()
    var adapter = adapter
    _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"])))
    #expect(try file.document().hasExtension)
    try machine.write(#"{"policies":{"B":1}}"#, to: Self.path)
    #expect(adapter.work(atBoot: 1).repairs.count == 1)
    try adapter.revert()
    #expect(try FirefoxExtension.isKept(by: file.document().policies) && file.document().policies["B"] != nil)
    try machine.remove(String(FirefoxExtension.packagePath.dropFirst()))
    _ = try keep(false)
    #expect(machine.text(Self.path) == #"{"policies":{"B":1}}"#)
  }

  @Test(arguments: ["/usr", "/usr/local"])
  func `a package that an uninstallation left because it was edited is not kept by a later shield`(prefix: String)
    throws
  {
    try machine.installFirefoxExtension(below: prefix)
    var adapter = adapter
    _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"])))
    #expect(try file.document().hasExtension)
    try adapter.revert()
    // As `browser-extension uninstall` does.
    try machine.remove("\(prefix.dropFirst())/share/schedctl/installed-extension")
    _ = try keep(false)
    _ = try adapter.apply(ShieldText.shield(LayerText(block: ["a.example"])))
    #expect(try !file.document().hasExtension && file.document().policies["Extensions"] == nil)
    try adapter.revert()
    #expect(machine.snapshot() == [:])
  }

  @Test func `the policies in the directory of Firefox are copied, because the file hides them`() throws {
    try machine.write(
      #"{"policies":{"A":1,"Extensions":{"Locked":["a@b"]}}}"#, to: "usr/lib/firefox-esr/distribution/policies.json")
    #expect(try keep(true))
    let policies = try file.document().policies
    #expect(policies["A"] != nil && policies["Extensions"]?["Locked"]?.strings == ["a@b", Self.id])
    #expect(try keep(false))
    #expect(machine.snapshot() == [:])
  }

  @Test func `a Firefox takes unsigned extensions if its own code says so`() throws {
    #expect(!FirefoxExtension.takesUnsigned(root: machine.path))
    let padding = String(repeating: "MOZ_UNSIGNED_M", count: 10_000)
    for (value, takes) in [("false", false), ("true", true)] {
      try machine.write(
        padding + "MOZ_UNSIGNED_SYSTEM_SCOPE: \(value),", to: "usr/lib/firefox-esr/omni.ja")
      #expect(FirefoxExtension.takesUnsigned(root: machine.path) == takes)
    }
  }
}
