import SchedulerTOML

extension Value {
  /// The text of a scalar in its TOML form; empty for arrays and tables.
  var canonicalText: String {
    switch kind {
    case .string: string ?? ""
    case .integer: integer.map { "\($0)" } ?? ""
    case .float: float.map { "\($0)" } ?? ""
    case .boolean: boolean.map { "\($0)" } ?? ""
    case .offsetDateTime: offsetDateTime.map(\.text) ?? ""
    case .localDateTime: localDateTime.map(\.text) ?? ""
    case .localDate: localDate.map(\.text) ?? ""
    case .localTime: localTime.map(\.text) ?? ""
    case .array, .table: ""
    }
  }
}

extension LocalDate {
  fileprivate var text: String { "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))" }
}

extension LocalTime {
  /// Hours to seconds, with the fraction without trailing zeros.
  fileprivate var text: String {
    let whole = "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))"
    guard nanosecond != 0 else { return whole }
    var fraction = digits(nanosecond, 9)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return whole + "." + fraction
  }
}

extension LocalDateTime {
  fileprivate var text: String { "\(date.text)T\(time.text)" }
}

extension OffsetDateTime {
  fileprivate var text: String {
    if isUTCDesignator { return local.text + "Z" }
    let minutes = abs(offsetMinutes)
    return "\(local.text)\(offsetMinutes < 0 ? "-" : "+")\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2))"
  }
}

/// A number with leading zeros.
private func digits(_ number: Int, _ count: Int) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
