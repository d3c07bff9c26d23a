import Scheduler
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// The end of a shield in place, byte by byte, in policies that an administrator also wrote.
@Suite struct FirefoxDisarmingTests {
  typealias LayerText = ShieldText.LayerText
  private let machine: BrowserMachine
  private static let path = "etc/firefox/policies/policies.json"

  init() throws { machine = try BrowserMachine(programs: ["/usr/lib/firefox-esr/firefox-esr"]) }

  private func document(
    blocking layer: LayerText, over text: String?, filtersNames: Bool = true
  ) throws -> FirefoxDocument {
    if let text { try machine.write(text, to: Self.path) }
    var adapter = FirefoxAdapter(machine: MachineNames(), root: machine.path, filtersNames: { filtersNames })
    _ = try adapter.apply(ShieldText.shield(layer))
    return try FirefoxFile(machine.path + "/" + Self.path).document()
  }

  /// The file after the first changes of an edit.
  private func changed(_ document: FirefoxDocument, count: Int) throws -> FirefoxDocument {
    var bytes = try #require(document.bytes)
    let edit = try #require(document.disarming)
    for position in edit.positions.prefix(count) { bytes[position] = edit.value }
    return FirefoxDocument(bytes)
  }

  private static let files = [
    #"{"policies":{}}"#, #"{ "policies": {"A": 1}, "other": ["*://*.a.example/*", "WebsiteFilter", "Block"] }"#,
    #"{"policies":{"WebsiteFilter":{"Exceptions":["*://x.example/*"],"Block":["*://*.b.example/*"],"C":1}}}"#,
    #"{"n":1,"policies":{"DNSOverHTTPS":{"Enabled":true},"WebsiteFilter":{"Block":["*://*.a.example/*"]}}}"#, "{}",
    "no JSON", #"{"policies":{"WebsiteFilter":{"Block":["*://c.example/*"],"Exceptions":["*://w.c.example/*"]}}}"#,
  ]

  @Test(arguments: files)
  func `a process that is killed between two bytes loses no foreign one, and continues`(text: String) throws {
    let layer = LayerText(block: ["a.example", "c.example"], allow: ["w.a.example"], urls: ["d.example/p"])
    let document = try document(blocking: layer, over: text)
    let count = try #require(document.disarming).positions.count
    #expect(count > 1)
    for done in 0...count {
      let found = try changed(document, count: done)
      #expect(found.foreign == Array(text.utf8) && !found.isEdited && found.hasShield, "\(done)")
      #expect(found.bytes?.count == document.bytes?.count && found.filter == document.filter)
      #expect(try #require(found.disarming).positions.count == count - done, "\(done)")
      #expect(try #require(found.unblocked) == Array(text.utf8))
    }
  }

  @Test(arguments: files)
  func `afterwards Firefox reads no pattern of the shield that fits an address, and all of the administrator`(
    text: String
  )
    throws
  {
    let before = FirefoxDocument(Array(text.utf8))
    let document = try document(blocking: LayerText(block: ["a.example", "z.example"]), over: text)
    let found = try changed(document, count: .max)
    let filter = try #require(found.writtenRoot?["policies"]?["WebsiteFilter"])
    for key in ["Block", "Exceptions"] {
      let theirs = before.policies["WebsiteFilter"]?[key]?.strings ?? []
      let left = filter[key]?.strings.filter { !$0.hasSuffix("/#") } ?? []
      #expect(left == theirs, "\(key)")
    }
    let names = found.writtenRoot?["policies"]?["DNSOverHTTPS"]
    #expect(names == (before.policies["DNSOverHTTPS"] == nil ? nil : FirefoxDocument.secureDNSOff))
  }

  @Test func `all domains, and many, lose their effect as well`() throws {
    let all = try document(blocking: LayerText(allow: ["ok.example"], all: true), over: Self.files[0])
    #expect(try changed(all, count: .max).writtenRoot?["policies"]?["WebsiteFilter"]?["Block"]?.strings == ["*://*/#"])
    let many = try document(blocking: LayerText(block: (0..<900).map { "n\($0).example" }), over: nil)
    #expect(try #require(many.disarming).positions.count == 901)
  }

  @Test func `a text of another form is left alone, and edits of others are kept`() throws {
    let document = try document(blocking: LayerText(block: ["a.example"]), over: Self.files[0], filtersNames: false)
    let text = String(decoding: try #require(document.bytes), as: UTF8.self)
    let escaped = text.replacing(#"["*://*.a"#, with: #"["*:\/\/*.a"#)
    #expect(escaped != text && FirefoxDocument(Array(escaped.utf8)).disarming == nil)
    let edited = FirefoxDocument(Array(text.replacing(#"{"policies":{"#, with: #"{"policies":{"New":1,"#).utf8))
    let found = try changed(edited, count: .max)
    #expect(found.isEdited && found.foreign == edited.foreign)
    #expect(String(decoding: try #require(found.foreign), as: UTF8.self).contains(#""New":1"#))
  }

  @Test func `a new shield, and the end of this one, replace the file as soon as there is room`() throws {
    let document = try document(blocking: LayerText(block: ["a.example"]), over: Self.files[0])
    let disarmed = String(decoding: try #require(changed(document, count: .max).bytes), as: UTF8.self)
    try machine.write(disarmed, to: Self.path)
    var adapter = FirefoxAdapter(machine: MachineNames(), root: machine.path, filtersNames: { true })
    let shield = try ShieldText.shield(LayerText(block: ["a.example"]))
    _ = try adapter.apply(shield)
    try adapter.verify()
    #expect(machine.text(Self.path)?.contains("#") == false)
    try machine.write(disarmed, to: Self.path)
    #expect(try FirefoxFile(machine.path + "/" + Self.path).isPresent())
    try adapter.revert()
    #expect(machine.text(Self.path) == Self.files[0])
  }
}
