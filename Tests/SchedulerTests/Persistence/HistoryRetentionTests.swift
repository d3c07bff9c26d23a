import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

/// Events and sessions are kept as long as the configuration says, and not much longer.
@Suite struct HistoryRetentionTests {
  private static let day: Int64 = 86_400

  private static func machine() throws -> DurableMachine {
    try DurableMachine(
      """
      timezone = "UTC"
      [daemon]
      history = "7d"
      [profile.a]
      block.domains = ["a.example"]
      window = ["daily 09:00-12:00"]
      """, at: "2026-11-01 00:00")
  }

  /// How many seconds ago the oldest line was delivered; nil for no lines.
  private static func oldest(_ machine: DurableMachine) throws -> Int64? {
    let instants = try machine.history().compactMap { $0.objectValue.flatMap { HistoryRecord($0).delivered } }
    return instants.min().map { machine.moment.wall.seconds(since: $0) }
  }

  @Test(arguments: [false, true])
  func `history removes lines at most a day after they are too old, and none before`(isStartedAnew: Bool) throws {
    var machine = try Self.machine()
    for _ in 0..<40 * 8 {
      machine.pass(seconds: Self.day / 8)
      try machine.handle()
      let numbers = try machine.historyNumbers()
      let newest = try #require(machine.numbers.last ?? (numbers.isEmpty ? 0 : nil))
      // What is there has no gap, and ends with what was told last.
      #expect(numbers == Array(newest - Int64(numbers.count) + 1..<newest + 1))
      #expect(try Self.oldest(machine) ?? 0 <= 9 * Self.day)
      if newest > 200 { #expect(try #require(try Self.oldest(machine)) >= 6 * Self.day) }
      if isStartedAnew { machine.kill() }
    }
    #expect(machine.numbers.count > 150)
  }

  @Test func `setting the clock removes no history until the clock is trusted a day later`() throws {
    var machine = try Self.machine()
    for _ in 0..<24 {
      machine.pass(seconds: Self.day / 8)
      try machine.handle()
    }
    let before = try machine.historyNumbers()
    machine.moment.wall = machine.moment.wall.adding(seconds: 400 * Self.day)
    try machine.handle(.clockStep(isSynchronised: false))
    for _ in 0..<7 {
      machine.pass(seconds: Self.day / 8)
      try machine.handle()
      #expect(try machine.historyNumbers().starts(with: before))
    }
    #expect(try machine.historyNumbers().count > before.count)
    machine.pass(seconds: Self.day / 8)
    try machine.handle()
    let newest = try #require(before.last)
    #expect(try machine.historyNumbers().first == newest + 1)
  }
}
