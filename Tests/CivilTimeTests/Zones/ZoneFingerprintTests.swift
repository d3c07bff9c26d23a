import SchedulerPlatform
import Testing

@testable import SchedulerCivilTime

@Suite struct ZoneFingerprintTests {
  private static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

  private func fingerprint(_ rule: String) throws -> UInt64 {
    try ZoneRules(identifier: "X", posixRule: rule).fingerprint
  }

  @Test func `the fingerprint of given zone rules never changes`() throws {
    #expect(ZoneRules.utc.fingerprint == 17_239_722_004_619_766_161)
    #expect(try fingerprint(Self.berlin) == 9_885_799_845_190_997_282)
  }

  @Test(arguments: ["AAA-1BBB,M3.5.0,M10.5.0/3", "CET-1:00CEST-2,M3.5.0/2,M10.5.0/3:00"])
  func `the names of a zone and of its offsets do not change its fingerprint`(rule: String) throws {
    #expect(try fingerprint(rule) == fingerprint(Self.berlin))
  }

  @Test(arguments: [
    "CET-1", "CET-1CEST,M3.5.0,M10.5.0/2", "CET-1CEST,M3.4.0,M10.5.0/3", "CET-1CEST-3,M3.5.0,M10.5.0/3",
    "EET-2EEST,M3.5.0,M10.5.0/3",
  ])
  func `a zone whose clocks differ has a different fingerprint`(rule: String) throws {
    #expect(try fingerprint(rule) != fingerprint(Self.berlin))
  }

  @Test func `zones of the machine that are not links to each other have different fingerprints`() throws {
    let names = ["Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo", "Africa/Casablanca", "UTC"]
    let machine = ZoneInfoDirectory.system(ProcessEnvironment(effectiveUserID: 0))
    let fingerprints = try names.map { try machine.rules(for: $0).fingerprint }
    #expect(Set(fingerprints).count == names.count)
  }
}
