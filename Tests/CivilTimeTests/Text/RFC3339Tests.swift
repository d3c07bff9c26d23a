import SchedulerCivilTime
import TestSupport
import Testing

@Suite struct RFC3339Tests {
  @Test(
    "an instant is read in every form that RFC 3339 has for whole seconds",
    arguments: [
      ("2026-11-23T08:00:00Z", 1_795_420_800), ("2026-11-23T09:00:00+01:00", 1_795_420_800),
      ("2026-11-23t08:00:00z", 1_795_420_800), ("2026-11-23 08:00:00Z", 1_795_420_800),
      ("2026-11-23T08:00:00-00:00", 1_795_420_800), ("2026-11-22T22:30:00-09:30", 1_795_420_800),
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("1893-03-31T23:59:59+00:53:28", -2_422_054_409),
      ("2026-11-24T07:59:59+23:59:59", 1_795_420_800),
      ("0001-01-01T00:00:00+14:00", -62_135_647_200), ("9999-12-31T23:59:59-12:00", 253_402_343_999),
    ] as [(String, Int64)])
  func reading(_ text: String, _ seconds: Int64) {
    #expect(Instant(rfc3339: text)?.epochSeconds == seconds)
  }

  @Test(
    "what is no instant, or none in whole POSIX seconds, is refused",
    arguments: [
      "", "2026-11-23", "2026-11-23T08:00:00", "2026-11-23T08:00Z", "2026-11-23T08:00:00.5Z",
      "2026-11-23T08:00:00.000Z",
      "2016-12-31T23:59:60Z", "2026-11-23T24:00:00Z", "2026-11-23T08:00:00+1:00", "2026-11-23T08:00:00+0100",
      "2026-11-23T08:00:00 Z", "2026-11-23T08:00:00Zz", "2026-02-29T08:00:00Z", "0000-01-01T00:00:00Z",
      "2026-11-23_08:00:00Z",
      "2026-11-23T08:00:00+26:00", "2026-11-23T08:00:00+25:00", "2026-11-23T08:00:00+24:00",
      "2026-11-23T08:00:00-24:00",
    ])
  func refusing(_ text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test("an instant is printed in UTC and as a zone's clocks show it")
  func printing() throws {
    let instant = Instant(epochSeconds: 1_795_420_800)
    #expect(instant.description == "2026-11-23T08:00:00Z")
    #expect(instant.rfc3339(in: try MachineZones.named("Europe/Berlin")) == "2026-11-23T09:00:00+01:00")
    #expect(instant.rfc3339(in: try MachineZones.named("America/St_Johns")) == "2026-11-23T04:30:00-03:30")
    #expect(instant.rfc3339(in: .utc) == "2026-11-23T08:00:00+00:00")
    #expect(Instant.year(1850).rfc3339(in: try MachineZones.named("Europe/Berlin")) == "1850-01-01T00:53:28+00:53:28")
  }

  @Test("appending an RFC 3339 time keeps the bytes before it")
  func appending() {
    var bytes = Array("at ".utf8)
    Instant(epochSeconds: 0).appendRFC3339(to: &bytes)
    Instant(epochSeconds: 0).appendRFC3339(offset: UTCOffset(seconds: -3600), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "at 1970-01-01T00:00:00Z1969-12-31T23:00:00-01:00")
  }

  @Test(
    "instants without a four-digit year are printed as counts",
    arguments: [-62_135_596_801, 253_402_300_800, .min, .max])
  func farInstant(_ seconds: Int64) {
    #expect(Instant(epochSeconds: seconds).description == "@\(seconds)")
  }

  @Test("random instants are read back in every zone", arguments: Laws.cases(MachineZones.distinct, few: 12))
  func roundTrip(_ zone: ZoneRules) {
    let seed: UInt64 = 3339
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let seconds = Int64.random(in: Instant.year(2).epochSeconds..<Instant.year(9999).epochSeconds, using: &random)
      let instant = Instant(epochSeconds: seconds)
      let (utc, local) = (instant.description, instant.rfc3339(in: zone))
      if Instant(rfc3339: utc) == instant, Instant(rfc3339: local) == instant { continue }
      Issue.record("\(seconds): \(utc), \(local), seed \(seed)")
    }
  }
}
