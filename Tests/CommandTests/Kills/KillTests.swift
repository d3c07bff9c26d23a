import Foundation
import ProgramTesting
import TestSupport
import Testing

/// The program is killed while it works.
@Suite struct KillTests {
  /// How many processes are killed; `SCHEDCTL_KILLS` asks for another number.
  private static let kills =
    ProcessInfo.processInfo.environment["SCHEDCTL_KILLS"].flatMap { Int($0) } ?? Laws.count(500, few: 20)
  private static let seed =
    ProcessInfo.processInfo.environment["SCHEDCTL_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)

  @Test func `answered commands survive a kill, others are whole or absent, and history has each once`() throws {
    var run = try KilledRun(seed: Self.seed)
    while run.machine.counts.kills < Self.kills && run.rounds < 3 * Self.kills {
      try run.round()
      if run.rounds % 20 == 0 { try run.settle() }
    }
    try run.settle()
    let counts = run.machine.counts
    let told: Comment = "seed \(Self.seed): \(counts), \(run.answers) answers in \(run.rounds) rounds"
    print(told)
    #expect(counts.kills >= Self.kills, told)
    #expect(counts.killsAtWork >= Self.kills / 5, told)
    #expect(counts.killsBehindJournal >= Self.kills / 25, told)
    #expect(run.answers >= Self.kills / 5, told)
  }
}
