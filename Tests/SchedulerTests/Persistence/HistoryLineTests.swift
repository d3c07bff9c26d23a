import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

@Suite struct HistoryLineTests {
  @Test(arguments: [("x", 4_096, 4_096), ("\u{1}", 4_096, 4_096), ("ä", 4_097, 4_096), ("\u{1}", 70_000, 4_096)])
  func `history has every event, however long what it says is`(character: String, count: Int, kept: Int) throws {
    let message = String(repeating: character, count: count)
    let event = Event(
      number: 7, name: .emergencyDidUse, activity: nil, profile: nil, session: nil,
      planned: Instant(epochSeconds: 0), message: message, delivered: Delivery(Instant(epochSeconds: 0)), isLate: false)
    let line = try #require(HistoryLine(.event(event)))
    let recorded = try #require(try JSONValue(parsing: line.bytes.dropLast())["message"]?.stringValue)
    #expect(recorded.unicodeScalars.count == kept && recorded.hasSuffix("…") == (count > kept))
    #expect(line.bytes.count <= HistoryLine.limit)
  }
}
