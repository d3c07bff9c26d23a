import Foundation
import ProgramTesting
import Scheduler
import Testing

/// docs/events.md has every event, with an example that is a line of history.
@Suite struct EventsPageTests {
  private static let names = EventName.allCases.map(\.rawValue) + ["missed", "sessionDidFinish"]

  @Test func `the page of events has a section for each kind of line in history`() throws {
    let headings = try Self.sections().map(\.name)
    #expect(headings.sorted() == Self.names.sorted())
  }

  @Test func `the example of an event is a line with its name, a number and its times`() throws {
    for section in try Self.sections() {
      let record = try #require(HistoryRecord(line: Array(section.example.utf8)), "\(section.name)")
      #expect(record.kind == section.name)
      #expect(record.number != nil && record.happened != nil, "\(section.name)")
      if let event = record.event {
        #expect(record.planned != nil && record.delivered != nil, "\(section.name)")
        #expect(event.concernsInterval != record.activity.isEmpty, "\(section.name)")
      }
    }
  }

  /// The sections of the page, each with its only block of JSON.
  private static func sections() throws -> [(name: String, example: String)] {
    let page = try String(contentsOfFile: Checkout.path("docs/events.md"), encoding: .utf8)
    return page.components(separatedBy: "\n### `").dropFirst().map { text in
      let name = String(text.prefix { $0 != "`" })
      let block = text.components(separatedBy: "```json\n")
      return (name, block.count == 2 ? block[1].components(separatedBy: "\n```")[0] : "")
    }
  }
}
