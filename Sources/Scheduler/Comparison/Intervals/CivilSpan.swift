import SchedulerCivilTime

/// A span between two wall-clock times. Dates are counted from a common reference date: `09:00-12:30`, `22:00-06:00`.
public struct CivilSpan: Hashable, Sendable, CustomStringConvertible {
  /// The start time.
  public let start: TimeOfDay
  /// Dates from the reference date to the start, usually 0.
  public let startDays: Int
  /// The end time; midnight at the end of a day is 24:00.
  public let end: TimeOfDay
  /// Dates from the reference date to the end.
  public let endDays: Int

  init(_ interval: PlannedInterval, from date: CivilDate) {
    start = interval.civilStart.time
    startDays = Int(interval.civilStart.date.epochDay - date.epochDay)
    let days = Int(interval.civilEnd.date.epochDay - date.epochDay)
    let endsAtMidnight = interval.civilEnd.time == .midnight && days > startDays
    end = endsAtMidnight ? .endOfDay : interval.civilEnd.time
    endDays = endsAtMidnight ? days - 1 : days
  }

  /// The span as the configuration writes it, `09:00-12:30`: an end that is not later than the start is on the next
  /// date. Other dates are counted: `09:00-17:00 +4`.
  public var description: String {
    if startDays == 0, endDays == (end > start ? 0 : 1) { return "\(start)-\(end)" }
    return "\(startText)-\(endText)"
  }

  /// The start, `22:30` or `00:30 +1`.
  public var startText: String { Self.text(of: start, days: startDays) }

  /// The end, `12:30` or `06:00 +1`.
  public var endText: String { Self.text(of: end, days: endDays) }

  /// Seconds from the start to the end on a clock without transitions.
  public var clockSeconds: Int64 {
    Int64(endDays - startDays) * 86_400 + Int64(end.secondsSinceMidnight) - Int64(start.secondsSinceMidnight)
  }

  private static func text(of time: TimeOfDay, days: Int) -> String {
    days == 0 ? "\(time)" : "\(time) \(days < 0 ? "" : "+")\(days)"
  }

  /// The sort key.
  var order: [Int64] {
    [Int64(startDays), Int64(start.secondsSinceMidnight), Int64(endDays), Int64(end.secondsSinceMidnight)]
  }
}
