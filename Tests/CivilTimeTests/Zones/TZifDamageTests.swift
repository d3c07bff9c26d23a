import Testing

@testable import SchedulerCivilTime

/// Files with wrong counts, truncated files and damaged files are rejected with the reason and never trap.
@Suite struct TZifDamageTests {
  /// A change to a valid file, and the expected error.
  struct Damage: Sendable, CustomTestStringConvertible {
    let error: TZifError
    let change: @Sendable (inout TZifWriter) -> Void
    var testDescription: String { "\(error)" }

    init(_ error: TZifError, _ change: @escaping @Sendable (inout TZifWriter) -> Void) {
      self.error = error
      self.change = change
    }
  }

  @Test(
    "each kind of damage is named",
    arguments: [
      Damage(.unknownVersion(UInt8(ascii: "5"))) { $0.version = UInt8(ascii: "5") },
      Damage(.typeCount(0)) { $0.lie = (4, 0) },
      Damage(.typeCount(257)) { $0.lie = (4, 257) },
      Damage(.typeCount(.max)) { $0.lie = (4, .max) },
      Damage(.tooManyTransitions(2001)) { $0.lie = (3, 2001) },
      Damage(.tooManyTransitions(.max)) { $0.lie = (3, .max) },
      Damage(.leapSeconds(count: 1)) { $0.leapSeconds = [(78_796_800, 1)] },
      Damage(.leapSeconds(count: .max)) { $0.lie = (2, .max) },
      Damage(.indicatorCount(2, types: 3)) { $0.standardIndicators = [0, 1] },
      Damage(.indicatorCount(4, types: 3)) { $0.utIndicators = [0, 0, 0, 0] },
      Damage(.indicatorCount(.max, types: 3)) { $0.lie = (0, .max) },
      Damage(.unsortedTransition(index: 1)) { $0.transitions[0].time = 900_000_000 },
      Damage(.unsortedTransition(index: 2)) { $0.transitions[2].time = $0.transitions[1].time },
      Damage(.transitionOutOfRange(index: 0)) { $0.transitions[0].time = .min },
      Damage(.transitionOutOfRange(index: 2)) { $0.transitions[2].time = (1 << 59) + 1 },
      Damage(.typeIndexOutOfRange(transition: 1, type: 3)) { $0.transitions[1].type = 3 },
      Damage(.offsetOutOfRange(type: 0, seconds: -90_000)) { $0.types[0].seconds = -90_000 },
      Damage(.offsetOutOfRange(type: 2, seconds: 93_600)) { $0.types[2].seconds = 93_600 },
      Damage(.offsetOutOfRange(type: 1, seconds: .min)) { $0.types[1].seconds = .min },
      Damage(.badDaylightFlag(type: 1, value: 2)) { $0.types[1].isDaylight = 2 },
      Damage(.badDesignation(type: 2)) { $0.types[2].designation = 12 },
      Damage(.badDesignation(type: 0)) { $0.types[0].designation = 255 },
      Damage(.badDesignation(type: 2)) { $0.designations = "LMT\0STD\0DSTX" },
      Damage(.unterminatedFooter) { $0.footer = "STD-1DST,M3.5.0,M10.5.0/3\n" },
      Damage(.unterminatedFooter) { $0.footer = "\nSTD-1DST,M3.5.0,M10.5.0/3" },
      Damage(.truncated(expected: 154, actual: 152)) { $0.footer = "" },
      Damage(.badFooter(POSIXRuleError(reason: .badDay, position: 9))) { $0.footer = "\nSTD-1DST,Q\n" },
      Damage(.contradictingFooter(transition: .init(seconds: 3600), footer: .zero)) { $0.footer = "\nGMT0\n" },
      Damage(.truncated(expected: 4_294_967_437, actual: 179)) { $0.lie = (5, .max) },
    ])
  func named(_ damage: Damage) {
    var writer = TZifWriter.berlin
    damage.change(&writer)
    #expect(throws: damage.error) { try ZoneRules(identifier: "Test/Damaged", tzif: writer.bytes) }
  }

  @Test("the second header's version must be the first one's")
  func versions() {
    var bytes = TZifWriter.berlin.bytes
    bytes[4] = UInt8(ascii: "3")
    let expected = TZifError.versionMismatch(first: UInt8(ascii: "3"), second: UInt8(ascii: "2"))
    #expect(throws: expected) { try ZoneRules(identifier: "Test/Damaged", tzif: bytes) }
  }

  @Test(
    "what is no zone file is said to be none",
    arguments: [
      ("", TZifError.truncated(expected: 44, actual: 0)),
      ("TZi", .truncated(expected: 44, actual: 3)),
      ("# tz zone descriptions", .badMagic(offset: 0)),
      ("TZif2", .truncated(expected: 44, actual: 5)),
      (String(repeating: "\0", count: 100), .badMagic(offset: 0)),
    ])
  func otherFiles(_ text: String, _ error: TZifError) {
    #expect(throws: error) { try ZoneRules(identifier: "Test/Damaged", tzif: Array(text.utf8)) }
  }

  @Test(
    "the parser refuses a TZif file that ends early",
    arguments: [TZifWriter.berlin, .version1, .version3, .version4, .restless])
  func truncatedFile(_ writer: TZifWriter) {
    for count in writer.bytes.indices {
      #expect(throws: TZifError.self) { try ZoneRules(identifier: "Test/Damaged", tzif: Array(writer.bytes[..<count])) }
    }
  }

  @Test("the parser refuses a TZif file of the machine that ends early", arguments: ["Europe/Berlin", "Pacific/Apia"])
  func truncatedRealFile(_ identifier: String) throws {
    let bytes = try MachineZones.bytes(of: identifier)
    for count in bytes.indices {
      #expect(throws: TZifError.self) { try ZoneRules(identifier: identifier, tzif: Array(bytes[..<count])) }
    }
  }

  @Test(
    "a file with one wrong bit is refused, or its rules are lawful",
    arguments: [TZifWriter.berlin, .version1, .version3, .version4, .restless])
  func flippedBit(_ writer: TZifWriter) {
    var bytes = writer.bytes
    for position in bytes.indices {
      for bit in 0..<8 {
        bytes[position] ^= 1 << bit
        if let zone = try? ZoneRules(identifier: "bit \(bit) of byte \(position)", tzif: bytes) { checkLaws(of: zone) }
        bytes[position] ^= 1 << bit
      }
    }
  }

  private func checkLaws(of zone: ZoneRules) {
    let early = zone.transitions(from: .distantPast, to: .year(2030), limit: 20)
    for transition in early + zone.transitions(from: .year(2500), to: .year(2502), limit: 4) {
      ResolutionLaw(zone).check(around: transition)
    }
    for instant in [Instant(epochSeconds: .min), Instant(epochSeconds: .max)] {
      #expect(zone.segment(at: instant).contains(instant) || instant.epochSeconds == .max)
    }
  }
}
