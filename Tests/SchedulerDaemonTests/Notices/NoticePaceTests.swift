import Testing

@testable import SchedulerDaemon

@Suite struct NoticePaceTests {
  private let notice = Notice(number: 1, title: "a")
  private let urgent = Notice(number: 2, title: "b", isUrgent: true)
  private let second: Int64 = 1_000_000_000

  /// How many notices are shown of those that come at once.
  private func shown(_ count: Int, _ pace: inout NoticePace, atBoot boot: Int64) -> Int {
    var shown = 0
    for _ in 0..<count where pace.admits(notice, atBoot: boot) { shown += 1 }
    return shown
  }

  private func summary(_ pace: inout NoticePace, _ boot: Int64) -> String? { pace.summary(atBoot: boot)?.title }

  @Test func `five notices are shown at once, and one later notice gives the number of the others`() {
    var pace = NoticePace()
    #expect(shown(8, &pace, atBoot: 100 * second) == 5 && pace.heldBack == 3)
    #expect(pace.nextBoot == 112 * second)
    #expect(summary(&pace, 112 * second - 1) == nil)
    #expect(summary(&pace, 112 * second) == "3 more notices")
    #expect(pace.heldBack == 0 && pace.nextBoot == nil && summary(&pace, 112 * second) == nil)
  }

  @Test func `a single held-back notice is shown itself instead of a summary`() {
    var pace = NoticePace()
    for _ in 0..<5 { _ = pace.admits(notice, atBoot: 0) }
    let last = Notice(number: 6, title: "f", body: "g")
    let isShown = pace.admits(last, atBoot: 0)
    let summary = pace.summary(atBoot: 60 * second)
    #expect(!isShown && summary == last)
  }

  @Test func `five notices may be shown again after a minute, and no more however long the quiet time`() {
    var pace = NoticePace()
    for boot in [0, 60 * second, 10_000 * second] {
      #expect(shown(5, &pace, atBoot: boot) == 5)
    }
    #expect(shown(1, &pace, atBoot: 10_000 * second) == 0)
  }

  @Test func `no notice overtakes notices that are held back`() {
    var pace = NoticePace()
    for _ in 0..<6 { _ = pace.admits(notice, atBoot: 0) }
    #expect(shown(1, &pace, atBoot: 40 * second) == 0)
    #expect(summary(&pace, 40 * second) == "2 more notices")
    #expect(shown(1, &pace, atBoot: 40 * second) == 1)
  }

  @Test func `an urgent notice is always shown`() {
    var pace = NoticePace()
    for _ in 0..<9 { _ = pace.admits(notice, atBoot: 0) }
    let isShown = pace.admits(urgent, atBoot: 0)
    #expect(isShown && pace.heldBack == 4)
  }
}
