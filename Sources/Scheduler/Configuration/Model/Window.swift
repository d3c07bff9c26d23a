import CivilTime
import Diagnostics

/// A weekly, fortnightly or dated stretch of wall-clock time: `mon-fri 09:00-12:30`.
///
/// A window says on which dates it *starts*, at which time, and how many dates later and at which time it ends. It has
/// no zone; a `ProfileTimeline` resolves it in one. What one window does on one date is an `Occurrence`.
public struct Window: Hashable, Sendable {
  /// What it is called on screen; has no other meaning.
  public var name: String
  /// On which dates it may start.
  public var days: Days
  /// When it starts, 00:00:00 to 23:59:59.
  public let start: TimeOfDay
  /// When it ends on the date `endDayOffset` dates after the start's date, 00:00:00 to 24:00:00.
  public let end: TimeOfDay
  /// Dates from the start's date to the end's date, 0 to 7.
  public let endDayOffset: Int
  /// Every how many weeks it starts, 1 or more, counted from the week of `from`.
  public var everyWeeks = 1
  /// First date on which it may start.
  public var from: CivilDate?
  /// Last date on which it may start.
  public var until: CivilDate?
  /// Dates on which it does not start.
  public var skip: DateSet = .empty
  /// How many seconds before the start and before the end to warn; positive, each once, longest first.
  public var warningSeconds: [Int64] = []
  /// Where the configuration says it; nil for windows made in code.
  public var source: SourceSpan?

  /// The dates on which a window may start, before `from`, `until`, `skip` and `everyWeeks`.
  public enum Days: Hashable, Sendable {
    /// Every date with one of these weekdays.
    case weekdays(WeekdaySet)
    /// Exactly these dates.
    case dates(DateSet)
  }

  /// A window on certain weekdays or dates. It ends on the date of its start when `end > start`, else on the next one,
  /// so equal ends make 24 hours. `start` must be before 24:00.
  public init(name: String = "window", days: Days, start: TimeOfDay, end: TimeOfDay) {
    precondition(start < .endOfDay, "a window starts before 24:00")
    self.name = name
    self.days = days
    self.start = start
    self.end = end
    endDayOffset = end > start ? 0 : 1
  }

  /// A window over several days, `mon 09:00` to `fri 17:00`: it ends on the same date when the weekdays are equal and
  /// `end > start`, else on the next date with the weekday `lastDay`, 1 to 7 days on. `start` must be before 24:00.
  public init(
    name: String = "window", from firstDay: Weekday, _ start: TimeOfDay, to lastDay: Weekday, _ end: TimeOfDay
  ) {
    precondition(start < .endOfDay, "a window starts before 24:00")
    self.name = name
    days = .weekdays(WeekdaySet(firstDay))
    self.start = start
    self.end = end
    let ahead = firstDay.days(until: lastDay)
    endDayOffset = ahead == 0 && end <= start ? 7 : ahead
  }
}
