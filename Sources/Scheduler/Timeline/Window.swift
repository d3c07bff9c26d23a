import SchedulerCivilTime
import SchedulerDiagnostics

/// A weekly, fortnightly or dated stretch of wall-clock time: `mon-fri 09:00-12:30`.
///
/// A window says on which dates it *starts*, at which time, and how many dates later and at which time it ends. It has
/// no zone; a `ProfileTimeline` resolves it in one. What one window does on one date is an `Occurrence`.
public struct Window: Hashable, Sendable {
  /// The name shown to users. It has no other meaning.
  public var name: String
  /// The dates on which it may start.
  public var days: Days
  /// The time of the start, 00:00:00 to 23:59:59.
  public let start: TimeOfDay
  /// The time of the end, `endDayOffset` dates after the date of the start, 00:00:00 to 24:00:00.
  public let end: TimeOfDay
  /// Number of dates from the date of the start to the date of the end, 0 to 7.
  public let endDayOffset: Int
  /// The window starts in every n-th week, counted from the week of `from`; 1 or more.
  public var everyWeeks = 1
  /// The first date on which it may start; nil for no limit.
  public var from: CivilDate?
  /// The last date on which it may start; nil for no limit.
  public var until: CivilDate?
  /// Dates on which it does not start.
  public var skip = DateSet.empty
  /// Seconds before the start and before the end at which warnings are delivered; positive, distinct, descending.
  public var warningSeconds: [Int64] = []
  /// The place in the configuration that defines the window; nil for windows created in code.
  public var source: SourceSpan?

  /// The dates on which a window may start, before `from`, `until`, `skip` and `everyWeeks` are applied.
  public enum Days: Hashable, Sendable {
    /// Every date with one of these weekdays.
    case weekdays(WeekdaySet)
    /// Exactly these dates.
    case dates(DateSet)
  }

  /// Creates a window on certain weekdays or dates. It ends on the date of its start if `end > start`, otherwise on the
  /// next date, so equal times make 24 hours. `start` must be before 24:00.
  public init(name: String = "window", days: Days, start: TimeOfDay, end: TimeOfDay) {
    precondition(start < .endOfDay, "a window starts before 24:00")
    self.start = start
    self.end = end
    endDayOffset = end > start ? 0 : 1
    self.name = name
    self.days = days
  }

  /// Creates a window over several days, such as `mon 09:00` to `fri 17:00`. It ends on the same date if the weekdays
  /// are equal and `end > start`, otherwise on the next date with the weekday `lastDay`, 1 to 7 days later. `start`
  /// must be before 24:00.
  public init(
    name: String = "window", from firstDay: Weekday, start: TimeOfDay, to lastDay: Weekday, end: TimeOfDay
  ) {
    precondition(start < .endOfDay, "a window starts before 24:00")
    self.start = start
    self.end = end
    let ahead = firstDay.days(until: lastDay)
    endDayOffset = ahead == 0 && end <= start ? 7 : ahead
    self.name = name
    days = .weekdays(WeekdaySet(firstDay))
  }
}
