import SchedulerCivilTime

/// A point in time on the command line, relative to a present and a zone.
///
///     time  = "now" / rfc3339 / ("+" / "-") duration / day [ SP clock ] / clock
///     day   = "today" / "tomorrow" / "yesterday" / weekday / date
///     date  = 4DIGIT "-" 2DIGIT "-" 2DIGIT          ; "T" may replace the space after it
///     clock = 1*2DIGIT ":" 2DIGIT [ ":" 2DIGIT ]    ; 0:00 to 24:00
///
/// A weekday is the next one, today included. A day alone is its midnight, and a clock time alone is today's. Civil
/// times in a gap or a repeated period are resolved as for windows.
public enum TimeExpression {
  /// The reason why a text is not a point in time.
  public struct Problem: Error, Equatable, Sendable {
    /// One line that states what was found and what was expected.
    public let message: String
  }

  /// Parses `text` and returns the instant.
  public static func instant(
    _ text: String, now: Instant, zone: ZoneRules
  ) throws(Problem) -> Instant {
    let trimmed = text.trimmingBlanks
    if trimmed == "now" { return now }
    if let sign = trimmed.first, sign == "+" || sign == "-" { return try offset(trimmed, from: now) }
    if let instant = Instant(rfc3339: trimmed) { return instant }
    let local = try civil(trimmed, today: zone.civil(at: now).date)
    return zone.resolve(local).compatible
  }

  private static func offset(_ text: String, from now: Instant) throws(Problem) -> Instant {
    do throws(TextProblem) {
      let seconds = try DurationText.seconds(Array(text.utf8.dropFirst()))
      return now.adding(seconds: text.hasPrefix("-") ? -seconds : seconds)
    } catch {
      throw Problem(message: "'\(text)' is not a time: \(error.message)")
    }
  }

  private static func civil(_ text: String, today: CivilDate) throws(Problem) -> CivilDateTime {
    var day: Substring = ""
    var clock = text[...]
    if !looksLikeClock(clock) {
      let end = text.firstIndex { $0 == " " } ?? dateSeparator(text) ?? text.endIndex
      day = text[..<end]
      clock = end == text.endIndex ? "" : text[text.index(after: end)...].drop { $0 == " " }
    }
    let date = day.isEmpty ? today : date(day, today: today)
    let time = clock.isEmpty && !day.isEmpty ? TimeOfDay.midnight : self.clock(clock)
    guard let date, let time, let civil = CivilDateTime(date: date, time: time) else {
      if date == nil, let problem = impossibleDate(day, in: text) { throw problem }
      throw Problem(
        message: "'\(text)' is not a time: expected now, 2026-11-23 09:00, 09:00, tomorrow 9:00, +90m or RFC 3339")
    }
    return civil
  }

  /// Returns the problem of a date that does not exist; nil for other texts.
  private static func impossibleDate(_ day: Substring, in text: String) -> Problem? {
    let parts = day.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(isASCIIDigit) }) else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    guard numbers[0] > 0 else { return Problem(message: "'\(text)' is not a time: years go from 0001 to 9999") }
    guard (1...12).contains(numbers[1]) else {
      return Problem(message: "'\(text)' is not a time: months go from 01 to 12")
    }
    let days = CivilDate.daysInMonth(year: numbers[0], month: numbers[1])
    return Problem(message: "'\(text)' is not a time: \(parts[0])-\(parts[1]) has \(days) days")
  }

  private static func looksLikeClock(_ text: Substring) -> Bool {
    text.prefix(3).contains(":") && text.allSatisfy { $0.isNumber || $0 == ":" }
  }

  /// Returns the index of the `T` between a date and a time.
  private static func dateSeparator(_ text: String) -> String.Index? {
    guard text.utf8.count > 10 else { return nil }
    let index = text.utf8.index(text.startIndex, offsetBy: 10)
    return text[index] == "T" || text[index] == "t" ? index : nil
  }

  private static func date(_ text: Substring, today: CivilDate) -> CivilDate? {
    switch text.lowercased() {
    case "today": return today
    case "tomorrow": return today.adding(days: 1)
    case "yesterday": return today.adding(days: -1)
    default: break
    }
    if let date = CivilDate(parsing: String(text)) { return date }
    guard let weekday = WeekdayText.weekday(named: Array(text.utf8)[...]) else { return nil }
    return today.adding(days: today.weekday.days(until: weekday))
  }

  private static func clock(_ text: Substring) -> TimeOfDay? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, (1...2).contains(parts[0].utf8.count) else { return nil }
    guard parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }) else { return nil }
    let numbers = parts.compactMap { part in part.utf8.allSatisfy(isASCIIDigit) ? Int(part) : nil }
    guard numbers.count == parts.count else { return nil }
    return TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmingBlanks: String {
    var rest = self[...]
    while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return String(rest)
  }
}
