import SchedulerCivilTime
import SchedulerPlatform
import ScreenTimeSystem

/// The zone in which components are matched: its rules, and Foundation's view of it for what the rules do not cover.
package struct ScheduleZone: Sendable {
  /// The rules of the zone.
  package let rules: ZoneRules
  /// Foundation's zone.
  package let timeZone: TimeZone

  /// Finds the rules of a zone of Foundation's; nil if neither the system nor a fixed offset supplies them.
  package init?(_ timeZone: TimeZone) {
    guard let rules = Self.rules(of: timeZone) else { return nil }
    self.rules = rules
    self.timeZone = timeZone
  }

  /// Finds a zone by its identifier, such as `Europe/Berlin`; nil for an unknown one.
  package init?(identifier: String) {
    guard let timeZone = TimeZone(identifier: identifier) else { return nil }
    self.init(timeZone)
  }

  /// The zone of UTC.
  package static let utc = ScheduleZone(rules: .utc, timeZone: .gmt)

  /// The zone of this process, UTC if its rules cannot be read.
  package static var current: ScheduleZone { ScheduleZone(.current) ?? .utc }

  private init(rules: ZoneRules, timeZone: TimeZone) {
    self.rules = rules
    self.timeZone = timeZone
  }

  private static let known = SharedState<[String: ZoneRules]>([:])
  private static let directory = ZoneInfoDirectory.system(.current())

  private static func rules(of timeZone: TimeZone) -> ZoneRules? {
    let identifier = timeZone.identifier
    if let rules = known.withLock({ $0[identifier] }) { return rules }
    guard let rules = read(identifier) ?? fixed(timeZone) else { return nil }
    known.withLock { $0[identifier] = rules }
    return rules
  }

  private static func read(_ identifier: String) -> ZoneRules? {
    do { return try directory.rules(for: identifier) } catch { return nil }
  }

  /// The rules of a zone without daylight saving time, such as `GMT+0130`.
  private static func fixed(_ timeZone: TimeZone) -> ZoneRules? {
    guard timeZone.identifier.hasPrefix("GMT") || timeZone.identifier == "UTC" else { return nil }
    let seconds = -timeZone.secondsFromGMT()
    let sign = seconds < 0 ? "-" : ""
    let size = abs(seconds)
    let rule = "<GMT>\(sign)\(size / 3_600):\(size / 60 % 60):\(size % 60)"
    do { return try ZoneRules(identifier: timeZone.identifier, posixRule: rule) } catch { return nil }
  }
}
