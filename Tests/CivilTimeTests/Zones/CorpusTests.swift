import Foundation
import Testing

/// The seeds of the fuzzer equal the output of the writer, so that they can be recreated.
@Suite struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzzers/corpus/tzif")

  /// To rewrite a seed, remove it and run this test twice.
  @Test(
    "each seed of the fuzzer is what the writer makes",
    arguments: [
      ("version-1", TZifWriter.version1.bytes), ("version-2", TZifWriter.berlin.bytes),
      ("version-3", TZifWriter.version3.bytes), ("version-4", TZifWriter.version4.bytes),
      ("restless", TZifWriter.restless.bytes), ("rule-north", Array("CET-1CEST,M3.5.0,M10.5.0/3".utf8)),
      ("rule-south", Array("<+1030>-10:30<+11>-11,J274/2,91/-1".utf8)),
    ])
  func seed(_ name: String, _ bytes: [UInt8]) throws {
    let file = Self.folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else {
      try Data(bytes).write(to: file)
      Issue.record("\(name) was missing and has been written")
      return
    }
    #expect(try Array(Data(contentsOf: file)) == bytes)
  }
}
