import CivilTime
import Diagnostics

/// Weekdays as the configuration writes them, in any case.
///
///     days     = "daily" / "weekdays" / "weekends" / day-item *( "," day-item )
///     day-item = weekday [ "-" weekday ]           ; a range may wrap: fri-mon
///     weekday  = "mon" / "monday" / "tue" / …
enum WeekdayText {
  private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// A single weekday.
  static func weekday(_ scanner: inout TextScanner) throws(TextProblem) -> Weekday {
    let range = scanner.take(while: isASCIILetter)
    guard !range.isEmpty else { throw unknown(scanner.restOfWord, in: scanner) }
    guard let weekday = weekday(named: scanner.text(range)) else { throw unknown(range, in: scanner) }
    return weekday
  }

  /// A list of weekdays and ranges of them, up to the first byte that belongs to none.
  static func days(_ scanner: inout TextScanner) throws(TextProblem) -> WeekdaySet {
    if let group = group(&scanner) { return group }
    var days: WeekdaySet = []
    repeat {
      let first = try weekday(&scanner)
      if let next = scanner.peek, next == UInt8(ascii: "-"), scanner.isLetter(at: scanner.position + 1) {
        _ = scanner.take("-")
        days.formUnion(.range(first, try weekday(&scanner)))
      } else {
        days.insert(WeekdaySet(first))
      }
    } while scanner.take(",")
    return days
  }

  /// `days` alone in a string.
  static func days(_ bytes: [UInt8]) throws(TextProblem) -> WeekdaySet {
    var scanner = TextScanner(bytes)
    let days = try days(&scanner)
    guard scanner.isAtEnd else { throw unknown(scanner.position..<bytes.count, in: scanner) }
    return days
  }

  private static func group(_ scanner: inout TextScanner) -> WeekdaySet? {
    var ahead = scanner
    let group: WeekdaySet
    switch ahead.text(ahead.take(while: isASCIILetter)).lowercased() {
    case "daily": group = .daily
    case "weekdays": group = .weekdays
    case "weekends": group = .weekends
    default: return nil
    }
    scanner = ahead
    return group
  }

  static func weekday(named text: String) -> Weekday? {
    let name = text.lowercased()
    guard let index = names.firstIndex(where: { $0 == name || $0.prefix(3) == name }) else { return nil }
    return Weekday.allCases[index]
  }

  private static func unknown(_ range: Range<Int>, in scanner: TextScanner) -> TextProblem {
    let found = range.isEmpty ? "the end" : "'\(scanner.text(range))'"
    let candidates = names.map { String($0.prefix(3)) } + names + ["daily", "weekdays", "weekends"]
    let nearest = NearestName.nearest(to: scanner.text(range).lowercased(), among: candidates)
    let help =
      nearest.map { "did you mean '\($0)'?" }
      ?? "days are mon, tue, wed, thu, fri, sat, sun, ranges such as mon-fri, daily, weekdays or weekends"
    return TextProblem(
      code: .unknownWeekday, range: range, message: "expected a day of the week, found \(found)", help: [help])
  }
}

extension TextScanner {
  /// Whether there is a letter at a position.
  func isLetter(at position: Int) -> Bool { position < bytes.count && isASCIILetter(bytes[position]) }
}
