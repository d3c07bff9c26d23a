import Foundation
import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// Random worlds against the naive implementation of the rules of sessions.
@Suite struct EngineLawTests {
  /// How many worlds are run; `SCHEDCTL_WORLDS` asks for another number.
  static let worlds =
    ProcessInfo.processInfo.environment["SCHEDCTL_WORLDS"].flatMap { UInt64($0) } ?? UInt64(Laws.count(200, few: 3))

  static let zones = [
    "Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Australia/Lord_Howe",
  ]

  /// The seeds that are asked for: `SCHEDCTL_SEED` names one, or several such as `7,12,100-199`; nil for the first of all.
  private static let named = ProcessInfo.processInfo.environment["SCHEDCTL_SEED"].map { text in
    text.split(separator: ",").flatMap { part -> [UInt64] in
      let ends = part.split(separator: "-").compactMap { UInt64($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return [] }
      return Array(first...last)
    }
  }

  /// The seeds of a tenth of all worlds.
  static func seeds(_ part: UInt64) -> [UInt64] {
    let seeds = named ?? Array(0..<worlds)
    return seeds.enumerated().filter { UInt64($0.offset) % 10 == part }.map(\.element)
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
