import SchedulerCivilTime

/// An instant in the words of a table: `Mon 2026-11-23` and `09:00`, with the offset where clocks that are set back
/// show that time twice: `02:30+02:00`.
public struct ZonedText: Sendable {
  /// The weekday and the date: `Mon 2026-11-23`.
  public let day: String
  /// The time of day, with its offset where it comes twice.
  public let time: String
  private let date: CivilDate

  /// An instant as the clocks of a zone show it.
  public init(_ instant: Instant, _ zone: ZoneRules) {
    let civil = zone.civil(at: instant)
    date = civil.date
    day = "\(Self.name(of: date.weekday)) \(date)"
    let isRepeated = if case .repeated = zone.resolve(civil) { true } else { false }
    time = civil.time.description + (isRepeated ? zone.offset(at: instant).description : "")
  }

  /// The time of the end of something that starts here, with the number of dates that lie between.
  public func end(_ end: ZonedText) -> String {
    let days = end.date.epochDay - date.epochDay
    return days == 0 ? end.time : "\(end.time) +\(days)"
  }

  /// The time of something on the day of `now`, with its day on any other: `12:30`, `Tue 2026-11-24 06:00`.
  public func words(besides now: ZonedText) -> String { date == now.date ? time : "\(day) \(time)" }

  private static func name(of weekday: Weekday) -> String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][Int(weekday.rawValue) - 1]
  }
}

extension Configuration {
  /// That it stays in force, which was accepted at an instant, because of a fault in its files.
  public func words(stayingFor fault: String, acceptedAt: Instant) -> String {
    let accepted = ZonedText(acceptedAt, zone.rules)
    return "\(fault); what was accepted on \(accepted.day) \(accepted.time) stays in force"
  }
}

extension ConfiguredZone {
  /// What a heading says of it: `Europe/Berlin`, `system (Europe/Berlin)`.
  public var title: String {
    switch choice {
    case .system: "system (\(rules.identifier))"
    case .identifier(let identifier): identifier
    }
  }
}
