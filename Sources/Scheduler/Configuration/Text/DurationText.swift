/// Durations as written by users: `90s`, `25m`, `1h30m`, `1h 30m`, `2d`, `4w`.
///
///     duration = part *( *SP part )       ; units from the largest down, each once
///     part     = 1*DIGIT unit
///     unit     = "w" / "d" / "h" / "m" / "s"
///
/// A day is 24 hours and a week 7 days of elapsed time.
enum DurationText {
  private static let units: [(letter: UInt8, seconds: Int64)] = [
    (UInt8(ascii: "w"), 604_800), (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60),
    (UInt8(ascii: "s"), 1),
  ]

  /// The grammar as an ECMA 262 regular expression.
  static let pattern = pattern(number: "[0-9]{1,12}")

  /// The pattern of durations of at least one second: one of the numbers has a digit other than 0.
  static let positivePattern = pattern(number: "0*[1-9][0-9]*")

  /// Returns a choice of the unit whose number has a form. Before and after it the other units may stand in their
  /// order.
  private static func pattern(number: String) -> String {
    let letters = units.map { "\(Character(Unicode.Scalar($0.letter)))" }
    let choices = letters.indices.map { chosen in
      let before = letters[..<chosen].map { "([0-9]{1,12}\($0)[ \\t]*)?" }.joined()
      let behind = letters[(chosen + 1)...].map { "([ \\t]*[0-9]{1,12}\($0))?" }.joined()
      return before + number + letters[chosen] + behind
    }
    return choices.joined(separator: "|")
  }

  /// Parses a text and returns its seconds.
  static func seconds(_ bytes: [UInt8]) throws(TextProblem) -> Int64 {
    var scanner = TextScanner(bytes)
    guard !scanner.isAtEnd else { throw problem(0..<0, message: "a duration is empty") }
    var total: Int64 = 0
    var nextUnit = 0
    repeat {
      total += try part(&scanner, nextUnit: &nextUnit)
      guard total <= ConfigurationLimits.durationWeeks * 604_800 else { throw tooLong(0..<bytes.count) }
      if scanner.isAtEnd { break }
      scanner.skipBlanks()
    } while true
    return total
  }

  private static func part(_ scanner: inout TextScanner, nextUnit: inout Int) throws(TextProblem) -> Int64 {
    let digits = scanner.take(while: isASCIIDigit)
    guard !digits.isEmpty else {
      throw problem(scanner.restOfWord, message: "expected a whole number, found '\(scanner.text(scanner.restOfWord))'")
    }
    guard digits.count <= 12, let number = Int64(scanner.text(digits)) else { throw tooLong(digits) }
    let letters = scanner.take(while: isASCIILetter)
    guard letters.count == 1, let unit = units.firstIndex(where: { $0.letter == scanner.bytes[letters.lowerBound] })
    else {
      if letters.isEmpty, let problem = fraction(scanner, after: number, at: digits) { throw problem }
      if letters.isEmpty { throw problem(digits, message: "the number '\(scanner.text(digits))' has no unit") }
      throw problem(letters, message: "unknown unit '\(scanner.text(letters))'")
    }
    guard unit >= nextUnit else {
      throw problem(digits.lowerBound..<letters.upperBound, message: "units go from the largest down, each once")
    }
    nextUnit = unit + 1
    let (seconds, overflow) = number.multipliedReportingOverflow(by: units[unit].seconds)
    guard !overflow, seconds <= ConfigurationLimits.durationWeeks * 604_800 else {
      throw tooLong(digits.lowerBound..<letters.upperBound)
    }
    return seconds
  }

  /// Returns the problem of a number with a fraction, such as `1.5h`, with the duration in whole numbers; nil if no
  /// fraction follows the number.
  private static func fraction(_ scanner: TextScanner, after number: Int64, at digits: Range<Int>) -> TextProblem? {
    var ahead = scanner
    guard ahead.take(".") || ahead.take(",") else { return nil }
    let decimals = ahead.take(while: isASCIIDigit)
    let letters = ahead.take(while: isASCIILetter)
    guard (1...6).contains(decimals.count), let part = Int64(ahead.text(decimals)) else { return nil }
    let range = digits.lowerBound..<letters.upperBound
    let message = "a duration has whole numbers only, found '\(ahead.text(range))'"
    let unit = units.first { letters.count == 1 && $0.letter == ahead.bytes[letters.lowerBound] }
    guard let unit, digits.lowerBound == 0, ahead.isAtEnd, number <= 1_000_000 else {
      return problem(range, message: message)
    }
    let scale = decimals.reduce(Int64(1)) { scale, _ in scale * 10 }
    let seconds = number * unit.seconds + part * unit.seconds / scale
    return TextProblem(
      code: .invalidDuration, range: range, message: message, help: ["write it as \"\(text(seconds: seconds))\""])
  }

  private static func problem(_ range: Range<Int>, message: String) -> TextProblem {
    TextProblem(
      code: .invalidDuration, range: range, message: message,
      help: ["write a duration as \"90s\", \"25m\", \"1h30m\", \"2d\" or \"4w\""])
  }

  private static func tooLong(_ range: Range<Int>) -> TextProblem {
    TextProblem(
      code: .invalidDuration, range: range,
      message: "a duration is at most \(ConfigurationLimits.durationWeeks) weeks")
  }

  /// Formats seconds, 0 or more, for users: `1h30m`, `4w`. Weeks are used only alone: `90d` is not `12w6d`.
  static func text(seconds: Int64) -> String {
    var rest = seconds
    var text = ""
    let isWeeks = seconds.isMultiple(of: units[0].seconds)
    for unit in isWeeks ? units[...] : units.dropFirst() where rest >= unit.seconds {
      text += "\(rest / unit.seconds)\(Character(Unicode.Scalar(unit.letter)))"
      rest %= unit.seconds
    }
    return text.isEmpty ? "0s" : text
  }
}

/// A duration on the command line, such as `90s`, `25m` or `1h30m`, in the syntax of the configuration.
public enum LengthExpression {
  /// Parses `text` and returns its seconds, 0 or more.
  ///
  /// - Throws: what was found and what was expected.
  public static func seconds(_ text: String) throws(TimeExpression.Problem) -> Int64 {
    do throws(TextProblem) {
      return try DurationText.seconds(Array(text.utf8))
    } catch {
      throw TimeExpression.Problem(
        message: "'\(text)' is not a duration: \(error.message); \(error.correction ?? "expected 90s, 25m or 1h30m")")
    }
  }
}

extension TextProblem {
  /// The help if it corrects this very text, rather than showing the form.
  fileprivate var correction: String? { help.first { $0.hasPrefix("write it as") } }
}
