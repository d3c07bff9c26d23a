import Testing

@testable import SchedulerDaemon

/// When the daemon gives memory back.
@Suite struct MemoryPaceTests {
  @Test func `giving memory back is due at the start, once a minute, and after heavy use`() {
    var pace = MemoryPace()
    #expect(pace.isDue(atBoot: 0))
    pace.noteGivenBack(atBoot: 5)
    #expect(!pace.isDue(atBoot: 6))
    #expect(!pace.isDue(atBoot: 60_000_000_004))
    #expect(pace.isDue(atBoot: 60_000_000_005))
    pace.noteUse()
    #expect(pace.isDue(atBoot: 6))
  }
}
