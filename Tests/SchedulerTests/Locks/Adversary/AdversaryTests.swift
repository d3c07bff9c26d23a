import TestSupport
import Testing

@testable import Scheduler

/// Random adversaries against strict intervals: whatever they do, what was promised is kept. Traces that they find become
/// named tests, so that only whole runs need the adversaries.
@Suite(.enabled(if: Laws.areWhole)) struct AdversaryTests {
  private static let zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"]

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `no adversary prevents the enforcement of a strict interval or keeps it from ending`(part: UInt64) throws {
    let zones = try Self.zones.map(zone)
    for seed in EngineLawTests.seeds(part) {
      if let report = AdversaryTrial.run(seed: seed, zones: zones).report { Issue.record("seed \(seed): \(report)") }
    }
  }
}
