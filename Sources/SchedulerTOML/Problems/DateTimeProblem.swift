import SchedulerDiagnostics

/// A mistake in a date or a time.
struct DateTimeProblem: Error, Problem {
  /// A number in a date or a time.
  enum Field: String { case year, month, day, hour, minute, second, offsetHour, offsetMinute }

  /// The rule that is broken.
  enum Reason {
    /// The field has the wrong number of digits.
    case digits(Field)
    /// A character differs from the one that the form requires.
    case form(expected: String)
    case outOfRange(Field, ClosedRange<Int>)
    /// The month has fewer days.
    case noSuchDay(year: Int, month: Int, last: Int)
    /// A time without a date has `Z` or an offset.
    case offsetWithoutDate
  }

  let reason: Reason
  /// The digits concerned.
  var range: Range<Int>
  /// The whole date or time; set by the parser.
  var whole: Range<Int> = 0..<0
  /// The key of the value.
  var key: Range<Int>?
}

extension DateTimeProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    let quotation = text.quotation(whole)
    switch reason {
    case .digits(let field):
      let count = field == .year ? 4 : 2
      return text.error(
        .malformedDateTime, message: "expected \(count) digits for the \(field.noun) in '\(quotation)'", at: range,
        help: correction(in: text))
    case .form(let expected):
      return text.error(
        .malformedDateTime, message: "'\(quotation)' is not a date or time", at: range, label: "expected \(expected)",
        help: correction(in: text))
    case .outOfRange(let field, let allowed): return outOfRange(field, allowed: allowed, in: text)
    case .noSuchDay(let year, let month, let last):
      return text.error(
        .impossibleDate, message: "there is no such day: \(Self.months[month - 1]) \(year) ends on the \(last)th",
        at: range)
    case .offsetWithoutDate:
      return text.error(
        .malformedDateTime, message: "a time without a date cannot have an offset", at: range,
        help: ["leave it out, or write the date in front: 2026-11-23T\(quotation)", textHelp(in: text)])
    }
  }

  /// The corrected form if it can be determined; otherwise all forms, and how to write text.
  private func correction(in text: Excerpts) -> [String] {
    if let corrected = DateTimeCorrection.correct(text.quotation(whole)) {
      return ["write \(text.assignment(key: key, value: corrected))"]
    }
    return [Self.forms, textHelp(in: text)]
  }

  private func textHelp(in text: Excerpts) -> String {
    "put text in quotes: \(text.assignment(key: key, value: text.quoted(whole)))"
  }

  private func outOfRange(_ field: Field, allowed: ClosedRange<Int>, in text: Excerpts) -> Diagnostic {
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
    return text.error(
      code, message: "there is no \(field.noun) \(found), expected \(allowed.lowerBound) to \(allowed.upperBound)",
      at: range, help: help)
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

/// The probable correction of a malformed date or time.
struct DateTimeCorrection {
  /// Returns the date or time in the right form, or nil if it cannot be determined.
  ///
  /// Adds missing leading zeros, replaces `/` in dates, and adds the colon of an offset.
  static func correct(_ text: String) -> String? {
    var halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" || $0 == " " }
    let time = halves.popLast().flatMap { half in halves.isEmpty && !half.contains(":") ? nil : Self.time(half) }
    let date = halves.first.map(date) ?? date(text[...])
    let corrected =
      switch (date, time) {
      case (let date?, let time?): "\(date)T\(time)"
      case (let date?, nil) where halves.isEmpty: date
      case (nil, let time?) where halves.isEmpty: time
      default: text
      }
    return corrected != text && isDateTime(corrected) ? corrected : nil
  }

  private static func isDateTime(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { buffer in
      var reader = DateTimeReader(ByteView(buffer), range: 0..<buffer.count)
      do throws(DateTimeProblem) {
        _ = try reader.read()
        return true
      } catch {
        return false
      }
    }
  }

  /// Corrects `2026-1-5` and `2026/1/5`, year first.
  private static func date(_ text: Substring) -> String? {
    let fields = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    guard fields.count == 3, fields[0].count == 4 else { return nil }
    return [String(fields[0]), padded(fields[1]), padded(fields[2])].joined(separator: "-")
  }

  /// Corrects `9:5:0.5`, optionally with an offset after it.
  private static func time(_ text: Substring) -> String? {
    let end = text.firstIndex { "+-Zz".contains($0) } ?? text.endIndex
    let fields = text[..<end].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count) else { return nil }
    return fields.map(padded).joined(separator: ":") + offset(text[end...])
  }

  private static func offset(_ text: Substring) -> String {
    guard let sign = text.first, sign == "+" || sign == "-" else { return String(text) }
    let digits = text.dropFirst()
    if digits.count == 4, !digits.contains(":") { return "\(sign)\(digits.prefix(2)):\(digits.suffix(2))" }
    return String(sign)
      + digits.split(separator: ":", omittingEmptySubsequences: false).map(padded).joined(separator: ":")
  }

  private static func padded(_ field: Substring) -> String {
    field.count == 1 || field.dropFirst().first == "." ? "0\(field)" : String(field)
  }
}
