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
  fileprivate var text: String {
    "\(digits(of: year, count: 4))-\(digits(of: month, count: 2))-\(digits(of: day, count: 2))"
  }
}

extension LocalTime {
  /// The time from hours to seconds. The fraction has no trailing zeros.
  fileprivate var text: String {
    let whole = "\(digits(of: hour, count: 2)):\(digits(of: minute, count: 2)):\(digits(of: second, count: 2))"
    guard nanosecond != 0 else { return whole }
    var fraction = digits(of: nanosecond, count: 9)
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
    return
      "\(local.text)\(offsetMinutes < 0 ? "-" : "+")\(digits(of: minutes / 60, count: 2)):\(digits(of: minutes % 60, count: 2))"
  }
}

/// Returns a number with leading zeros.
private func digits(of number: Int, count: Int) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
