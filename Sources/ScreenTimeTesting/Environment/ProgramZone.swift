/// The time zone that the program shows, to be put back.
///
/// Foundation has two: `NSTimeZone.default`, from which `Calendar.current` and formatters take theirs, and the system's
/// zone, which `TimeZone.current` and `Date.formatted()` show. The second comes from the variable `TZ`.
struct ProgramZone {
  private let standard = NSTimeZone.default
  private let variable = ProcessInfo.processInfo.environment["TZ"]

  /// Shows a zone to the whole program. A zone that is only a distance from UTC has no name that `TZ` understands, so
  /// that `TimeZone.current` does not show it.
  static func show(_ zone: TimeZone) {
    if TimeZone.knownTimeZoneIdentifiers.contains(zone.identifier) || zone.identifier == "UTC" {
      setenv("TZ", zone.identifier, 1)
    }
    NSTimeZone.resetSystemTimeZone()
    NSTimeZone.default = zone
  }

  /// Shows the zone that the program showed when this value was made.
  func putBack() {
    if let variable { setenv("TZ", variable, 1) } else { unsetenv("TZ") }
    NSTimeZone.resetSystemTimeZone()
    NSTimeZone.default = standard
  }
}
