import Foundation
import Testing

@testable import Scheduler

/// Random adversaries against strict intervals: whatever they do, what was promised is kept. They are asked for by
/// `SCHEDCTL_ADVERSARY=1`: traces that they find are made named tests of.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["SCHEDCTL_ADVERSARY"] != nil)) struct AdversaryTests {
  private static let zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"]

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `no adversary talks a strict interval out of being enforced, nor out of its end`(part: UInt64) throws {
    let zones = try Self.zones.map(zone)
    for seed in EngineLawTests.seeds(part) {
      if let report = AdversaryTrial.run(seed: seed, zones: zones).report { Issue.record("seed \(seed): \(report)") }
    }
  }
}
