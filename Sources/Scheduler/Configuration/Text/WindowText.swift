import SchedulerCivilTime
import SchedulerDiagnostics

/// A range of a window string: `mon-fri 09:00-12:30, 14:00-17:00` has two, and each is a window.
///
///     window = [ days 1*SP ] range *( *SP "," *SP range )
///            / weekday 1*SP time *SP "-" *SP weekday 1*SP time
///     range  = time *SP "-" *SP time
struct WindowText: Equatable {
  /// The days on which the window starts; nil if the text names none (daily), or if start and end name weekdays.
  var days: WeekdaySet?
  var start: WeekdayTime
  var end: WeekdayTime
  /// The bytes of the start and of the end.
  var startRange: Range<Int>
  var endRange: Range<Int>

  /// The bytes from the start to the end.
  var range: Range<Int> { startRange.lowerBound..<endRange.upperBound }

  /// Parses a whole string. Returns at least one window.
  static func windows(parsing bytes: [UInt8]) throws(TextProblem) -> [WindowText] {
    do throws(TextProblem) {
      return try ranges(TextScanner(bytes))
    } catch {
      throw WindowCorrection.explained(error, in: bytes)
    }
  }

  /// Returns an upper bound of the number of ranges in a string, without parsing it.
  static func mostRanges(in bytes: some Sequence<UInt8>) -> Int {
    1 + bytes.lazy.drop { !isASCIIDigit($0) }.count { $0 == UInt8(ascii: ",") }
  }

  /// Parses the days and the ranges after them.
  static func ranges(_ text: TextScanner) throws(TextProblem) -> [WindowText] {
    var scanner = text
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { throw problem(0..<scanner.bytes.count, message: "a window is empty") }
    var days: WeekdaySet?
    let begin = scanner.position
    if !isASCIIDigit(scanner.bytes[begin]) { days = try WeekdayText.days(&scanner) }
    let dayRange = begin..<scanner.position
    if days != nil { try requireBlank(&scanner, after: dayRange) }
    var windows = [try WindowText(&scanner, on: days)]
    scanner.skipBlanks()
    while scanner.take(",") {
      scanner.skipBlanks()
      if scanner.isLetter(at: scanner.position) { throw WindowCorrection.daysTwice(scanner) }
      windows.append(try WindowText(&scanner, on: days))
      scanner.skipBlanks()
    }
    guard scanner.isAtEnd else { throw WindowCorrection.trailing(scanner) }
    guard windows.contains(where: { $0.end.weekday != nil }) else { return windows }
    guard windows.count == 1 else { throw WindowCorrection.weekdayEnd(of: windows, days: dayRange, in: scanner) }
    try windows[0].qualifyStart(dayRange, in: scanner)
    return windows
  }

  /// Parses one range.
  private init(_ scanner: inout TextScanner, on days: WeekdaySet?) throws(TextProblem) {
    self.days = days
    (start, startRange) = try Self.end(&scanner)
    try Self.requireHyphen(&scanner)
    (end, endRange) = try Self.end(&scanner)
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
    throw problem(rest, message: "expected '-' between the start and the end, found '\(scanner.text(rest))'")
  }

  private static func problem(_ range: Range<Int>, message: String, help: [String] = []) -> TextProblem {
    TextProblem(code: .invalidWindow, range: range, message: message, help: help)
  }
}

/// Weekdays as written in the configuration, in any case.
///
///     days     = "daily" / "weekdays" / "weekends" / day-item *( "," *SP day-item )
///     day-item = weekday [ "-" weekday ]           ; a range may wrap: fri-mon
///     weekday  = "mon" / "monday" / "tue" / …
enum WeekdayText {
  private static let names: [StaticString] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Words for several days, each with the equivalent list.
  static let groups: [(name: StaticString, list: StaticString, days: WeekdaySet)] = [
    ("daily", "mon-sun", .daily), ("weekdays", "mon-fri", .weekdays), ("weekends", "sat,sun", .weekends),
  ]

  /// Parses a single weekday.
  static func weekday(_ scanner: inout TextScanner) throws(TextProblem) -> Weekday {
    let range = scanner.take(while: isASCIILetter)
    guard !range.isEmpty else { throw unknown(scanner.restOfWord, in: scanner) }
    guard let weekday = weekday(named: scanner.bytes[range]) else { throw unknown(range, in: scanner) }
    return weekday
  }

