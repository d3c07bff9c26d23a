import SchedulerCivilTime
import SchedulerDiagnostics

extension Diagnostic {
  /// Returns the error about a zone in a file that cannot be used.
  static func zone(_ zone: Located<String>, failure: ZoneError, known: [String]) -> Diagnostic {
    guard case .unknownIdentifier = failure else {
      return Diagnostic(.error, code: .unusableZone, message: "\(failure)", at: zone.span, help: failure.help)
    }
    // The database has special names for the machine's zone and for copies of all zones.
    let copied = zone.value.firstIndex(of: "/").map { String(zone.value[$0...].dropFirst()) }
    let nearest =
      zone.value == "localtime"
      ? "system"
      : copied.flatMap { known.contains($0) ? $0 : nil } ?? ZoneName.zone(ofCity: zone.value, among: known)
        ?? NearestName.nearest(to: zone.value, among: known + ["system"])
    return Diagnostic(
      .error, code: .unknownZone, message: "unknown zone '\(zone.value)'", at: zone.span,
      help: [nearest.map { "did you mean '\($0)'?" } ?? "zones are IANA names such as Europe/Berlin, or UTC, or system"]
    )
  }

  /// Returns the error about the machine's own zone, which no line of a file names.
  static func systemZone(_ failure: ZoneError) -> Diagnostic {
    Diagnostic(
      .error, code: .unusableZone, message: "the machine's own zone cannot be used: \(failure)", at: nil,
      help: failure.help + ["or name a zone in the configuration: timezone = \"UTC\""])
  }
}

/// The zones that a name without a region may mean.
private enum ZoneName {
  /// Returns the first zone whose last part is a name, which may have other letter case and spaces: `new york`.
  static func zone(ofCity name: String, among known: [String]) -> String? {
    let city = "/" + name.lowercased().map { $0 == " " ? "_" : String($0) }.joined()
    // The names in "Etc/" and those of copies of the database are not what a person means.
    return known.filter { !$0.hasPrefix("Etc/") && $0.lowercased().hasSuffix(city) }
      .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }
}

extension ZoneError {
  /// Corrections, if any are known.
  fileprivate var help: [String] {
    switch self {
    case .noDatabase: ["install the package 'tzdata', or set TZDIR to the directory of the zone files"]
    case .damaged(_, .leapSeconds): ["name the zone without 'right/'"]
    case .damaged(_, .badMagic(offset: 0)): ["zones are IANA names such as Europe/Berlin, or UTC, or system"]
    case .damaged: ["install the package 'tzdata' anew"]
    case .unknownIdentifier, .invalidRule: ["set TZ to an IANA name such as Europe/Berlin"]
    case .unreadable: []
    }
  }
}
