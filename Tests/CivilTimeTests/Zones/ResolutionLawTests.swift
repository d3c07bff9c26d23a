import SchedulerCivilTime
import TestSupport
import Testing

/// The law of civil time, checked against its definition by trying every offset there is.
@Suite struct ResolutionLawTests {
  @Test(
    "resolving a civil time gives exactly the instants that show it",
    arguments: Laws.cases(MachineZones.distinct, few: 12))
  func machineZone(_ zone: ZoneRules) {
    let transitions = zone.transitions(from: .distantPast, to: .year(2105))
    let far = [2399, 2401, 2437, 2438, 2801, 9998].flatMap { year in
      zone.transitions(from: .year(year), to: .year(year + 1))
    }
    for transition in transitions + far {
      ResolutionLaw(zone).check(around: transition)
    }
  }

  @Test(
    "the law holds at random civil times of the years 1 to 9999", arguments: Laws.cases(MachineZones.distinct, few: 12))
  func randomTimes(_ zone: ZoneRules) {
    let seed: UInt64 = 0x5eed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let local = Int64.random(in: CivilDateTime.min.localSeconds...CivilDateTime.max.localSeconds, using: &random)
      ResolutionLaw(zone).check(local, note: "seed \(seed)")
    }
  }
}
