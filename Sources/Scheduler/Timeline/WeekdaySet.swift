import SchedulerCivilTime

/// A set of days of the week.
public struct WeekdaySet: OptionSet, Hashable, Sendable {
  /// Bit 0 is Monday, bit 6 is Sunday.
  public let rawValue: UInt8

  /// Creates a set from its bits. Bits above 6 are dropped.
  public init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// Creates the set of one day.
  public init(_ day: Weekday) { self.init(rawValue: 1 << UInt8(day.rawValue - 1)) }

  /// All seven days.
  public static let daily = WeekdaySet(rawValue: 0x7F)
  /// Monday to Friday.
  public static let weekdays = WeekdaySet(rawValue: 0x1F)
  /// Saturday and Sunday.
  public static let weekends = WeekdaySet(rawValue: 0x60)

  /// Returns the days from `first` to `last`, both included. The range may wrap: `fri`–`mon` is Friday to Monday.
  public static func range(from first: Weekday, to last: Weekday) -> WeekdaySet {
    var days: WeekdaySet = []
    for step in 0...first.days(until: last) { days.insert(WeekdaySet(first.adding(days: step))) }
    return days
  }

  /// Whether the day is in the set.
  public func contains(_ day: Weekday) -> Bool { contains(WeekdaySet(day)) }

  /// The set as the configuration writes it: `daily`, `mon-fri`, `sat, sun`, `fri-mon`.
  var text: String {
    if self == .daily { return "daily" }
    // Each run begins after a day that is not in the set. Runs of two days are listed.
    let starts = Weekday.allCases.filter { contains($0) && !contains($0.adding(days: 6)) }
    return starts.map { first in
      let length = (1...6).first { !contains(first.adding(days: $0)) } ?? 7
      let days = (0..<length).map { first.adding(days: $0).abbreviation.lowercased() }
      return length > 2 ? "\(days[0])-\(days[length - 1])" : days.joined(separator: ", ")
    }.joined(separator: ", ")
  }

  /// Returns the days from a date to the first date on or after it whose weekday is in the set, 0 to 6; nil for the
  /// empty set.
  func daysToNext(onOrAfter epochDay: Int) -> Int? {
    guard rawValue != 0 else { return nil }
    let index = Self.mondayBasedIndex(of: epochDay)
    let rotated = (UInt16(rawValue) | UInt16(rawValue) << 7) >> UInt16(index)
    return rotated.trailingZeroBitCount
  }

  /// Returns 0 for a Monday to 6 for a Sunday. Day 0, 1970-01-01, was a Thursday.
  private static func mondayBasedIndex(of epochDay: Int) -> Int {
    let index = (epochDay + 3) % 7
    return index < 0 ? index + 7 : index
  }
}

extension Weekday {
  /// Returns the weekday `days` (0 or more) later.
  func adding(days: Int) -> Weekday { Weekday.allCases[(Int(rawValue) - 1 + days) % 7] }
}
