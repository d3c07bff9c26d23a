import Foundation
import SchedulerJSON
import ScreenTimeTesting
import Testing

/// The observations of devices, each run on a virtual device.
@Suite struct ConformanceTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "observations.json")
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL
  static let contents = Result { try Observation.rows(in: Array(try Data(contentsOf: file))) }
  private static let rows = (try? contents.get().rows) ?? []

  @Test func `the file of observations is well formed`() throws {
    let (rows, _) = try Self.contents.get()
    for basis in Observation.Basis.allCases { #expect(rows.contains { $0.basis == basis }) }
  }

  @Test(arguments: rows)
  func `the virtual device does what was observed`(row: Observation) throws {
    var run = ConformanceRun(row)
    for difference in try run.differences() { Issue.record("\(row.id): \(difference)") }
  }

  /// A row with one member in another form.
  private static func row(_ key: String, _ value: JSONValue?) -> JSONObject {
    var row: JSONObject = [:]
    let members: [(String, JSONValue)] = [
      ("id", .string("a")), ("basis", .string("measured")), ("title", .string("t")), ("source", .string("s")),
      ("system", .string("iOS 26.5")), ("place", .string("device")), ("steps", .array([.string("pick up")])),
      ("expect", .array([.string("no callbacks")])),
    ]
    for (name, standard) in members where name != key { row[name] = standard }
    if let value { row[key] = value }
    return row
  }

  @Test func `a row with all that belongs to it is well formed`() throws {
    _ = try Observation(Self.row("within", .integer(3)))
  }

  @Test(
    arguments: [
      ("id", nil), ("id", .string("Two words")), ("basis", .string("heard")), ("title", .string("")), ("source", nil),
      ("system", nil), ("place", .string("desk")), ("start", .string("noon")), ("zone", .string("Mars/Olympus")),
      ("authorized", .string("yes")), ("policy", .string("reboot: maybe")), ("within", .integer(61)), ("steps", nil),
      ("steps", .array([])), ("steps", .array([.string("shake")])), ("steps", .array([.integer(1)])),
      ("steps", .array([.string("monitor a 09:00")])), ("steps", .array([.string("monitor a 25:00 to 26:00")])),
      ("steps", .array([.string("monitor a 09:00 to 10:00, twice")])),
      ("steps", .array([.string("wait 5 fortnights")])),
      ("steps", .array([.string("advance to noon")])), ("steps", .array([.string("stop")])),
      ("steps", .array([.string("when intervalDidSleep comes stop a")])),
      ("steps", .array([.string("press a button that answers maybe")])), ("expect", nil),
      ("expect", .array([.string("joy")])), ("expect", .array([.string("2026-08-13 intervalDidStart a")])),
      ("expect", .array([.string("2026-08-13 14:00:00 intervalDidSleep a")])), ("remark", .string("?")),
    ] as [(String, JSONValue?)])
  func `a malformed row is refused by name`(key: String, value: JSONValue?) {
    #expect { try Observation(Self.row(key, value)) } throws: { error in
      "\(error)".hasPrefix(key == "id" && value == nil ? "row '?'" : key == "id" ? "row 'Two words'" : "row 'a'")
    }
  }

  @Test func `what is not measured names no device`() {
    #expect(throws: MalformedRow.self) { try Observation(Self.row("basis", .string("documented"))) }
  }

  @Test func `two rows of one name are refused`() {
    let row = JSONValue.object(Self.row("within", nil))
    var writer = JSONWriter()
    writer.value(JSONValue.object(["rows": .array([row, row]), "unexpressed": .array([])]))
    #expect(throws: MalformedRow.self) { try Observation.rows(in: writer.bytes) }
  }

  @Test func `a row that the device does not follow is reported`() throws {
    for expectation in [
      "refused unauthorized", "interval none", "2026-08-13 13:26:00 intervalDidStart a", "shielded com.example.video",
      "the app reads denied", "the app reads 1 shielded applications", "in front com.example.app", "activities a",
    ] {
      var run = ConformanceRun(try Observation(Self.row("expect", .array([.string(expectation)]))))
      #expect(try run.differences().count == 1, "\(expectation)")
    }
  }

  @Test func `callbacks may differ by the tolerance and no more`() throws {
    for (second, isAlike) in [(5, true), (6, false)] {
      var row = Self.row("steps", .array([.string("monitor a 13:00 to 14:00")]))
      row["expect"] = .array([.string("2026-08-13 13:26:0\(second) intervalDidStart a")])
      var run = ConformanceRun(try Observation(row))
      #expect(try run.differences().isEmpty == isAlike)
    }
  }
}

/// docs/conformance.md.
extension ConformanceTests {
  private static let page = checkout.appending(path: "docs/conformance.md")
  private static let first = "<!-- begin: observations -->\n"
  private static let last = "<!-- end: observations -->"

  /// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter ConformanceTests` writes the tables anew; read the difference.
  @Test func `the page has a table of the observations`() throws {
    let (rows, unexpressed) = try Self.contents.get()
    let tables = ConformancePage.text(of: rows, unexpressed: unexpressed)
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let begin = try #require(text.range(of: Self.first)?.upperBound)
    let end = try #require(text.range(of: Self.last)?.lowerBound)
    if ProcessInfo.processInfo.environment["SCHEDCTL_WRITE_GOLDENS"] != nil {
      let written = text[..<begin] + tables + text[end...]
      return try Data(written.utf8).write(to: Self.page, options: .atomic)
    }
    #expect(text[begin..<end] == tables)
  }

  @Test func `the row that the page shows is well formed, and the device follows it`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(blocks.count == 1)
    for block in blocks {
      let row = try Observation(JSONValue(parsing: Array(block.utf8)).objectValue ?? [:])
      var run = ConformanceRun(row)
      #expect(try run.differences() == [])
    }
  }
}
