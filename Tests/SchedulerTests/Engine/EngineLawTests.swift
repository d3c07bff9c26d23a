import CivilTime
import Foundation
import Testing

@testable import Scheduler

/// Random worlds against the naive implementation of the rules of sessions.
@Suite struct EngineLawTests {
  /// How many worlds are run, fewer where code is slow; `SCHEDCTL_WORLDS` asks for another number.
  static let worlds = ProcessInfo.processInfo.environment["SCHEDCTL_WORLDS"].flatMap { UInt64($0) } ?? usualWorlds
  #if DEBUG
    private static let usualWorlds: UInt64 = 20
  #else
    private static let usualWorlds: UInt64 = 200
  #endif

  static let zones = [
    "Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Australia/Lord_Howe",
  ]

  /// The seeds of a tenth of all worlds; of the first tenth only that of `SCHEDCTL_SEED`, of the others none, if that is set.
  static func seeds(_ part: UInt64) -> Range<UInt64> {
    guard let seed = ProcessInfo.processInfo.environment["SCHEDCTL_SEED"].flatMap({ UInt64($0) }) else {
      return part * worlds / 10..<(part + 1) * worlds / 10
    }
    return part == 0 ? seed..<seed + 1 : seed..<seed
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `holds, lifts, budgets and the shield are those of a naive implementation`(part: UInt64) throws {
    let zones = try Self.zones.map(zone)
    for seed in Self.seeds(part) {
      var world = RandomWorld(seed: seed, zones: zones)
      if let difference = world.run(steps: 60) { Issue.record("seed \(seed): \(difference)") }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the same seed gives the same world`(seed: UInt64) throws {
    let zones = try Self.zones.map(zone)
    var first = RandomWorld(seed: seed, zones: zones)
    var second = RandomWorld(seed: seed, zones: zones)
    #expect(first.run(steps: 40) == second.run(steps: 40))
    #expect(first.script == second.script)
    #expect(first.records == second.records)
  }
}
