import Foundation
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform
import SchedulerTOML
import Testing

@testable import schedctl

/// Each configuration that the documentation and the examples show is what they say it is.
@Suite struct ConfigurationBlockTests {
  /// 2026-11-21 12:00 UTC, a little before the dates of the documentation.
  private static let now = Instant(epochSeconds: 1_795_262_400)

  private static let zones = ZoneInfoDirectory(
    directories: ZoneInfoDirectory.usualDirectories, environmentTZ: "UTC", localtimePath: "/nonexistent",
    timezonePath: "/nonexistent")

  /// What is found in a text, as it is shown; `lists` are the list files that it may name.
  private func findings(
    in text: String, named name: String, lists: ShownLists = ShownLists(files: [:])
  ) -> (list: DiagnosticList, shown: String) {
    var sources = SourceMap()
    _ = sources.add(SourceText(name: name, text))
    var list = DiagnosticList()
    let configuration = Configuration(reading: &sources, zones: Self.zones, lists: lists, diagnostics: &list)
    for finding in configuration?.findings(at: Self.now) ?? [] { list.report(finding) }
    return (list, DiagnosticRenderer(color: false, columns: nil).render(list, in: sources))
  }

  /// Whether there is an error, or a warning other than of a key that this version only reads, as pages explain such keys.
  private func hasDefects(_ list: DiagnosticList) -> Bool {
    list.diagnostics.contains { $0.severity > .note }
  }

  @Test(arguments: Page.all)
  func `each configuration in the documentation is valid unless it is marked invalid`(page: Page) {
    let lists = ShownLists(page)
    for block in page.blocks {
      let (list, shown) = findings(in: block.text, named: page.name, lists: lists)
      let place: Comment = "\(page.name), block at line \(block.line):\n\(shown)"
      switch block.kind {
      case "toml": #expect(!hasDefects(list), place)
      case "toml invalid": #expect(list.hasErrors, place)
      case "toml fragment":
        var list = DiagnosticList()
        _ = Document(parsing: SourceText(name: page.name, block.text), as: SourceID(index: 0), diagnostics: &list)
        #expect(!list.hasErrors, place)
      default: break
      }
    }
  }

  @Test(arguments: Page.all)
  func `each code block of a page has one of the known kinds`(page: Page) {
    let kinds = ["toml", "toml invalid", "toml fragment", "console", "swift", "json", "python", "sh", "text"]
    for block in page.blocks { #expect(kinds.contains(block.kind), "\(page.name), block at line \(block.line)") }
  }

  private static let examples =
    ((try? FileManager.default.contentsOfDirectory(atPath: Checkout.path("examples"))) ?? []).filter {
      $0.hasSuffix(".toml")
    }
    .sorted()

  @Test(arguments: examples)
  func `an example is valid and raises no warning`(name: String) throws {
    let text = try String(contentsOfFile: Checkout.path("examples/\(name)"), encoding: .utf8)
    let (list, shown) = findings(in: text, named: name)
    #expect(!hasDefects(list), "\(shown)")
    #expect(text.hasPrefix("# "), "an example begins with what it is for")
  }

  @Test func `the built-in sample is among the examples`() throws {
    #expect(try String(contentsOfFile: Checkout.path("examples/sample.toml"), encoding: .utf8) == Sample.text)
    #expect(Self.examples.count >= 5)
  }
}

/// The list files that a page shows.
private struct ShownLists: ListFileSource {
  let files: [String: String]

  init(files: [String: String]) { self.files = files }

  init(_ page: Page) {
    files = page.blocks.reduce(into: [:]) { files, block in
      if block.kind == "text", let name = block.remarks["file"] { files[name] = block.text }
    }
  }

  func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText {
    guard let text = files[path] else { throw .unreadable(path: path, reason: "the page shows no such file") }
    return SourceText(name: path, text)
  }
}
