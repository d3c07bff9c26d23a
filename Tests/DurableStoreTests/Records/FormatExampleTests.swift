import Foundation
import ProgramTesting
import Testing

@testable import SchedulerStore

/// The bytes in docs/formats.md equal those that are written.
@Suite struct FormatExampleTests {
  /// Returns the blocks of hexadecimal bytes of the page.
  private func examples() throws -> [[UInt8]] {
    let page = try String(contentsOfFile: Checkout.path("docs/formats.md"), encoding: .utf8)
    return page.matches(of: /```text\n([0-9A-F\s]+)```/).map { match in
      match.1.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
    }
  }

  private func hex(_ bytes: [UInt8]?) -> String {
    (bytes ?? []).map { String(format: "%02X", $0) }.joined(separator: " ")
  }

  @Test func `the store writes a journal and a snapshot with the bytes that the format page shows`() throws {
    var files = SimulatedFileSystem()
    var store = try StateStore.open(in: &files)
    try store.append("focus", "on", in: &files)
    let journal = files["journal"]
    try store.compact(in: &files)
    #expect(try examples().map { hex($0) } == [hex(journal), hex(files["snapshot"])])
  }

  @Test func `the store reads the journal that the formats page shows`() throws {
    let examples = try examples()
    var files = SimulatedFileSystem()
    files["journal"] = examples.first
    let (state, losses) = try StateStore.read(from: &files)
    #expect(state.texts == ["focus": "on"])
    #expect(losses.isEmpty)
  }
}
