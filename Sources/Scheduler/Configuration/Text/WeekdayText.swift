import CivilTime
import Diagnostics

/// Weekdays as the configuration writes them, in any case.
///
///     days     = "daily" / "weekdays" / "weekends" / day-item *( "," day-item )
///     day-item = weekday [ "-" weekday ]           ; a range may wrap: fri-mon
///     weekday  = "mon" / "monday" / "tue" / …
enum WeekdayText {
  private static let names = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Array($0.utf8) }

  private static let shortNames = names.map { packed($0.prefix(3)) }

  private static let groups: [(name: [UInt8], days: WeekdaySet)] = [
    (Array("daily".utf8), .daily), (Array("weekdays".utf8), .weekdays), (Array("weekends".utf8), .weekends),
  ]

  /// A single weekday.
  static func weekday(_ scanner: inout TextScanner) throws(TextProblem) -> Weekday {
    let range = scanner.take(while: isASCIILetter)
    guard !range.isEmpty else { throw unknown(scanner.restOfWord, in: scanner) }
    guard let weekday = weekday(named: scanner.bytes[range]) else { throw unknown(range, in: scanner) }
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
    let word = ahead.bytes[ahead.take(while: isASCIILetter)]
    guard let group = groups.first(where: { matches(word, $0.name) }) else { return nil }
    scanner = ahead
    return group.days
  }

  /// The weekday of a name, whole or its first three letters, in any case.
  static func weekday(named word: ArraySlice<UInt8>) -> Weekday? {
    guard word.count >= 3, let index = shortNames.firstIndex(of: packed(word.prefix(3))) else { return nil }
    guard word.count == 3 || matches(word, names[index]) else { return nil }
    return Weekday(rawValue: Int8(index + 1))
  }

  /// The letters of a short word in lower case, as one number.
  private static func packed(_ word: ArraySlice<UInt8>) -> UInt32 { word.reduce(0) { $0 << 8 | UInt32($1 | 0x20) } }

  /// Whether a word is a name, which is in lower case, but for the case of its letters.
  private static func matches(_ word: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    word.count == name.count && zip(word, name).allSatisfy { $0 | 0x20 == $1 }
  }

  private static func unknown(_ range: Range<Int>, in scanner: TextScanner) -> TextProblem {
    let found = range.isEmpty ? "the end" : "'\(scanner.text(range))'"
    let candidates = (names.map { $0.prefix(3) } + names.map { $0[...] } + groups.map { $0.name[...] }).map {
      String(decoding: $0, as: UTF8.self)
    }
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
