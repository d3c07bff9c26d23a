import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

@Suite struct AttemptPaceTests {
  private static let second: Int64 = 1_000_000_000

  private func record(_ application: String, profile: String = "p") -> HistoryRecord {
    HistoryRecord([
      "sequence": .integer(1), "event": .string("shieldDidBlock"), "profile": .string(profile),
      "message": .string(application),
    ])
  }

  @Test func `an application has one notice a minute, counted from the last one that was shown`() {
    var pace = AttemptPace()
    let shown = [0, 1, 30, 59, 60, 61, 119, 120, 400].filter { pace.admits(record("steam"), atBoot: $0 * Self.second) }
    #expect(shown == [0, 60, 120, 400])
  }

  @Test func `applications and profiles have notices of their own, and other events always have theirs`() {
    var pace = AttemptPace()
    let records = [
      record("steam"), record("chess"), record("steam", profile: "q"), record("steam"),
      HistoryRecord(["event": .string("clockTamper"), "message": .string("steam")]),
      HistoryRecord(["event": .string("clockTamper"), "message": .string("steam")]),
    ]
    let isShown = records.map { pace.admits($0, atBoot: 0) }
    #expect(isShown == [true, true, true, false, true, true])
  }

  @Test func `however many applications are tried, the memory stays bounded and the newest are remembered`() {
    var pace = AttemptPace()
    for number in 0..<1_000 { _ = pace.admits(record("a\(number)"), atBoot: Int64(number)) }
    let isNewestShown = pace.admits(record("a999"), atBoot: 1_000)
    let isOldestShown = pace.admits(record("a1"), atBoot: 1_001)
    #expect(!isNewestShown && isOldestShown)
    #expect(Mirror(reflecting: pace).children.contains { ($0.value as? any Collection)?.count == 64 })
  }
}
