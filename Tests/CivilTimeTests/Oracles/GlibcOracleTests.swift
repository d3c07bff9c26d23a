import CivilTime
import Foundation
import Testing

/// glibc reads the same zone files; what `localtime_r` says is compared second for second.
///
/// `$TZ` belongs to the whole process: nothing else in these tests may read it.
@Suite(.serialized) struct GlibcOracleTests {
  @Test("every zone agrees with glibc around every change from 1970 to 2100", arguments: MachineZones.distinct)
  func transitions(_ zone: ZoneRules) {
    let glibc = GlibcZone(zone.identifier)
    for transition in zone.transitions(from: .year(1970), to: .year(2101)) {
      for distance: Int64 in [-7200, -3600, -1, 0, 1, 1800, 3600, 7200] {
        glibc.check(zone, transition.instant.adding(seconds: distance))
      }
    }
  }

  @Test("every zone agrees with glibc twice a week from 1900 to 2100", arguments: MachineZones.distinct)
  func grid(_ zone: ZoneRules) {
    let glibc = GlibcZone(zone.identifier)
    let grid = stride(from: Instant.year(1900).epochSeconds, to: Instant.year(2101).epochSeconds, by: 302_400)
    for seconds in grid { glibc.check(zone, Instant(epochSeconds: seconds)) }
  }

  @Test("every zone agrees with glibc at random instants of the years 1 to 9999", arguments: MachineZones.distinct)
  func random(_ zone: ZoneRules) {
    let glibc = GlibcZone(zone.identifier)
    var random = SeededRandom(seed: 0x911bc)
    for _ in 0..<500 {
      let range = Instant.year(1).epochSeconds + 86_400..<Instant.year(9999).epochSeconds
      glibc.check(zone, Instant(epochSeconds: .random(in: range, using: &random)))
    }
  }
}

/// A zone as glibc knows it, in force for the process from its making on.
private struct GlibcZone {
  init(_ identifier: String) {
    setenv("TZ", ":\(identifier)", 1)
    tzset()
  }

  /// Compares offset and civil time.
  func check(_ zone: ZoneRules, _ instant: Instant) {
    var time = time_t(instant.epochSeconds)
    var fields = tm()
    localtime_r(&time, &fields)
    let (year, month, day) = zone.civil(at: instant).date.components
    let (hour, minute, second) = zone.civil(at: instant).time.components
    let same =
      Int(zone.offset(at: instant).seconds) == fields.tm_gmtoff && year == Int(fields.tm_year) + 1900
      && month == Int(fields.tm_mon) + 1 && day == Int(fields.tm_mday) && hour == Int(fields.tm_hour)
      && minute == Int(fields.tm_min) && second == Int(fields.tm_sec)
    if same { return }
    Issue.record(
      "\(zone.identifier) \(instant): \(zone.civil(at: instant)) \(zone.offset(at: instant)), glibc \(fields)")
  }
}
