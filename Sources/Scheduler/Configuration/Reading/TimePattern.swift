/// Times, days and windows as ECMA 262 regular expressions. They accept some invalid values: only the program itself
/// checks combinations of starts, ends and dates.
enum TimePattern {
  /// `09:00` or `9:00`, before the end of the day.
  static let clock = "([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?"

  private static let end = "(\(clock)|24:00(:00)?)"
  private static let blank = "[ \\t]"

  /// A weekday, in full or its first three letters.
  private static let weekdays = [
    ("mon", "day"), ("tue", "sday"), ("wed", "nesday"), ("thu", "rsday"), ("fri", "day"), ("sat", "urday"),
    ("sun", "day"),
  ].map { short, rest in anyCase(short) + "(\(anyCase(rest)))?" }

  private static let weekday = "(\(weekdays.joined(separator: "|")))"

  /// `mon-fri`, `mon,wed`, `mon, wed`, `weekends`.
  static let days: String = {
    let item = "\(weekday)(-\(weekday))?"
    let groups = WeekdayText.groups.map { anyCase("\($0.name)") }
    return "(\(groups.joined(separator: "|"))|\(item)(,\(blank)*\(item))*)"
  }()

  /// `09:00` or `mon 09:00`.
  static let windowStart = "(\(weekday)\(blank)*)?\(clock)"

  /// `09:00`, `mon 09:00` or 24:00.
  static let windowEnd = "(\(weekday)\(blank)*)?\(end)"

  /// `mon-fri 09:00-12:30, 14:00-17:00`, `mon 09:00 - fri 17:00`.
  static let window: String = {
    let hyphen = "\(blank)*-\(blank)*"
    let range = "\(clock)\(hyphen)\(end)"
    let oneDate = "(\(days)\(blank)+)?\(range)(\(blank)*,\(blank)*\(range))*"
    let oneDay = weekdays.map { "\($0)((-|,\(blank)*)\($0))*" }.joined(separator: "|")
    let severalDates = "(\(oneDay))\(blank)+\(clock)\(hyphen)\(weekday)\(blank)+\(end)"
    return "\(blank)*(\(oneDate)|\(severalDates))\(blank)*"
  }()

  /// Returns the pattern of a word in either case.
  private static func anyCase(_ word: String) -> String {
    word.map { "[\($0.uppercased())\($0)]" }.joined()
  }
}
