/// The time zone that the program shows, to be put back.
///
/// Foundation has two: `NSTimeZone.default`, from which `Calendar.current` and formatters take theirs, and the system's
/// zone, which `TimeZone.current` and `Date.formatted()` show. The second comes from the variable `TZ`.
struct ProgramZone {
  private let standard = NSTimeZone.default
  /// The zone of the system where the program has no variable. The variable then stays, because removing one moves the
  /// others under the feet of threads that read them. Changing one does not.
  private let variable = ProcessInfo.processInfo.environment["TZ"] ?? TimeZone.current.identifier

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
    let shown = ProcessInfo.processInfo.environment["TZ"]
    if shown != nil && shown != variable { setenv("TZ", variable, 1) }
    NSTimeZone.resetSystemTimeZone()
    NSTimeZone.default = standard
  }
}
