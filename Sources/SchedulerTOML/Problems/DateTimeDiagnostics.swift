import SchedulerDiagnostics

extension DateTimeProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    let quotation = text.quotation(whole)
    switch reason {
    case .digits(let field):
      let count = field == .year ? 4 : 2
      return Diagnostic(
        .error, .malformedDateTime, "expected \(count) digits for the \(field.noun) in '\(quotation)'",
        at: text.label(range), help: correction(in: text))
    case .form(let expected):
      return Diagnostic(
        .error, .malformedDateTime, "'\(quotation)' is not a date or time",
        at: text.label(range, "expected \(expected)"), help: correction(in: text))
    case .outOfRange(let field, let allowed): return outOfRange(field, allowed, in: text)
    case .noSuchDay(let year, let month, let last):
      return Diagnostic(
        .error, .impossibleDate, "there is no such day: \(Self.months[month - 1]) \(year) ends on the \(last)th",
        at: text.label(range))
    case .offsetWithoutDate:
      return Diagnostic(
        .error, .malformedDateTime, "a time without a date cannot have an offset", at: text.label(range),
        help: ["leave it out, or write the date in front: 2026-11-23T\(quotation)", textHelp(in: text)])
    }
  }

  /// The right form where it can be told; otherwise all forms, and how to write text.
  private func correction(in text: Excerpts) -> [String] {
    if let corrected = DateTimeCorrection.correct(text.quotation(whole)) {
      return ["write \(text.assignment(key, corrected))"]
    }
    return [Self.forms, textHelp(in: text)]
  }

  private func textHelp(in text: Excerpts) -> String {
    "put text in quotes: \(text.assignment(key, text.quoted(whole)))"
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
    case .offsetHour: "offset hour"
    case .offsetMinute: "offset minute"
    default: rawValue
    }
  }
}
