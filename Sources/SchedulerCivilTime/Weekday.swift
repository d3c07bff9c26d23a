/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: Int8, CaseIterable, Sendable, Hashable, Comparable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Orders within the week, Monday first.
  public static func < (a: Weekday, b: Weekday) -> Bool { a.rawValue < b.rawValue }

  /// Returns the number of days from this weekday to the next `other`, 0 (the same weekday) to 6.
  public func days(until other: Weekday) -> Int { Int((other.rawValue - rawValue + 7) % 7) }
}
