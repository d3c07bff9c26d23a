import CTesting
import Foundation
import SchedulerCivilTime
import TestSupport
import Testing

/// glibc reads the same zone files; what `localtime_r` says is compared second for second.
@Suite(.serialized) struct GlibcOracleTests {
  @Test(
    "every zone agrees with glibc around every change from 1970 to 2100",
    arguments: Laws.cases(MachineZones.distinct, few: 12))
  func transitions(_ zone: ZoneRules) {
    let glibc = GlibcZone(zone.identifier)
    for transition in zone.transitions(from: .year(1970), to: .year(2101)) {
      for distance: Int64 in [-7200, -3600, -1, 0, 1, 1800, 3600, 7200] {
        glibc.check(zone, transition.instant.adding(seconds: distance))
      }
    }
  }

  @Test(
    "every zone agrees with glibc twice a week from 1900 to 2100", arguments: Laws.cases(MachineZones.distinct, few: 12)
  )
  func grid(_ zone: ZoneRules) {
    let glibc = GlibcZone(zone.identifier)
    let grid = stride(from: Instant.year(1900).epochSeconds, to: Instant.year(2101).epochSeconds, by: 302_400)
    for seconds in grid { glibc.check(zone, Instant(epochSeconds: seconds)) }
  }

  @Test(
    "every zone agrees with glibc at random instants of the years 1 to 9999",
    arguments: Laws.cases(MachineZones.distinct, few: 12))
  func random(_ zone: ZoneRules) {
    let glibc = GlibcZone(zone.identifier)
    var random = SeededGenerator(seed: 0x911bc)
    for _ in 0..<500 {
      let range = Instant.year(1).epochSeconds + 86_400..<Instant.year(9999).epochSeconds
      glibc.check(zone, Instant(epochSeconds: .random(in: range, using: &random)))
    }
  }

  /// Where glibc 2.36 and POSIX part ways the rule is in `POSIXRuleTests` with the reason, and not here.
  @Test(
    "POSIX rules agree with glibc four times a day from 2020 to 2060",
    arguments: [
      "UTC0", "EST5", "<+0330>-3:30", "<-1234>+12:34:56", "AAA24:59:59", "BBB-24:59:59",
      "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT", "EST5EDT,M3.2.0,M11.1.0", "NZST-12NZDT,M9.5.0,M4.1.0/3",
      "IST-1GMT0,M10.5.0,M3.5.0/1", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "AAA3BBB4:30:15,J60/0,J300/24",
      "AAA3BBB,59/0:30,299/1:02:03", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "IST-2IDT,M3.4.4/26,M10.5.0",
      "EET-2EEST,M3.4.4/50,M10.4.4/50", "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "AAA0BBB,M2.5.6,M9.3.1/-23:59:59",
    ])
  func posixRule(_ rule: String) throws {
    let zone = try ZoneRules(identifier: rule, posixRule: rule)
    let glibc = GlibcZone(rule)
    let days = stride(from: Instant.year(2020).epochSeconds, to: Instant.year(2060).epochSeconds, by: 21_600)
    for seconds in days { glibc.check(zone, Instant(epochSeconds: seconds)) }
    for transition in zone.transitions(from: .year(2020), to: .year(2060)) {
      for distance: Int64 in [-1, 0] { glibc.check(zone, transition.instant.adding(seconds: distance)) }
    }
  }
}

/// A zone as glibc knows it.
private struct GlibcZone {
  let name: String

  init(_ identifier: String) { name = ":\(identifier)" }

  /// Compares offset and civil time.
  func check(_ zone: ZoneRules, _ instant: Instant) {
    var fields = tm()
    if ctesting_civil_time(name, time_t(instant.epochSeconds), &fields) != 0 {
      Issue.record("glibc has no civil time of \(zone.identifier) at \(instant)")
      return
    }
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
