import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform
import Testing

@testable import Scheduler

/// The zone of an identifier, from the machine's zone files.
func zone(_ identifier: String) throws -> ZoneRules { try machineZones.rules(for: identifier) }

let machineZones = ZoneInfoDirectory(
  directories: ZoneInfoDirectory.usualDirectories, environmentTZ: "UTC", localtimePath: "/nonexistent",
  timezonePath: "/nonexistent")

/// The instant of a civil time such as `2026-03-29 02:30` in a zone, by the rule for windows.
func instant(_ text: String, _ zone: ZoneRules) throws -> Instant {
  try TimeExpression.instant(text, now: Instant(epochSeconds: 0), zone: zone)
}

/// A configuration that has to be free of errors.
func configuration(_ toml: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> Configuration {
  var list = DiagnosticList()
  var sources = SourceMap()
  _ = sources.add(SourceText(name: "config.toml", toml))
  let configuration = Configuration(reading: sources, zones: machineZones, diagnostics: &list)
  let rendered = DiagnosticRenderer(color: false, columns: nil).render(list, in: sources)
  return try #require(configuration, "\(rendered)", sourceLocation: sourceLocation)
}

/// The timeline of one profile with these windows, in short form, in a zone.
func timeline(_ windows: [String], in identifier: String) throws -> ProfileTimeline {
  let list = windows.map { $0.hasPrefix("{") ? $0 : "\"\($0)\"" }.joined(separator: ", ")
  let configuration = try configuration(
    "timezone = \"\(identifier)\"\n[profile.p]\nwindow = [\(list)]\n[calendar.c]\ndates = [2026-11-26]\n")
  return configuration.timeline(of: configuration.profiles[0])
}

extension ProfileTimeline {
  /// `2026-03-28 22:00`
  private func words(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    return "\(civil.date) \(civil.time)"
  }

  /// The next intervals from a civil time on, as `2026-03-28 22:00 – 2026-03-29 06:00` in the timeline's zone.
  func listing(from text: String, count: Int) throws -> [String] {
    intervals(endingAfter: try instant(text, zone)).prefix(count).map { interval in
      "\(words(interval.start)) – \(words(interval.end))"
    }
  }
}

/// A machine with few accounts.
struct FewAccounts: AccountSource {
  func users() -> [String] { ["kim", "root", "sam"] }
  func groups() -> [String] { ["root", "staff", "students"] }
  func hasUser(_ name: String) -> Bool { users().contains(name) }
  func hasGroup(_ name: String) -> Bool { groups().contains(name) }
  func isOutside(group: String) -> Bool { group == "staff" }
}

/// A machine with one program.
struct FewPrograms: ProgramSource {
  func path(of name: String) -> String? { name == "notify-send" ? "/usr/bin/notify-send" : nil }
}

extension Profile {
  /// All that is said of it, for comparisons. A set is described in an order that differs from one to the other.
  var written: String {
    var unordered = self
    unordered.permissions = nil
    return "\(unordered) \(permissions.map { $0.map(\.rawValue).sorted() } ?? ["all"])"
  }
}
