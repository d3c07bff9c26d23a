import CivilTime
import Diagnostics

/// A weekly, fortnightly or dated stretch of wall-clock time: `mon-fri 09:00-12:30`.
///
/// A window says on which dates it *starts*, at which time, and how many dates later and at which time it ends. It has
/// no zone; a `ProfileTimeline` resolves it in one. What one window does on one date is an `Occurrence`.
public struct Window: Hashable, Sendable {
  /// When it starts, 00:00:00 to 23:59:59.
  public let start: TimeOfDay
  /// When it ends on the date `endDayOffset` dates after the start's date, 00:00:00 to 24:00:00.
  public let end: TimeOfDay
  /// Where the configuration says it; nil for windows made in code.
  public var source: SourceSpan?
  private let daysToEnd: UInt8
  /// On which weekdays it may start; none for one that lists its dates.
  private var weekdays = WeekdaySet()
  /// The number in its name, which it has by its place among others; 0 where its name has none.
  private var number: UInt8 = 0
  private var sharedRareSettings = RareSettings.none

  /// Dates from the start's date to the end's date, 0 to 7.
  public var endDayOffset: Int { Int(daysToEnd) }

  /// What it is called on screen; has no other meaning.
  public var name: String {
    get { number > 0 ? Self.name(numbered: Int(number)) : rare.name }
    set {
      number = Self.number(inName: newValue)
      rare.name = number > 0 ? RareSettings.usualName : newValue
    }
  }

  private static func name(numbered number: Int) -> String { "\(RareSettings.usualName)-\(number)" }

  private static func number(inName name: String) -> UInt8 {
    guard name.utf8.count > RareSettings.usualName.utf8.count else { return 0 }
    let digits = name.dropFirst(RareSettings.usualName.count + 1)
    guard let number = UInt8(digits), name == Self.name(numbered: Int(number)) else { return 0 }
    return number
  }

  /// Names it by its place among others, from 1: `window-1`. The same as to set that name, without the text of it.
  mutating func takeName(ofPlace place: Int) {
    guard let number = UInt8(exactly: place), number > 0 else {
      name = Self.name(numbered: place)
      return
    }
    self.number = number
    rare.name = RareSettings.usualName
  }

  /// On which dates it may start.
  public var days: Days {
    get { rare.dates.map(Days.dates) ?? .weekdays(weekdays) }
    set {
      switch newValue {
      case .weekdays(let weekdays): (self.weekdays, rare.dates) = (weekdays, nil)
      case .dates(let dates): (weekdays, rare.dates) = ([], dates)
      }
    }
  }

  /// What few windows state; each of it is a property of its own.
  var rare: RareSettings {
    get { sharedRareSettings.value }
    set { sharedRareSettings = .sharing(newValue, usual: RareSettings.none) }
  }

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
    self.start = start
    self.end = end
    daysToEnd = end > start ? 0 : 1
    self.name = name
    self.days = days
  }

  /// A window over several days, `mon 09:00` to `fri 17:00`: it ends on the same date when the weekdays are equal and
  /// `end > start`, else on the next date with the weekday `lastDay`, 1 to 7 days on. `start` must be before 24:00.
  public init(
    name: String = "window", from firstDay: Weekday, _ start: TimeOfDay, to lastDay: Weekday, _ end: TimeOfDay
  ) {
    precondition(start < .endOfDay, "a window starts before 24:00")
    self.start = start
    self.end = end
    let ahead = firstDay.days(until: lastDay)
    daysToEnd = ahead == 0 && end <= start ? 7 : UInt8(ahead)
    self.name = name
    weekdays = WeekdaySet(firstDay)
  }
}
