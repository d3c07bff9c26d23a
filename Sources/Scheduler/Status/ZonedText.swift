import SchedulerCivilTime

/// An instant as text for a table: `Mon 2026-11-23` and `09:00`. A time that occurs twice because clocks are set back
/// has its offset: `02:30+02:00`.
public struct ZonedText: Sendable {
  private let civil: CivilDateTime
  /// The offset if the time occurs twice, otherwise nil.
  private let offset: UTCOffset?

  /// Creates the text of an instant by the clocks of a zone.
  public init(_ instant: Instant, in zone: ZoneRules) {
    var cursor = ZoneCursor(zone: zone)
    self.init(instant, in: &cursor)
  }

  /// Creates the text of an instant by the clocks of a zone. Reusing `zone` is faster for many instants.
  public init(_ instant: Instant, in zone: inout ZoneCursor) {
    civil = zone.civil(at: instant)
    offset = zone.isRepeated(at: instant) ? zone.offset(at: instant) : nil
  }

  private var date: CivilDate { civil.date }

  /// The weekday and the date: `Mon 2026-11-23`.
  public var day: String { String(appending: appendDay) }
  /// The time of day, with its offset if the time occurs twice.
  public var time: String { String(appending: appendTime) }

  /// Appends what `day` returns.
  public func appendDay(to bytes: inout [UInt8]) {
    date.weekday.appendAbbreviation(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    date.appendText(to: &bytes)
  }

  /// Appends what `time` returns.
  public func appendTime(to bytes: inout [UInt8]) {
    civil.time.appendText(to: &bytes)
    offset?.appendText(to: &bytes)
  }

  /// Appends the time of an end, with the number of dates between this start and the end: `06:30 +1`.
  public func appendEnd(_ end: ZonedText, to bytes: inout [UInt8]) {
    end.appendTime(to: &bytes)
    let days = end.date.epochDay - date.epochDay
    guard days != 0 else { return }
    var text = " +\(days)"
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Returns the time of an end, with the number of dates between this start and the end.
  public func end(_ end: ZonedText) -> String { String(appending: { appendEnd(end, to: &$0) }) }

  /// Returns the time on the day of `now`, or the day and the time on any other day: `12:30`, `Tue 2026-11-24 06:00`.
  public func words(besides now: ZonedText) -> String { date == now.date ? time : "\(day) \(time)" }
}

extension Configuration {
  /// Returns a sentence that the configuration, accepted at an instant, stays in force because of a fault in its files.
  public func words(stayingFor fault: String, acceptedAt: Instant) -> String {
    let accepted = ZonedText(acceptedAt, in: zone.rules)
    return "\(fault); what was accepted on \(accepted.day) \(accepted.time) stays in force"
  }
}

extension ConfiguredZone {
  /// The text of the zone in headings: `Europe/Berlin`, `system (Europe/Berlin)`.
  public var title: String {
    switch choice {
    case .system: "system (\(rules.identifier))"
    case .identifier(let identifier): identifier
    }
  }
}
