import SchedulerCivilTime
import SchedulerDiagnostics
import Testing

import class Foundation.FileManager
import struct Foundation.URL

@testable import Scheduler

@Suite struct ExplanationTests {
  private static let codes = Configuration.explanations.map(\.code.name)

  private func explanation(of code: String) throws -> DiagnosticExplanation {
    try #require(Configuration.explanations.first { $0.code.name == code })
  }

  /// The codes of what is found in a text that may be several files, each behind a comment such as `# evening.toml`;
  /// those that end in `.txt` are list files.
  private static func codes(in text: String) -> [String] {
    var sources = SourceMap()
    var lists: [String: String] = [:]
    for file in files(in: text) {
      if file.name.hasSuffix(".txt") { lists[file.name] = file.text; continue }
      _ = sources.add(SourceText(name: file.name, file.text))
    }
    var list = DiagnosticList()
    let configuration = Configuration(
      reading: &sources, zones: machineZones, lists: ListsInMemory(lists), accounts: FewAccounts(), diagnostics: &list)
    for finding in configuration?.findings(at: MistakeGoldenTests.now) ?? [] { list.report(finding) }
    return list.diagnostics.map(\.code.name)
  }

  private static func files(in text: String) -> [(name: String, text: String)] {
    var files: [(name: String, text: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# "), line.hasSuffix(".toml") || line.hasSuffix(".txt") {
        files.append((String(line.dropFirst(2)), ""))
      }
      if files.isEmpty { files.append(("config.toml", "")) }
      files[files.count - 1].text += line + "\n"
    }
    return files
  }

  @Test(arguments: codes)
  func `the wrong example of an explanation has only its own mistake, and the right example has none`(code: String)
    throws
  {
    let explanation = try explanation(of: code)
    #expect((explanation.wrong == nil) == (explanation.right == nil))
    if let wrong = explanation.wrong { #expect(Self.codes(in: wrong) == [explanation.code.name]) }
    // Most examples are too short to say what they block.
    let allowed: Set<String> = explanation.code == .blocksNothing ? [] : ["blocks-nothing"]
    if let right = explanation.right { #expect(allowed.isSuperset(of: Self.codes(in: right))) }
  }

  @Test(arguments: codes)
  func `an explanation's title is a few words and its meaning is a paragraph of sentences`(code: String) throws {
    let explanation = try explanation(of: code)
    #expect(!explanation.title.isEmpty && explanation.title.count <= 60)
    #expect(!explanation.title.hasSuffix("."))
    #expect(explanation.title.first.map { $0.isLowercase || $0 == "'" } ?? false)
    #expect(explanation.meaning.hasSuffix(".") && !explanation.meaning.contains("\n"))
  }

  @Test func `each code that the sources declare is explained once`() throws {
    let declared = try declaredCodes()
    #expect(declared.count > 35)
    let explained = Self.codes + SimulationScript.explanations.map(\.code.name)
    #expect(explained.sorted() == declared.sorted())
  }

  @Test func `only a code that no short text can show has no example`() {
    let codes = Configuration.explanations.filter { $0.wrong == nil }.map(\.code.name)
    #expect(codes == ["too-many", "unusable-zone", "writable-by-others", "unusable-program"])
  }

  /// Every `DiagnosticCode("…")` in the sources of the module.
  private func declaredCodes() throws -> [String] {
    let sources = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../../Sources/Scheduler").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var codes: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      codes += text.matches(of: /DiagnosticCode\(\s*"([^"]+)"/).map { String($0.1) }
    }
    return codes
  }
}
