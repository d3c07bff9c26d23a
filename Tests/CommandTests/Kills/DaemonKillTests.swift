import Foundation
import ProgramTesting
import TestSupport
import Testing

/// The daemon is killed while clients ask for much.
@Suite struct DaemonKillTests {
  /// How many daemons are killed; `SCHEDCTL_KILLS` asks for another number.
  private static let kills =
    ProcessInfo.processInfo.environment["SCHEDCTL_KILLS"].flatMap { Int($0) } ?? Laws.count(200, few: 5)
  private static let seed =
    ProcessInfo.processInfo.environment["SCHEDCTL_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)

  @Test func `commands that a daemon answered before it was killed are in the history once, in order`()
    throws
  {
    var daemon = try KilledDaemon(seed: Self.seed)
    while daemon.counts.kills < Self.kills { try daemon.round() }
    try daemon.settle()
    let counts = daemon.counts
    let told: Comment = "seed \(Self.seed): \(counts)"
    print(told)
    #expect(counts.killsAtWork >= Self.kills / 5, told)
    #expect(counts.answers >= Self.kills * 2, told)
    #expect(counts.unansweredDone < counts.answers, told)
  }
}
