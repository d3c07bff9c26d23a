/// Times and windows as ECMA 262 regular expressions, which let some mistakes pass, such as days that there are not.
enum TimePattern {
  private static let clock = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?"
  private static let blank = "[ \\t]"
  private static let weekday = "([A-Za-z]+\(blank)+)?"

  /// `09:00` or `mon 09:00`.
  static let start = weekday + clock

  /// The same, or 24:00.
  static let end = "\(weekday)(\(clock)|24:00(:00)?)"

  /// `mon-fri 09:00-12:30`.
  static let window =
    "\(blank)*([A-Za-z][A-Za-z, \\t-]*\(blank)+)?\(clock)\(blank)*-\(blank)*\(end)\(blank)*"
}
