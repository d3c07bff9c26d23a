import Foundation
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform
import Testing

@testable import schedctl

/// Layouts of configurations in the checkout, with a present that stays.
enum ExampleWeek {
  static let zones = ZoneInfoDirectory(
    directories: ZoneInfoDirectory.usualDirectories, environmentTZ: "UTC", localtimePath: "/nonexistent",
    timezonePath: "/nonexistent")

  /// The rules of a zone.
  static func zone(_ identifier: String) throws -> ZoneRules { try zones.rules(for: identifier) }

  /// The configuration that a file of the checkout holds.
  static func configuration(_ path: String) throws -> Configuration {
    try configuration(text: String(contentsOfFile: Checkout.path(path), encoding: .utf8))
  }

  /// The configuration that a text is.
  static func configuration(text: String) throws -> Configuration {
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "test", text))
    var list = DiagnosticList()
    return try #require(Configuration(reading: sources, zones: zones, diagnostics: &list))
  }

  /// The week of a time in the configuration's zone, seen from a present; without one from long ago.
  static func layout(_ configuration: Configuration, _ time: String, now: String = "1999-01-01") throws -> WeekLayout {
    let zone = configuration.zone.rules
    let long = Instant(epochSeconds: 0)
    return WeekLayout(
      of: configuration, weekOf: try TimeExpression.instant(time, now: long, zone: zone),
      now: try TimeExpression.instant(now, now: long, zone: zone))
  }

  /// The same for a file of the checkout.
  static func layout(_ path: String, _ time: String, now: String = "1999-01-01") throws -> WeekLayout {
    try layout(configuration(path), time, now: now)
  }

  static let fiveProfiles = "Tests/CommandTests/Goldens/week.toml"
}