  /// Parses a list of weekdays and ranges, up to the first byte that does not belong to it.
  static func days(_ scanner: inout TextScanner) throws(TextProblem) -> WeekdaySet {
    if let group = try group(&scanner) { return group }
    var days = try item(&scanner)
    while scanner.take(",") {
      scanner.skipBlanks()
      days.formUnion(try item(&scanner))
    }
    return days
  }

  /// Parses a weekday or a range.
  private static func item(_ scanner: inout TextScanner) throws(TextProblem) -> WeekdaySet {
    try rejectGroup(at: scanner)
    let first = try weekday(&scanner)
    guard scanner.peek == UInt8(ascii: "-"), scanner.isLetter(at: scanner.position + 1) else {
      return WeekdaySet(first)
    }
    _ = scanner.take("-")
    try rejectGroup(at: scanner)
    return .range(from: first, to: try weekday(&scanner))
  }

  /// Parses a whole string of days.
  static func days(_ bytes: [UInt8]) throws(TextProblem) -> WeekdaySet {
    var scanner = TextScanner(bytes)
    let days = try days(&scanner)
    guard scanner.isAtEnd else { throw unknown(scanner.position..<bytes.count, in: scanner) }
    return days
  }

  /// Parses a word for several days, which must stand alone.
  private static func group(_ scanner: inout TextScanner) throws(TextProblem) -> WeekdaySet? {
    var ahead = scanner
    guard let (index, _) = takeGroup(&ahead) else { return nil }
    if let next = ahead.peek, next == UInt8(ascii: ",") || next == UInt8(ascii: "-") { try rejectGroup(at: scanner) }
    scanner = ahead
    return groups[index].days
  }

  private static func takeGroup(_ scanner: inout TextScanner) -> (index: Int, range: Range<Int>)? {
    let range = scanner.take(while: isASCIILetter)
    let word = scanner.bytes[range]
    return groups.firstIndex { matches(word, name: $0.name) }.map { ($0, range) }
  }

  /// Throws if a word for several days stands in a list or a range.
  private static func rejectGroup(at scanner: TextScanner) throws(TextProblem) {
    var ahead = scanner
    guard let (index, range) = takeGroup(&ahead) else { return }
    throw TextProblem(
      code: .unknownWeekday, range: range, message: "'\(groups[index].name)' stands alone, without other days",
      help: ["write '\(groups[index].list)' in its place"])
  }

  /// Returns the weekday with a name, in full or its first three letters, in any case.
  static func weekday(named word: ArraySlice<UInt8>) -> Weekday? {
    let index = names.firstIndex { name in
      word.count == 3
        ? matches(word, name: UnsafeBufferPointer(start: name.utf8Start, count: 3)) : matches(word, name: name)
    }
    return index.flatMap { Weekday(rawValue: Int8($0 + 1)) }
  }

  /// Whether a word equals a lower-case name, ignoring the case of letters.
  private static func matches(_ word: ArraySlice<UInt8>, name: StaticString) -> Bool {
    name.withUTF8Buffer { matches(word, name: $0) }
  }

  private static func matches(_ word: ArraySlice<UInt8>, name: UnsafeBufferPointer<UInt8>) -> Bool {
    word.count == name.count && name.indices.allSatisfy { word[word.startIndex + $0] | 0x20 == name[$0] }
  }

  private static func unknown(_ range: Range<Int>, in scanner: TextScanner) -> TextProblem {
    let found = range.isEmpty ? "the end" : "'\(scanner.text(range))'"
    let names = names.map { "\($0)" }
    let candidates = names.map { String($0.prefix(3)) } + names + groups.map { "\($0.name)" }
    return TextProblem(
      code: .unknownWeekday, range: range, message: "expected a day of the week, found \(found)",
      help: NearestName.help(
        for: scanner.text(range).lowercased(), among: candidates,
        otherwise: "days are mon, tue, wed, thu, fri, sat, sun, ranges such as mon-fri, daily, weekdays or weekends"))
  }
}

extension TextScanner {
  /// Whether there is a letter at a position.
  func isLetter(at position: Int) -> Bool { position < bytes.count && isASCIILetter(bytes[position]) }
}
