import Testing

@testable import SchedulerCivilTime

@Suite struct TZifVersionTests {
  @Test("a version 1 file applies its last local time type for ever")
  func version1() throws {
    let zone = try ZoneRules(identifier: "Test/One", tzif: TZifWriter.version1.bytes)
    #expect(zone.offset(at: .distantPast).seconds == 3208)
    #expect(zone.offset(at: .year(1990)).seconds == 3600)
    #expect(zone.offset(at: Instant(epochSeconds: 828_234_000)).seconds == 7200)
    #expect(zone.offset(at: .year(9999)).seconds == 3600)
    #expect(zone.nextTransition(after: .year(2000)) == nil)
  }

  @Test("a version 2 file applies its footer's rule after its last transition")
  func version2() throws {
    let zone = try ZoneRules(identifier: "Test/Two", tzif: TZifWriter.berlin.bytes)
    #expect(zone.offset(at: .distantPast).seconds == 3208)
    #expect(zone.nextTransition(after: .year(2026))?.instant.description == "2026-03-29T01:00:00Z")
    #expect(zone.nextTransition(after: .year(9000))?.instant.description == "9000-03-30T01:00:00Z")
    #expect(zone.abbreviation(at: .distantPast) == "LMT")
    #expect(zone.abbreviation(at: Instant(epochSeconds: 830_000_000)) == "DST")
    #expect(zone.abbreviation(at: .year(5000)) == "STD")
  }

  @Test("the footer of a TZif file without transitions applies at all times")
  func version3() throws {
    let zone = try ZoneRules(identifier: "Test/Three", tzif: TZifWriter.version3.bytes)
    #expect(zone.nextTransition(after: .year(1800))?.instant.description == "1800-03-30T01:00:00Z")
    #expect(zone.nextTransition(after: .year(2026))?.instant.description == "2026-03-29T01:00:00Z")
  }

  @Test("a version 4 file without leap seconds is read like a version 3 file")
  func version4() throws {
    let zone = try ZoneRules(identifier: "Test/Four", tzif: TZifWriter.version4.bytes)
    #expect(zone.dateExists(CivilDate(parsing: "2011-12-29")!))
    #expect(!zone.dateExists(CivilDate(parsing: "2011-12-30")!))
    #expect(zone.dateExists(CivilDate(parsing: "2011-12-31")!))
  }

  @Test("a date that comes twice exists, and all of its times are repeated")
  func repeatedDate() throws {
    var writer = TZifWriter.version4
    writer.types.swapAt(0, 1)
    writer.transitions[0].time = 1_325_239_200  // the end of 2011-12-30 at +14:00, its start at -10:00
    writer.footer = "\n<-10>10\n"
    let zone = try ZoneRules(identifier: "Test/Twice", tzif: writer.bytes)
    #expect(zone.dateExists(CivilDate(parsing: "2011-12-30")!))
    for time in ["00:00", "12:00", "23:59:59"] {
      guard case .repeated = zone.resolve(CivilDateTime(parsing: "2011-12-30T\(time)")!) else {
        Issue.record("\(time) comes once")
        continue
      }
    }
    guard case .unique = zone.resolve(CivilDateTime(parsing: "2011-12-31T00:00")!) else {
      Issue.record("the next midnight comes twice")
      return
    }
  }

  @Test("a civil time that occurs three times resolves to its first two instants")
  func threeInstants() throws {
    let zone = try ZoneRules(identifier: "Test/Restless", tzif: TZifWriter.restless.bytes)
    for local in stride(from: -100_000 as Int64, to: 200_000, by: 300) { ResolutionLaw(zone).check(local) }
    let firstTwo = CivilResolution.repeated(first: .init(epochSeconds: -2000), second: .init(epochSeconds: 1600))
    #expect(zone.resolve(localSeconds: -2000) == firstTwo)
    #expect(zone.civil(at: .init(epochSeconds: 5200)).localSeconds == -2000)
  }

  @Test("a change of only the abbreviation or the daylight flag is no transition")
  func redundantTransitions() throws {
    var writer = TZifWriter.berlin
    writer.types.append(.init(seconds: 3600, isDaylight: 1, designation: 8))
    writer.transitions = [(-100, 1), (0, 3), (100, 1), (200, 2), (300, 1)]
    let zone = try ZoneRules(identifier: "Test/Redundant", tzif: writer.bytes)
    #expect(
      zone.transitions(from: .distantPast, to: .year(1971)).map(\.instant.epochSeconds).prefix(3) == [-100, 200, 300])
    #expect(
      zone.segment(at: .init(epochSeconds: 50)) == ZoneSegment(start: -100, end: 200, offset: .init(seconds: 3600)))
    #expect(zone.abbreviation(at: .init(epochSeconds: 50)) == "DST")
  }

  @Test("a last transition earlier than the footer's rule stays valid until the rule's next change")
  func earlyLastTransition() throws {
    var writer = TZifWriter.berlin
    // Six weeks before the end of summer time.
    writer.transitions = [(-2_422_054_408, 1), (828_234_000, 2), (843_000_000, 1)]
    let zone = try ZoneRules(identifier: "Test/Early", tzif: writer.bytes)
    let winter = zone.segment(at: Instant(epochSeconds: 843_000_000))
    #expect(winter == ZoneSegment(start: 843_000_000, end: 859_683_600, offset: UTCOffset(seconds: 3600)))
    #expect(zone.abbreviation(at: Instant(epochSeconds: 844_000_000)) == "STD")
    #expect(zone.abbreviation(at: Instant(epochSeconds: 860_000_000)) == "DST")
  }

  @Test("bytes after the footer do not matter")
  func appendedBytes() throws {
    var writer = TZifWriter.berlin
    writer.footer += "something newer"
    let zone = try ZoneRules(identifier: "Test/Appended", tzif: writer.bytes)
    #expect(zone.offset(at: .year(2030)).seconds == 3600)
  }

  @Test("the first block of a version 2 file may be full or even wrong inside")
  func fatFirstBlock() throws {
    var first = TZifWriter.version1
    first.types[0].seconds = .max
    let bytes = first.bytes
    var head = bytes
    head[4] = UInt8(ascii: "2")
    let second = TZifWriter.berlin.bytes.dropFirst(TZifHeader.size + 7)
    let zone = try ZoneRules(identifier: "Test/Fat", tzif: head + second)
    #expect(zone.offset(at: .distantPast).seconds == 3208)
  }
}
