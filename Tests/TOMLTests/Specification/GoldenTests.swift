import Foundation
import SchedulerDiagnostics
import SchedulerTOML
import Testing

/// Each TOML file in Goldens contains many mistakes; the text file next to it is the expected output.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter TOMLTests` rewrites the text files; review the difference.
@Suite("Rendered diagnostics") struct GoldenTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Goldens")

  @Test(
    "the diagnostics of mistakes match their golden files",
    arguments: ["keys", "strings", "values", "structure", "tables"])
  func mistakes(name: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(name + ".toml"), encoding: .utf8)
    try expect(Self.rendered(text), equals: name)
  }

  @Test("the wrong examples of the explanations give the agreed diagnostics")
  func explanations() throws {
    try expect(
      Document.explanations.compactMap(\.wrong).map(Self.rendered).joined(separator: "\n"), equals: "explanations")
  }

  private static func rendered(_ text: String) -> String {
    var sources = SourceMap()
    let source = sources.add(SourceText(name: "config.toml", text))
    var list = DiagnosticList()
    _ = Document(parsing: sources[source], as: source, diagnostics: &list)
    return DiagnosticRenderer(color: false, columns: 100).render(list, in: sources)
  }

  private func expect(_ rendered: String, equals name: String) throws {
    let golden = Self.folder.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["SCHEDCTL_WRITE_GOLDENS"] != nil {
      try Data(rendered.utf8).write(to: golden)
    }
    #expect(rendered == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
  }
}
