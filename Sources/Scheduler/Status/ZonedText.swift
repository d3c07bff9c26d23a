import SchedulerCivilTime

/// An instant in the words of a table: `Mon 2026-11-23` and `09:00`, with the offset where clocks that are set back
/// show that time twice: `02:30+02:00`.
public struct ZonedText: Sendable {
  private let civil: CivilDateTime
  /// The offset, if the clocks show the time twice; else nil.
  private let offset: UTCOffset?

  /// An instant as the clocks of a zone show it.
  public init(_ instant: Instant, _ zone: ZoneRules) {
    var cursor = ZoneCursor(zone: zone)
    self.init(instant, in: &cursor)
  }

  /// An instant as the clocks of a zone show it; `zone` is kept for many instants.
  public init(_ instant: Instant, in zone: inout ZoneCursor) {
    civil = zone.civil(at: instant)
    offset = zone.isRepeated(at: instant) ? zone.offset(at: instant) : nil
  }

  private var date: CivilDate { civil.date }

  /// The weekday and the date: `Mon 2026-11-23`.
  public var day: String { Self.text(appendDay) }
  /// The time of day, with its offset where it comes twice.
  public var time: String { Self.text(appendTime) }

  /// Appends what `day` returns.
  public func appendDay(to bytes: inout [UInt8]) {
    bytes += Self.name(of: date.weekday).utf8
    bytes.append(UInt8(ascii: " "))
    date.appendText(to: &bytes)
  }

  /// Appends what `time` returns.
  public func appendTime(to bytes: inout [UInt8]) {
    civil.time.appendText(to: &bytes)
    offset?.appendText(to: &bytes)
  }

  /// Appends the time of the end of something that starts here, with the number of dates between them: `06:30 +1`.
  public func appendEnd(_ end: ZonedText, to bytes: inout [UInt8]) {
    end.appendTime(to: &bytes)
    let days = end.date.epochDay - date.epochDay
    if days != 0 { bytes += " +\(days)".utf8 }
  }

  /// The time of the end of something that starts here, with the number of dates between them.
  public func end(_ end: ZonedText) -> String { Self.text { appendEnd(end, to: &$0) } }

  private static func text(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
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
