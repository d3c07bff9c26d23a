import Foundation
import ProgramTesting
import SchedulerJSON
import Testing

/// A file that other programs read, as the tests of the library have agreed on it.
enum PublishedFile: String, CaseIterable {
  case shield, live

  /// Where it is in the checkout.
  var path: String { Checkout.path("Tests/SchedulerTests/Goldens/published/\(rawValue).json") }

  /// What it says.
  func value() throws -> JSONValue { try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path)))) }
}

/// The pages of the files that other programs read show these files, and the readers on them do what the pages say.
@Suite struct PublishedFileTests {
  @Test(arguments: PublishedFile.allCases)
  func `the page of a published file shows the file`(file: PublishedFile) throws {
    let page = try #require(Page("docs/\(file.rawValue)-json.md"))
    let block = try #require(page.blocks.first { $0.kind == "json" })
    #expect(try JSONValue(parsing: Array(block.text.utf8)) == file.value())
  }

  @Test(arguments: PublishedFile.allCases)
  func `the page of a published file explains every key of the file`(file: PublishedFile) throws {
    let page = try #require(Page("docs/\(file.rawValue)-json.md"))
    let rows = page.lines.filter { $0.hasPrefix("| `") }.joined(separator: "\n")
    for key in try file.value().keys { #expect(rows.contains("`\(key)`"), "\(file): \(key)") }
  }

  /// The program of a page, in a folder with its files; nil where the machine cannot run it.
  private func run(_ program: String, of page: Page, _ arguments: [String], in folder: WorkFolder) throws -> Run {
    let block = try #require(page.blocks.first { $0.remarks["file"] == program })
    let path = try folder.write(block.text, to: program)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [block.kind == "python" ? "python3" : "sh", path] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: String(decoding: text, as: UTF8.self))
  }

  private struct Run {
    let status: Int32
    let output: String
  }

  /// The shield set with its end in a year that is long past, or far ahead, of this boot or another.
  private func shield(layers: Int, endsIn year: Int, strict: Bool, thisBoot: Bool, boot: Int64) throws -> JSONValue {
    var object = try #require(PublishedFile.shield.value().objectValue)
    let bootID = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    object["layers"] = .array(Array((object["layers"]?.arrayValue ?? []).prefix(layers)))
    object["validUntil"] = year == 0 ? .null : .string("\(year)-01-01T00:00:00Z")
    object["validUntilBoot"] = year == 0 ? .null : .integer(boot)
    object["strict"] = .bool(strict)
    if thisBoot { object["bootId"] = .string(String(bootID.prefix { !$0.isNewline })) }
    return .object(object)
  }

  @Test(
    arguments: ["blocked.py", "blocked.sh"],
    [
      // How many layers; the year of the end, 0 for none; strict; of this boot; CLOCK_BOOTTIME at the end; the domain;
      // whether it is blocked.
      (1, 2999, false, false, 0, "reddit.com", true), (1, 2999, false, false, 0, "old.reddit.com", true),
      (1, 2999, false, false, 0, "xreddit.com", false), (1, 2999, false, false, 0, "a.music.youtube.com", false),
      (1, 2999, false, false, 0, "www.youtube.com", true), (2, 2999, false, false, 0, "a.music.youtube.com", true),
      (2, 2999, false, false, 0, "localhost", false), (2, 2999, false, false, 0, "en.wikipedia.org", false),
      (0, 2999, false, false, 0, "reddit.com", false), (2, 2001, false, true, 1 << 40, "reddit.com", false),
      (2, 2001, true, true, 1 << 40, "reddit.com", true), (2, 2001, true, false, 1 << 40, "reddit.com", false),
      (2, 2001, true, true, 0, "reddit.com", false), (2, 0, false, false, 0, "reddit.com", true),
    ] as [(Int, Int, Bool, Bool, Int64, String, Bool)])
  func `the documented readers of the shield set say whether a domain is blocked`(
    program: String,
    row: (layers: Int, year: Int, strict: Bool, thisBoot: Bool, boot: Int64, domain: String, isBlocked: Bool)
  ) throws {
    let folder = try WorkFolder()
    let shield = try shield(
      layers: row.layers, endsIn: row.year, strict: row.strict, thisBoot: row.thisBoot, boot: row.boot)
    var writer = JSONWriter()
    writer.value(shield)
    let file = try folder.write(writer.bytes, to: "shield.json")
    let page = try #require(Page("docs/shield-json.md"))
    let run = try run(program, of: page, [file, row.domain], in: folder)
    #expect(run.status == (row.isBlocked ? 0 : 1), "\(row)")
  }

  @Test(
    arguments: [
      (#"{"sessions":[]}"#, ""),
      (session(end: "null", lift: "null"), "Focus 24:10\n"),
      (session(end: #""2001-01-01T00:00:00Z""#, lift: "null"), "Focus 00:00\n"),
      (session(end: "null", lift: #"{"kind":"break","until":"2001-01-01T00:00:00Z"}"#), "Focus 00:00\n"),
    ])
  func `the documented countdown script shows the remaining time of the live state`(text: String, shown: String) throws
  {
    let folder = try WorkFolder()
    let file = try folder.write(text, to: "live.json")
    let page = try #require(Page("docs/live-json.md"))
    let run = try run("countdown.sh", of: page, [file], in: folder)
    #expect(run.status == 0)
    #expect(run.output == shown)
  }

  private static func session(end: String, lift: String) -> String {
    #"{"sessions":[{"modeDisplayName":"Focus","displayTime":"24:10","timerEndDate":\#(end),"lift":\#(lift)}]}"#
  }
}

extension JSONValue {
  /// The keys of all objects in it.
  fileprivate var keys: Set<String> {
    switch self {
    case .object(let object):
      object.members.reduce(into: []) { keys, member in keys.formUnion(member.value.keys.union([member.key])) }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.keys) }
    default: []
    }
  }
}
