/// Parses dates and times. The whole range must be one.
struct DateTimeReader {
  private let bytes: ByteView
  private let end: Int
  private var position: Int

  init(_ bytes: ByteView, range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// A parsed date or time of one of the four kinds.
  enum DateTime: Equatable {
    case offsetDateTime(OffsetDateTime)
    case localDateTime(LocalDateTime)
    case localDate(LocalDate)
    case localTime(LocalTime)

    var kind: Value.Kind {
      switch self {
      case .offsetDateTime: .offsetDateTime
      case .localDateTime: .localDateTime
      case .localDate: .localDate
      case .localTime: .localTime
      }
    }
  }

  /// Whether `range` starts like a date or a time: digits followed by `-`, `:`, or two `/`.
  static func isMeant(_ bytes: ByteView, range: Range<Int>) -> Bool {
    var cursor = range.lowerBound
    while cursor < range.upperBound, bytes[cursor].isDigit { cursor += 1 }
    guard cursor > range.lowerBound, cursor < range.upperBound else { return false }
    switch bytes[cursor] {
    case .hyphen, .colon: return true
    case .slash: return (cursor + 1..<range.upperBound).contains { bytes[$0] == .slash }
    default: return false
    }
  }

  /// ```abnf
  /// date-time      = offset-date-time / local-date-time / local-date / local-time
  /// offset-date-time = full-date time-delim full-time
  /// local-date-time = full-date time-delim partial-time
  /// ```
  mutating func read() throws(DateTimeProblem) -> DateTime {
    if isTime {
      let time = try partialTime()
      guard position == end else {
        let isOffset = [UInt8(ascii: "Z"), UInt8(ascii: "z"), .plus, .hyphen].contains(bytes[position])
        throw DateTimeProblem(
          reason: isOffset ? .offsetWithoutDate : .form(expected: "the end of the time"), range: position..<end)
      }
      return .localTime(time)
    }
    let date = try fullDate()
    guard position < end else { return .localDate(date) }
    guard [UInt8(ascii: "T"), UInt8(ascii: "t"), .space].contains(bytes[position]) else {
      throw unexpected("'T' or the end of the date")
    }
    position += 1
    let local = LocalDateTime(date: date, time: try partialTime())
    guard position < end else { return .localDateTime(local) }
    return .offsetDateTime(try offset(of: local))
  }

  /// Whether a colon comes before any other separator.
  private var isTime: Bool {
    var cursor = position
    while cursor < end, bytes[cursor].isDigit { cursor += 1 }
    return cursor < end && bytes[cursor] == .colon
  }

  /// ```abnf
  /// full-date      = date-fullyear "-" date-month "-" date-mday
  /// date-fullyear  = 4DIGIT
  /// date-month     = 2DIGIT  ; 01-12
  /// date-mday      = 2DIGIT  ; 01-28, 01-29, 01-30, 01-31 based on month/year
  /// ```
  private mutating func fullDate() throws(DateTimeProblem) -> LocalDate {
    let year = try number(.year, allowed: 0...9999)
    try expect(.hyphen, name: "'-'")
    let month = try number(.month, allowed: 1...12)
    try expect(.hyphen, name: "'-'")
    let start = position
    let day = try number(.day, allowed: 1...31)
    let last = LocalDate.dayCount(year: year, month: month)
    guard day <= last else {
      throw DateTimeProblem(reason: .noSuchDay(year: year, month: month, last: last), range: start..<position)
    }
    return LocalDate(year: year, month: month, day: day)
  }

  /// ```abnf
  /// partial-time   = time-hour ":" time-minute [ ":" time-second [ time-secfrac ] ]
  /// time-secfrac   = "." 1*DIGIT
  /// ```
  /// RFC 3339 allows second 60 for leap seconds. The parser cannot know whether a leap second took place and rejects
  /// it.
  private mutating func partialTime() throws(DateTimeProblem) -> LocalTime {
    let hour = try number(.hour, allowed: 0...23)
    try expect(.colon, name: "':'")
    let minute = try number(.minute, allowed: 0...59)
    guard position < end, bytes[position] == .colon else {
      return LocalTime(hour: hour, minute: minute, second: 0, nanosecond: 0)
    }
    position += 1
    let second = try number(.second, allowed: 0...59)
    return LocalTime(hour: hour, minute: minute, second: second, nanosecond: try fraction())
  }

  /// Parses the fraction of a second and returns nanoseconds. Further digits are truncated.
  private mutating func fraction() throws(DateTimeProblem) -> Int {
    guard position < end, bytes[position] == .dot else { return 0 }
    position += 1
    guard position < end, bytes[position].isDigit else { throw unexpected("a digit") }
    var nanosecond = 0
    var unit = 100_000_000
    while position < end, bytes[position].isDigit {
      nanosecond += Int(bytes[position] - .zero) * unit
      unit /= 10
      position += 1
    }
    return nanosecond
  }

  /// ```abnf
  /// time-offset    = "Z" / time-numoffset
  /// time-numoffset = ( "+" / "-" ) time-hour ":" time-minute
  /// ```
  private mutating func offset(of local: LocalDateTime) throws(DateTimeProblem) -> OffsetDateTime {
    let designator = bytes[position]
    var minutes = 0
    switch designator {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): position += 1
    case .plus, .hyphen:
      position += 1
      let hours = try number(.offsetHour, allowed: 0...23)
      try expect(.colon, name: "':'")
      minutes = hours * 60 + (try number(.offsetMinute, allowed: 0...59))
      if designator == .hyphen { minutes = -minutes }
    default: throw unexpected("'Z', '+', '-' or the end of the time")
    }
    guard position == end else { throw unexpected("the end of the time") }
    return OffsetDateTime(local: local, offsetMinutes: minutes, isUTCDesignator: designator.isLetter)
  }

  /// Parses a number of exactly four digits for the year and two for any other field.
  private mutating func number(_ field: DateTimeProblem.Field, allowed: ClosedRange<Int>) throws(DateTimeProblem)
    -> Int
  {
    let start = position
    var value = 0
    while position < end, bytes[position].isDigit {
      // Longer numbers are rejected below. The limit avoids overflow.
      value = min(value * 10 + Int(bytes[position] - .zero), 1_000_000)
      position += 1
    }
    guard position - start == (field == .year ? 4 : 2) else {
      throw DateTimeProblem(reason: .digits(field), range: start..<position)
    }
    guard allowed.contains(value) else {
      throw DateTimeProblem(reason: .outOfRange(field, allowed), range: start..<position)
    }
    return value
  }

  private mutating func expect(_ byte: UInt8, name: String) throws(DateTimeProblem) {
    guard position < end, bytes[position] == byte else { throw unexpected(name) }
    position += 1
  }

  private func unexpected(_ expected: String) -> DateTimeProblem {
    DateTimeProblem(reason: .form(expected: expected), range: position..<end)
  }
}
