extension POSIXRule {
  /// Parses a whole rule.
  ///
  /// ```abnf
  /// rule   = name offset [ name [ offset ] [ "," moment "," moment ] ]
  /// ```
  ///
  /// The grammar is that of POSIX.1-2024, section 8.3, with the hours of RFC 9636 (section 3.3.1). Daylight saving time
  /// without an offset is one hour ahead of standard time. Without moments it follows the rule of the United States, as
  /// in glibc and in the code of the tz database.
  init(parsing text: [UInt8]) throws(POSIXRuleError) {
    var parser = POSIXRuleParser(text)
    self = try parser.rule()
  }
}

/// Parses a POSIX rule. Each method parses exactly its grammar.
private struct POSIXRuleParser {
  private var cursor: TextCursor

  init(_ text: [UInt8]) { cursor = TextCursor(text) }

  mutating func rule() throws(POSIXRuleError) -> POSIXRule {
    let name = try name()
    let offset = try offset()
    let standard = LocalTimeType(offset: offset, isDaylight: false, designation: name)
    guard !cursor.isAtEnd else { return POSIXRule(standard: standard, daylight: nil) }
    let daylight = try daylight(standardOffset: offset)
    guard cursor.isAtEnd else { throw error(.trailingText) }
    return POSIXRule(standard: standard, daylight: daylight)
  }

  private mutating func daylight(standardOffset: UTCOffset) throws(POSIXRuleError) -> DaylightRule {
    let name = try name()
    var offset = UTCOffset(seconds: standardOffset.seconds + 3600)
    if let next = cursor.next, next != UInt8(ascii: ",") { offset = try self.offset() }
    let type = LocalTimeType(offset: offset, isDaylight: true, designation: name)
    guard !cursor.isAtEnd else { return .unitedStates(type) }
    let start = try moment()
    return DaylightRule(type: type, start: start, end: try moment())
  }

  /// ```abnf
  /// name   = 3*ALPHA / "<" 3*( ALPHA / DIGIT / "+" / "-" ) ">"
  /// ```
  private mutating func name() throws(POSIXRuleError) -> String {
    let start = cursor.position
    let quoted = cursor.skip(UInt8(ascii: "<"))
    var name: [UInt8] = []
    while let byte = cursor.take(where: { $0.isLetter || quoted && $0.isDesignation }) { name.append(byte) }
    guard !quoted || cursor.skip(UInt8(ascii: ">")) else { throw error(.unclosedName) }
    guard name.count >= 3 else { throw POSIXRuleError(reason: .badName, position: start) }
    return String(decoding: name, as: UTF8.self)
  }

  /// Parses an offset. POSIX counts it west of Greenwich, with the opposite sign of `UTCOffset`.
  ///
  /// ```abnf
  /// offset = [ "+" / "-" ] clock                  ; hours 0 to 24
  /// ```
  private mutating func offset() throws(POSIXRuleError) -> UTCOffset {
    UTCOffset(seconds: -(try signedClock(hours: 24)))
  }

  /// ```abnf
  /// moment = "," day [ "/" [ "+" / "-" ] clock ]  ; hours 0 to 167, default 02:00:00
  /// ```
  private mutating func moment() throws(POSIXRuleError) -> YearlyMoment {
    guard cursor.skip(UInt8(ascii: ",")) else { throw error(.expectedDay) }
    let day = try day()
    guard cursor.skip(UInt8(ascii: "/")) else { return YearlyMoment(day: day, seconds: 7200) }
    return YearlyMoment(day: day, seconds: try signedClock(hours: 167))
  }

  /// ```abnf
  /// day    = "J" 1*3DIGIT                         ; 1 to 365
  ///        / 1*3DIGIT                             ; 0 to 365
  ///        / "M" 1*2DIGIT "." DIGIT "." DIGIT     ; 1 to 12, 1 to 5, 0 to 6
  /// ```
  private mutating func day() throws(POSIXRuleError) -> YearlyDay {
    if cursor.skip(UInt8(ascii: "J")) { return .withoutLeapDay(try number(1...365, digits: 3, reason: .badDay)) }
    guard cursor.skip(UInt8(ascii: "M")) else { return .withLeapDay(try number(0...365, digits: 3, reason: .badDay)) }
    let month = try number(1...12, digits: 2, reason: .badDay)
    guard cursor.skip(UInt8(ascii: ".")) else { throw error(.badDay) }
    let week = try number(1...5, digits: 1, reason: .badDay)
    guard cursor.skip(UInt8(ascii: ".")) else { throw error(.badDay) }
    return .weekday(month: month, week: week, weekday: try number(0...6, digits: 1, reason: .badDay))
  }

  /// ```abnf
  /// clock  = 1*3DIGIT [ ":" 1*2DIGIT [ ":" 1*2DIGIT ] ]
  /// ```
  private mutating func signedClock(hours limit: Int) throws(POSIXRuleError) -> Int32 {
    let isNegative = cursor.skip(UInt8(ascii: "-"))
    if !isNegative { _ = cursor.skip(UInt8(ascii: "+")) }
    var seconds = try number(0...limit, digits: 3, reason: .badTime) * 3600
    if cursor.skip(UInt8(ascii: ":")) { seconds += try number(0...59, digits: 2, reason: .badTime) * 60 }
    if cursor.skip(UInt8(ascii: ":")) { seconds += try number(0...59, digits: 2, reason: .badTime) }
    return Int32(isNegative ? -seconds : seconds)
  }

  private mutating func number(
    _ range: ClosedRange<Int>, digits: Int, reason: POSIXRuleError.Reason
  ) throws(POSIXRuleError) -> Int {
    let start = cursor.position
    guard let number = cursor.number(ofAtMost: digits), range.contains(number) else {
      throw POSIXRuleError(reason: reason, position: start)
    }
    return number
  }

  private func error(_ reason: POSIXRuleError.Reason) -> POSIXRuleError {
    POSIXRuleError(reason: reason, position: cursor.position)
  }
}

extension DaylightRule {
  /// Returns the rule from the second Sunday of March to the first Sunday of November, each at 02:00.
  fileprivate static func unitedStates(_ type: LocalTimeType) -> DaylightRule {
    DaylightRule(
      type: type,
      start: YearlyMoment(day: .weekday(month: 3, week: 2, weekday: 0), seconds: 7200),
      end: YearlyMoment(day: .weekday(month: 11, week: 1, weekday: 0), seconds: 7200))
  }
}

extension UInt8 {
  /// Whether a quoted name may contain this byte.
  fileprivate var isDesignation: Bool { isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }
}
