import SchedulerCivilTime
import SchedulerDiagnostics

/// The short form of a window: `mon-fri 09:00-12:30`, `22:00-06:00`, `mon 09:00 - fri 17:00`.
///
///     window = [ days 1*SP ] time *SP "-" *SP time
///            / weekday 1*SP time *SP "-" *SP weekday 1*SP time
struct WindowText: Equatable {
  /// The days on which the window starts; nil if the text names none (daily), or if start and end name weekdays.
  var days: WeekdaySet?
  var start: WeekdayTime
  var end: WeekdayTime
  /// The bytes of the start and of the end.
  var startRange: Range<Int>
  var endRange: Range<Int>

  /// Parses a whole string.
  init(parsing bytes: [UInt8]) throws(TextProblem) {
    var scanner = TextScanner(bytes)
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { throw Self.problem(0..<bytes.count, message: "a window is empty") }
    var firstDay = 0..<0
    if let first = scanner.peek, !isASCIIDigit(first) {
      let begin = scanner.position
      days = try WeekdayText.days(&scanner)
      firstDay = begin..<scanner.position
      try Self.requireBlank(&scanner, after: firstDay)
    }
    (start, startRange) = try Self.end(&scanner)
    try Self.requireHyphen(&scanner)
    (end, endRange) = try Self.end(&scanner)
    scanner.skipBlanks()
    guard scanner.isAtEnd else {
      let rest = scanner.position..<bytes.count
      let isTwelveHour = ["am", "pm", "a.m.", "p.m."].contains(scanner.text(rest).lowercased())
      throw Self.problem(
        rest, message: "unexpected '\(scanner.text(rest))' after the end of a window",
        help: isTwelveHour ? ["times are on the 24-hour clock: 5:30 pm is 17:30"] : [])
    }
    if end.weekday != nil { try qualifyStart(firstDay, in: scanner) }
  }

  /// Moves the only day of the text to the start if the end names a weekday as well.
  private mutating func qualifyStart(_ range: Range<Int>, in scanner: TextScanner) throws(TextProblem) {
    guard let days, let day = Weekday.allCases.first(where: { WeekdaySet($0) == days }) else {
      let found = days == nil ? "none" : "'\(scanner.text(range))'"
      throw Self.problem(
        days == nil ? startRange : range,
        message: "a window that ends on a weekday starts on one weekday, found \(found)",
        help: ["write both, as in \"mon 09:00 - fri 17:00\""])
    }
    start.weekday = day
    startRange = range.lowerBound..<startRange.upperBound
    self.days = nil
  }

  /// Parses a time with an optional weekday, and returns its bytes as well.
  private static func end(_ scanner: inout TextScanner) throws(TextProblem) -> (WeekdayTime, Range<Int>) {
    let begin = scanner.position
    var weekday: Weekday?
    if scanner.isLetter(at: begin) {
      weekday = try WeekdayText.weekday(&scanner)
      try requireBlank(&scanner, after: begin..<scanner.position)
    }
    let time = try TimeText.time(&scanner)
    return (WeekdayTime(weekday: weekday, time: time), begin..<scanner.position)
  }

  private static func requireBlank(_ scanner: inout TextScanner, after range: Range<Int>) throws(TextProblem) {
    let before = scanner.position
    scanner.skipBlanks()
    if scanner.isAtEnd {
      throw problem(
        range, message: "'\(scanner.text(range))' has no times",
        help: ["add them, as in \"\(scanner.text(range)) 09:00-17:00\""]
      )
    }
    if scanner.position == before {
      throw problem(
        scanner.restOfWord,
        message: "expected a space and a time after the days, found '\(scanner.text(scanner.restOfWord))'")
    }
  }

  private static func requireHyphen(_ scanner: inout TextScanner) throws(TextProblem) {
    scanner.skipBlanks()
    if scanner.take("-") {
      scanner.skipBlanks()
      return
    }
    let rest = scanner.restOfWord
    guard !scanner.isAtEnd else {
      throw problem(rest, message: "a window has no end", help: ["add it, as in \"09:00-17:00\""])
    }
    let dash = scanner.text(rest).unicodeScalars.first.map { ["–", "—", "−", "‐"].contains($0) } ?? false
    throw problem(
      rest, message: "expected '-' between the start and the end, found '\(scanner.text(rest))'",
      help: dash ? ["use a plain hyphen, as in \"09:00-17:00\""] : [])
  }

  private static func problem(_ range: Range<Int>, message: String, help: [String] = []) -> TextProblem {
    TextProblem(code: .invalidWindow, range: range, message: message, help: help)
  }
}
