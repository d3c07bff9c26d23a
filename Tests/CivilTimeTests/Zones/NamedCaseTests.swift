import SchedulerCivilTime
import TestSupport
import Testing

/// Nights that decide something, with their dates.
@Suite struct NamedCaseTests {
  @Test(
    "a civil time in a gap is read with the offset before it",
    arguments: [
      ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T03:30:00+02:00", "2026-03-29T01:30:00+01:00"),
      ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:45:00+11:00", "2026-10-04T01:45:00+10:30"),
      ("America/New_York", "2026-03-08T02:00", "2026-03-08T03:00:00-04:00", "2026-03-08T01:00:00-05:00"),
      ("America/Nuuk", "2026-03-28T23:30", "2026-03-29T00:30:00-01:00", "2026-03-28T22:30:00-02:00"),
      ("Europe/Dublin", "2026-03-29T01:30", "2026-03-29T02:30:00+01:00", "2026-03-29T00:30:00+00:00"),
      ("Antarctica/Troll", "2026-03-29T02:00", "2026-03-29T04:00:00+02:00", "2026-03-29T00:00:00+00:00"),
      ("America/Scoresbysund", "2026-03-28T23:30", "2026-03-29T00:30:00-01:00", "2026-03-28T22:30:00-02:00"),
      ("Pacific/Apia", "2011-12-30T12:00", "2011-12-31T12:00:00+14:00", "2011-12-29T12:00:00-10:00"),
      ("Africa/Casablanca", "2026-03-22T02:30", "2026-03-22T03:30:00+01:00", "2026-03-22T01:30:00+00:00"),
      ("America/Sao_Paulo", "2018-11-04T00:30", "2018-11-04T01:30:00-02:00", "2018-11-03T23:30:00-03:00"),
    ])
  func gap(_ identifier: String, _ civil: String, _ before: String, _ after: String) throws {
    let zone = try MachineZones.named(identifier)
    guard case .gap(let first, let second) = zone.resolve(CivilDateTime(parsing: civil)!) else {
      Issue.record("\(civil) in \(identifier) is no gap")
      return
    }
    #expect(first.rfc3339(in: zone) == before)
    #expect(second.rfc3339(in: zone) == after)
    #expect(zone.resolve(CivilDateTime(parsing: civil)!).compatible == first)
  }

  @Test(
    "a repeated civil time is first its first instant",
    arguments: [
      ("America/New_York", "2026-11-01T01:30", "2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00"),
      ("Europe/Berlin", "2026-10-25T02:00", "2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00"),
      ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30"),
      ("Europe/Dublin", "2026-10-25T01:30", "2026-10-25T01:30:00+01:00", "2026-10-25T01:30:00+00:00"),
      ("Africa/Casablanca", "2026-02-15T02:30", "2026-02-15T02:30:00+01:00", "2026-02-15T02:30:00+00:00"),
      ("Antarctica/Casey", "2010-03-05T00:30", "2010-03-05T00:30:00+11:00", "2010-03-05T00:30:00+08:00"),
      ("America/Juneau", "1867-10-19T12:00", "1867-10-19T12:00:00+15:02:19", "1867-10-19T12:00:00-08:57:41"),
      ("America/Sitka", "1867-10-18T20:00", "1867-10-18T20:00:00+14:58:47", "1867-10-18T20:00:00-09:01:13"),
    ])
  func repeated(_ identifier: String, _ civil: String, _ first: String, _ second: String) throws {
    let zone = try MachineZones.named(identifier)
    let resolution = zone.resolve(CivilDateTime(parsing: civil)!)
    #expect(resolution == .repeated(first: Instant(rfc3339: first)!, second: Instant(rfc3339: second)!))
    #expect(resolution.compatible.rfc3339(in: zone) == first)
  }

  @Test(
    "dates that a zone skipped do not exist, those beside them do",
    arguments: [
      ("Pacific/Apia", "2011-12-30"), ("Pacific/Fakaofo", "2011-12-30"), ("Pacific/Kwajalein", "1993-08-21"),
      ("Pacific/Enderbury", "1994-12-31"), ("Pacific/Kiritimati", "1994-12-31"), ("Asia/Manila", "1844-12-31"),
    ])
  func skippedDate(_ identifier: String, _ text: String) throws {
    let zone = try MachineZones.named(identifier)
    let date = CivilDate(parsing: text)!
    #expect(!zone.dateExists(date))
    #expect(zone.dateExists(date.adding(days: -1)!))
    #expect(zone.dateExists(date.adding(days: 1)!))
  }

