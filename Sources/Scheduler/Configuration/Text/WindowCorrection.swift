/// Explains a window string or a time that cannot be parsed, with the text that its author probably meant.
enum WindowCorrection {
  /// Returns a better problem for a window string if it is a cron expression, or if it becomes a window with plain
  /// hyphens and times in the 24-hour form. Otherwise returns `problem`.
  static func explained(_ problem: TextProblem, in bytes: [UInt8]) -> TextProblem {
    if let window = CronExpression.window(for: bytes) {
      return TextProblem(
        code: .invalidWindow, range: 0..<bytes.count, message: "cron expressions are not windows",
        help: ["a window has days, a start and an end: write \"\(window)\", for instance"])
    }
    let plain = plainHyphens(bytes)
    if isWindow(plain) {
      return problem.with(help: "write it with a hyphen: \"\(String(decoding: plain, as: UTF8.self))\"")
    }
    guard let (text, begin) = clockForm(plain), isWindow(Array(text.utf8)) else { return problem }
    // The days before the times are the same in `bytes` and `plain`, unless hyphens were replaced among them.
    let range = plain == bytes ? begin..<bytes.count : 0..<bytes.count
    return notInClockForm(bytes, at: range, suggestion: text)
  }

  /// Returns a better problem for a single time, such as `9am` or `noon`, or `problem`.
  static func explainedTime(_ problem: TextProblem, in bytes: [UInt8]) -> TextProblem {
    var scanner = TextScanner(bytes)
    let begin = skipDays(&scanner)
    guard begin == 0 || isWeekday(bytes[..<begin]), let time = LooseTime(&scanner), scanner.isAtEnd else {
      return wordForTime(problem, in: bytes)
    }
    let isWord = !isASCIIDigit(bytes[begin])
    guard time.half != nil || isWord, let text = time.text(in: time.half) else { return problem }
    return notInClockForm(bytes, at: begin..<bytes.count, suggestion: scanner.text(0..<begin) + text)
  }

  /// The problem of days after a comma: `mon 09:00-12:00, tue 10:00-11:00`, with the scanner at `tue`.
  static func daysTwice(_ scanner: TextScanner) -> TextProblem {
    var strings: [String] = []
    var begin = 0
    for comma in scanner.bytes.indices where scanner.bytes[comma] == UInt8(ascii: ",") {
      // A comma ends a string if days come after it and times come before it.
      let ahead = scanner.bytes[(comma + 1)...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      guard ahead.map(isASCIILetter) ?? false, scanner.bytes[begin..<comma].contains(where: isASCIIDigit) else {
        continue
      }
      strings.append(scanner.text(begin..<comma))
      begin = comma + 1
    }
    return TextProblem(
      code: .invalidWindow, range: scanner.restOfWord, message: "the days come once, before the first range of times",
      help: [separateStrings(strings + [scanner.text(begin..<scanner.bytes.count)])])
  }

  /// The problem of a range that ends on a weekday beside other ranges.
  static func weekdayEnd(of windows: [WindowText], days: Range<Int>, in scanner: TextScanner) -> TextProblem {
    let prefix = days.isEmpty ? "" : scanner.text(days) + " "
    let range = windows.first { $0.end.weekday != nil }?.endRange ?? days
    return TextProblem(
      code: .invalidWindow, range: range,
      message: "a range that ends on a weekday cannot be combined with other ranges",
      help: [separateStrings(windows.map { prefix + scanner.text($0.range) })])
  }

  /// The problem of text after the end of a window, at the scanner's position.
  static func trailing(_ scanner: TextScanner) -> TextProblem {
    let rest = scanner.position..<scanner.bytes.count
    let isTime = isASCIIDigit(scanner.bytes[scanner.position])
    return TextProblem(
      code: .invalidWindow, range: rest, message: "unexpected '\(scanner.text(rest))' after the end of a window",
      help: isTime ? ["separate ranges by a comma, as in \"09:00-12:00, 14:00-17:00\""] : [])
  }

  private static func separateStrings(_ texts: [String]) -> String {
    let strings = texts.map { text in "\"\(text.drop { $0 == " " || $0 == "\t" })\"" }
    return "write \(strings.count == 2 ? "two" : "\(strings.count)") strings: \(strings.joined(separator: ", "))"
  }

  private static func notInClockForm(_ bytes: [UInt8], at range: Range<Int>, suggestion: String) -> TextProblem {
    TextProblem(
      code: .invalidTime, range: range,
      message: "expected the 24-hour form HH:MM, found '\(String(decoding: bytes[range], as: UTF8.self))'",
      help: ["write it as \"\(suggestion)\""])
  }

  /// The problem of a word that is neither a time nor a weekday with a time after it.
  private static func wordForTime(_ problem: TextProblem, in bytes: [UInt8]) -> TextProblem {
    guard problem.code == .unknownWeekday, !bytes.isEmpty, !bytes.contains(where: isASCIIDigit) else { return problem }
    return TextProblem(
      code: .invalidTime, range: 0..<bytes.count, message: "'\(String(decoding: bytes, as: UTF8.self))' is not a time",
      help: ["write the hour and the minute, as in \"09:00\""])
  }
}

extension WindowCorrection {
  private static func isWindow(_ bytes: [UInt8]) -> Bool {
    do throws(TextProblem) {
      return try !WindowText.ranges(TextScanner(bytes)).isEmpty
    } catch {
      return false
    }
  }

  private static func isWeekday(_ word: ArraySlice<UInt8>) -> Bool {
    let letters = word.prefix(while: isASCIILetter)
    let rest = word[letters.endIndex...]
    return rest.allSatisfy { $0 <= UInt8(ascii: " ") } && WeekdayText.weekday(named: letters) != nil
  }

  /// Returns the text with a hyphen in place of each dash.
  private static func plainHyphens(_ bytes: [UInt8]) -> [UInt8] {
    let dashes: [Unicode.Scalar] = ["–", "—", "−", "‐", "‑", "‒", "―"]
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { dashes.contains($0) ? "-" : $0 }
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  /// Returns a text with its ranges in the 24-hour form, and the byte at which the first time begins; nil if it is not
  /// days and ranges of times.
  private static func clockForm(_ bytes: [UInt8]) -> (text: String, begin: Int)? {
    var scanner = TextScanner(bytes)
    let begin = skipDays(&scanner)
    var ranges: [String] = []
    repeat {
      scanner.skipBlanks()
      guard let start = LooseTime(&scanner) else { return nil }
      scanner.skipBlanks()
      guard scanner.take("-") else { return nil }
      scanner.skipBlanks()
      guard let end = LooseTime(&scanner), let range = LooseTime.range(from: start, to: end) else { return nil }
      ranges.append(range)
      scanner.skipBlanks()
    } while scanner.take(",")
    return scanner.isAtEnd ? (scanner.text(0..<begin) + ranges.joined(separator: ", "), begin) : nil
  }

  /// Moves the scanner behind the days and the blanks after them, and returns its position. Without days it stays.
  private static func skipDays(_ scanner: inout TextScanner) -> Int {
    var ahead = scanner
    do throws(TextProblem) {
      ahead.skipBlanks()
      _ = try WeekdayText.days(&ahead)
      ahead.skipBlanks()
      scanner = ahead
      return ahead.position
    } catch {
      return scanner.position
    }
  }
}

extension TextProblem {
  /// Returns the problem with another help.
  fileprivate func with(help: String) -> TextProblem {
    TextProblem(code: code, range: range, message: message, help: [help])
  }
}
