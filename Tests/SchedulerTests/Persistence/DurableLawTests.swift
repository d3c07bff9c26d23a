import Foundation
import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Random worlds in which the machine stops at any operation on a file, with and without a loss of power.
@Suite struct DurableLawTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `crashes and losses of power change nothing in the outcome`(part: UInt64) throws {
    let zones = try EngineLawTests.zones.map(zone)
    let seeds = EngineLawTests.seeds(part)
    var crashes = 0
    for seed in seeds {
      var world = RandomWorld(seed: seed, zones: zones)
      var process = CrashingProcess(world.configuration, seed: seed)
      let difference = world.run(steps: 60) { machine in
        defer { machine.forgetInputs() }
        for step in machine.inputs {
          if let difference = process.handle(step.input, at: step.moment, reference: step.engine) { return difference }
        }
        return nil
      }
      if let difference { Issue.record("seed \(seed): \(difference)") }
      crashes += process.crashes
    }
    // Of one world alone nothing is expected.
    #expect(seeds.count < 2 || crashes >= 5 * seeds.count, "\(crashes) crashes")
  }
}