  @Test("a date with a gap or a repeated hour exists, also where the first or last hour is missing")
  func shortDate() throws {
    #expect(try MachineZones.named("America/Sao_Paulo").dateExists(CivilDate(parsing: "2018-11-04")!))
    #expect(try MachineZones.named("America/Nuuk").dateExists(CivilDate(parsing: "2026-03-28")!))
    #expect(try MachineZones.named("America/Juneau").dateExists(CivilDate(parsing: "1867-10-18")!))
    #expect(ZoneRules.utc.dateExists(.min) && ZoneRules.utc.dateExists(.max))
  }

  @Test(
    "no zone but those six of the world skipped a whole date since 1900",
    arguments: Laws.cases(MachineZones.distinct, few: 12))
  func noOtherSkippedDate(_ zone: ZoneRules) {
    for transition in zone.transitions(from: .year(1900), to: .year(2100)) {
      let jump = transition.after.seconds - transition.before.seconds
      let day = CivilDateTime(localSeconds: transition.instant.epochSeconds + Int64(transition.before.seconds))!.date
      let skips = (0...1).contains { !zone.dateExists(day.adding(days: $0)!) }
      if skips != (jump >= 86_400) { Issue.record("\(zone.identifier) \(transition)") }
    }
  }

  @Test("transitions of a year are found in order, by the footer after the last one in the file")
  func nextTransition() throws {
    let berlin = try MachineZones.named("Europe/Berlin")
    let first = try #require(berlin.nextTransition(after: .year(2026)))
    #expect(first.instant.description == "2026-03-29T01:00:00Z")
    #expect((first.before.seconds, first.after.seconds) == (3600, 7200))
    #expect(berlin.nextTransition(after: first.instant)?.instant.description == "2026-10-25T01:00:00Z")
    #expect(berlin.nextTransition(after: .year(2400))?.instant.description == "2400-03-26T01:00:00Z")
    #expect(berlin.nextTransition(after: .year(9999))?.instant.description == "9999-03-28T01:00:00Z")
    #expect(try MachineZones.named("Asia/Kolkata").nextTransition(after: .year(2000)) == nil)
  }

  @Test(
    "Dublin's winter time is behind its standard time, and Gaza's summers end by decree until the footer takes over")
  func dublinAndGaza() throws {
    let dublin = try MachineZones.named("Europe/Dublin")
    #expect(dublin.abbreviation(at: Instant(rfc3339: "2026-07-01T00:00:00Z")!) == "IST")
    #expect(dublin.abbreviation(at: Instant(rfc3339: "2026-12-01T00:00:00Z")!) == "GMT")
    let gaza = try MachineZones.named("Asia/Gaza")
    #expect(gaza.offset(at: Instant(rfc3339: "2500-07-01T00:00:00Z")!).seconds == 10_800)
    #expect(gaza.offset(at: Instant(rfc3339: "2500-01-01T00:00:00Z")!).seconds == 7200)
  }

  @Test("outside the years 1 to 9999 the civil time is the first or last there is, and nothing traps")
  func farInstants() throws {
    for identifier in ["Europe/Berlin", "Asia/Kolkata", "Pacific/Apia"] {
      let zone = try MachineZones.named(identifier)
      for seconds: Int64 in [.min, .min + 1, -1 << 62, 1 << 62, .max - 1, .max] {
        let instant = Instant(epochSeconds: seconds)
        #expect(zone.civil(at: instant) == (seconds < 0 ? .min : .max))
        #expect(zone.segment(at: instant).offset == zone.offset(at: instant))
        _ = zone.resolve(localSeconds: seconds)
        _ = zone.nextTransition(after: instant)
        _ = zone.abbreviation(at: instant)
      }
    }
  }

  @Test("UTC has one segment")
  func utc() {
    #expect(ZoneRules.utc.identifier == "UTC")
    #expect(ZoneRules.utc.abbreviation(at: .year(2026)) == "UTC")
    #expect(ZoneRules.utc.segment(at: .year(2026)) == ZoneSegment(start: .min, end: .max, offset: .zero))
  }
}
