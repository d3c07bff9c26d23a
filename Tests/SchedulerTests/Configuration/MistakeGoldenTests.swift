import SchedulerCivilTime
import SchedulerDiagnostics
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import class Foundation.ProcessInfo
import struct Foundation.URL

@testable import Scheduler

/// Each file in Goldens is one mistake; the text beside it is what a person is shown.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter MistakeGoldenTests` writes the texts anew; read the difference.
@Suite struct MistakeGoldenTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Goldens")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }.sorted()

  /// 2026-11-21 12:00 UTC: what is past, and which changes of the clocks are near.
  static let now = Instant(epochSeconds: 1_795_262_400)

  @Test func `the golden tests cover at least sixty distinct mistakes`() {
    #expect(Self.names.count >= 60)
  }

  @Test(arguments: names)
  func `a mistake in a configuration gives the agreed diagnostics`(name: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name + ".toml"))
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "config.toml", bytes: Array(bytes)))
    var list = DiagnosticList()
    let configuration = Configuration(
      reading: &sources, zones: machineZones, lists: GoldenLists(folder: Self.folder), accounts: FewAccounts(),
      programs: FewPrograms(), diagnostics: &list)
    for finding in configuration?.findings(at: Self.now) ?? [] { list.report(finding) }
    #expect((configuration == nil) == list.hasErrors)
    let rendered = DiagnosticRenderer(color: false, columns: 100).render(list.inSourceOrder, in: sources)
    let golden = Self.folder.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["SCHEDCTL_WRITE_GOLDENS"] != nil {
      try Data(rendered.utf8).write(to: golden)
    }
    let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
    #expect(rendered == expected, "\(name):\n\(rendered)")
    #expect(!list.diagnostics.isEmpty, "\(name) is no mistake")
  }
}

/// The list files beside the goldens. Some that cannot be kept there are made up.
private struct GoldenLists: ListFileSource {
  let folder: URL

  func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText {
    let path = ListFilePath.resolve(path, from: configuration)
    switch path {
    case "lists": throw .unreadable(path: path, reason: "it is a directory")
    case "lists/large.txt":
      return SourceText(name: path, bytes: [UInt8](repeating: 10, count: ConfigurationLimits.listFileBytes + 1))
    case "lists/million.txt":
      return SourceText(name: path, String(repeating: "a.b\n", count: ConfigurationLimits.domains + 1))
    case "lists/exposed.txt": throw .writableByOthers(message: "others can change '\(path)'", help: ["chmod it"])
    default: break
    }
    guard let bytes = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path) else {
      throw .unreadable(path: path, reason: "no such file")
    }
    return SourceText(name: path, bytes: Array(bytes))
  }
}
