import SchedulerCivilTime

/// A time with an optional weekday: `09:00`, `mon 09:00`, `fri 24:00`.
struct WeekdayTime: Hashable {
  var weekday: Weekday?
  var time: TimeOfDay
}

/// Wall-clock times as written in the configuration.
///
///     time = 1*2DIGIT ":" 2DIGIT [ ":" 2DIGIT ]    ; 0:00:00 to 24:00:00
enum TimeText {
  /// Parses the time at the scanner's position.
  static func time(_ scanner: inout TextScanner) throws(TextProblem) -> TimeOfDay {
    let start = scanner
    if let time = wellFormedTime(&scanner) { return time }
    scanner = start
    return try explainedTime(&scanner)
  }

  /// Parses a well-formed time. Returns nil, with the scanner at any position, if it is not.
  private static func wellFormedTime(_ scanner: inout TextScanner) -> TimeOfDay? {
    guard let hour = hour(&scanner), scanner.take(":"), let minute = twoDigits(&scanner) else { return nil }
    var second = 0
    if scanner.take(":") {
      guard let digits = twoDigits(&scanner) else { return nil }
      second = digits
    }
    guard scanner.peek.map({ !isASCIIDigit($0) && $0 != UInt8(ascii: ":") }) ?? true else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  private static func hour(_ scanner: inout TextScanner) -> Int? {
    guard let first = scanner.takeDigit() else { return nil }
    guard let second = scanner.takeDigit() else { return first }
    return first * 10 + second
  }

  private static func twoDigits(_ scanner: inout TextScanner) -> Int? {
    guard let tens = scanner.takeDigit(), let ones = scanner.takeDigit() else { return nil }
    return tens * 10 + ones
  }

  /// Parses a time and throws the reason if it is malformed.
  private static func explainedTime(_ scanner: inout TextScanner) throws(TextProblem) -> TimeOfDay {
    let range = scanner.take { isASCIIDigit($0) || $0 == UInt8(ascii: ":") }
    guard !range.isEmpty else {
      let rest = scanner.restOfWord
      let found = rest.isEmpty ? "the end" : "'\(scanner.text(rest))'"
      throw problem(rest, message: "expected a time such as 09:00, found \(found)")
    }
    let text = scanner.text(range)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else {
      if let slip = slip(scanner) {
        let word = range.lowerBound..<slip.upperBound
        throw problem(word, message: "'\(scanner.text(word))' is not a time")
      }
      throw problem(range, message: "'\(text)' is not a time", help: hint(text).map { ["write it as \"\($0)\""] } ?? [])
    }
    guard (1...2).contains(parts[0].utf8.count), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }) else {
      throw problem(range, message: "minutes and seconds have two digits, hours at most two", help: paddingHelp(parts))
    }
    let numbers = parts.compactMap { Int($0) }
    guard let time = TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0) else {
      throw problem(range, message: "there is no time '\(text)': it must be from 00:00 to 24:00")
    }
    return time
  }

  /// Returns the text after the hour up to a blank or a hyphen, if the colon follows other characters: `x:00` of
  /// `1x:00`.
  private static func slip(_ scanner: TextScanner) -> Range<Int>? {
    let rest = scanner.restOfWord
    let end = rest.first { scanner.bytes[$0] == UInt8(ascii: "-") } ?? rest.upperBound
    let slip = rest.lowerBound..<end
    return slip.contains { scanner.bytes[$0] == UInt8(ascii: ":") } ? slip : nil
  }

  /// Parses a whole string such as `09:00` or `mon 09:00`: `start`, `end`.
  static func weekdayTime(_ bytes: [UInt8]) throws(TextProblem) -> WeekdayTime {
    do throws(TextProblem) {
      return try strictWeekdayTime(TextScanner(bytes))
    } catch {
      throw WindowCorrection.explainedTime(error, in: bytes)
    }
  }

  private static func strictWeekdayTime(_ text: TextScanner) throws(TextProblem) -> WeekdayTime {
    var scanner = text
    var weekday: Weekday?
    if let first = scanner.peek, isASCIILetter(first) {
      weekday = try WeekdayText.weekday(&scanner)
      scanner.skipBlanks()
    }
    let time = try time(&scanner)
    guard scanner.isAtEnd else {
      throw problem(
        scanner.position..<text.bytes.count,
        message: "unexpected '\(scanner.text(scanner.position..<text.bytes.count))' after a time")
    }
    return WeekdayTime(weekday: weekday, time: time)
  }

  private static func problem(_ range: Range<Int>, message: String, help: [String] = []) -> TextProblem {
    TextProblem(code: .invalidTime, range: range, message: message, help: help)
  }

  /// Returns the time that some digits without a colon may stand for: `9` is 09:00, `930` is 09:30.
  private static func hint(_ digits: String) -> String? {
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy(isASCIIDigit) else { return nil }
    let padded = digits.utf8.count <= 2 ? digits + "00" : digits
    let text = "\(pad(padded.dropLast(2))):\(padded.suffix(2))"
    return TimeOfDay(parsing: text) == nil ? nil : text
  }

  private static func paddingHelp(_ parts: [Substring]) -> [String] {
    guard parts.allSatisfy({ (1...2).contains($0.utf8.count) }) else { return [] }
    return ["write it as \"\(parts.map(pad).joined(separator: ":"))\""]
  }

  private static func pad(_ part: Substring) -> String { part.utf8.count == 1 ? "0" + part : String(part) }
}
