import Diagnostics

extension DateTimeProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    let quotation = text.quotation(whole)
    let quoted = "put text in quotes: \(text.assignment(key, text.quoted(whole)))"
    switch reason {
    case .digits(let field):
      let count = field == .year ? 4 : 2
      return Diagnostic(
        .error, .malformedDateTime, "expected \(count) digits for the \(field.noun) in '\(quotation)'",
        at: text.label(range), help: [Self.forms, quoted])
    case .form(let expected):
      return Diagnostic(
        .error, .malformedDateTime, "'\(quotation)' is not a date or time",
        at: text.label(range, "expected \(expected)"),
        help: [Self.forms, quoted])
    case .outOfRange(let field, let allowed): return outOfRange(field, allowed, in: text)
    case .noSuchDay(let year, let month, let last):
      return Diagnostic(
        .error, .impossibleDate, "there is no such day: \(Self.months[month - 1]) \(year) ends on the \(last)th",
        at: text.label(range))
    case .offsetWithoutDate:
      return Diagnostic(
        .error, .malformedDateTime, "a time without a date cannot have an offset", at: text.label(range),
        help: ["leave it out, or write the date in front: 2026-11-23T\(quotation)", quoted])
    }
  }

  private func outOfRange(_ field: Field, _ allowed: ClosedRange<Int>, in text: Excerpts) -> Diagnostic {
    let code: DiagnosticCode =
      switch field {
      case .year, .month, .day: .impossibleDate
      case .hour, .minute, .second: .impossibleTime
      case .offsetHour, .offsetMinute: .impossibleOffset
      }
    var help: [String] = []
    let found = text.quotation(range)
    if field == .hour, found == "24" { help = ["midnight is 00:00:00"] }
    if field == .second, found == "60" { help = ["leap seconds cannot be written; use second 59"] }
    return Diagnostic(
      .error, code, "there is no \(field.noun) \(found), expected \(allowed.lowerBound) to \(allowed.upperBound)",
      at: text.label(range), help: help)
  }

  private static let forms =
    "dates and times are written 2026-11-23, 09:00:00, 2026-11-23T09:00:00, 2026-11-23T09:00:00Z"
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}

extension DateTimeProblem.Field {
  fileprivate var noun: String {
    switch self {
    case .offsetHour: "hour of the offset"
    case .offsetMinute: "minute of the offset"
    default: rawValue
    }
  }
}
