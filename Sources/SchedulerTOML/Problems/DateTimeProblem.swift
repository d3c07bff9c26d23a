/// What is wrong with a date or a time.
struct DateTimeProblem: Error, Problem {
  /// A number in a date or a time.
  enum Field: String { case year, month, day, hour, minute, second, offsetHour, offsetMinute }

  /// Which rule it breaks.
  enum Reason {
    /// Another number of digits than the field has.
    case digits(Field)
    /// Another character than the form has there.
    case form(expected: String)
    case outOfRange(Field, ClosedRange<Int>)
    /// The month has fewer days.
    case noSuchDay(year: Int, month: Int, last: Int)
    /// A time without a date with `Z` or an offset.
    case offsetWithoutDate
  }

  let reason: Reason
  /// The digits concerned.
  var range: Range<Int>
  /// The whole date or time; the parser fills it in.
  var whole: Range<Int> = 0..<0
  /// The key that it was meant for.
  var key: Range<Int>?

  init(_ reason: Reason, _ range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}
