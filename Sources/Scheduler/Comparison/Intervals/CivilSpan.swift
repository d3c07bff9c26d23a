import SchedulerCivilTime

/// From one time on a wall clock to another, dates counted from a common one: `09:00-12:30`, `22:00-06:00`.
public struct CivilSpan: Hashable, Sendable, CustomStringConvertible {
  /// When it starts.
  public let start: TimeOfDay
  /// How many dates after the common one, as a rule 0.
  public let startDays: Int
  /// When it ends; midnight at the end of a day is 24:00.
  public let end: TimeOfDay
  /// How many dates after the common one.
  public let endDays: Int

  init(_ interval: PlannedInterval, from date: CivilDate) {
    start = interval.civilStart.time
    startDays = Int(interval.civilStart.date.epochDay - date.epochDay)
    let days = Int(interval.civilEnd.date.epochDay - date.epochDay)
    let endsAtMidnight = interval.civilEnd.time == .midnight && days > startDays
    end = endsAtMidnight ? .endOfDay : interval.civilEnd.time
    endDays = endsAtMidnight ? days - 1 : days
  }

  /// `09:00-12:30`; as in the configuration an end that is not later than the start is on the next date. Other dates are
  /// counted: `09:00-17:00 +4`.
  public var description: String {
    if startDays == 0, endDays == (end > start ? 0 : 1) { return "\(start)-\(end)" }
    return "\(startText)-\(endText)"
  }

  /// The start, `22:30` or `00:30 +1`.
  public var startText: String { Self.text(start, startDays) }

  /// The end, `12:30` or `06:00 +1`.
  public var endText: String { Self.text(end, endDays) }

  /// Seconds from the start to the end on a clock that does not change.
  public var clockSeconds: Int64 {
    Int64(endDays - startDays) * 86_400 + Int64(end.secondsSinceMidnight) - Int64(start.secondsSinceMidnight)
  }

  private static func text(_ time: TimeOfDay, _ days: Int) -> String {
    days == 0 ? "\(time)" : "\(time) \(days < 0 ? "" : "+")\(days)"
  }

  /// For sorting.
  var order: [Int64] {
    [Int64(startDays), Int64(start.secondsSinceMidnight), Int64(endDays), Int64(end.secondsSinceMidnight)]
  }
}
