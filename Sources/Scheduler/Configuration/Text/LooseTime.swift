import SchedulerCivilTime

/// A time in a common form that the configuration language does not accept, read only to suggest the accepted form:
/// `9`, `9am`, `5.30 pm`, `0930`, `noon`.
///
///     loose  = "noon" / "midnight" / number [ *SP half ]
///     number = 1*2DIGIT [ (":" / ".") 2DIGIT [ (":" / ".") 2DIGIT ] ] / 3*4DIGIT
///     half   = "am" / "pm" / "a.m." / "p.m."
struct LooseTime {
  /// The half of the day in the 12-hour form.
  enum Half { case morning, afternoon }

  private var hour: Int
  private var minute = 0
  private var second = 0
  /// The half of the day if the text states it.
  private(set) var half: Half?

  /// Parses the time at the scanner's position. Returns nil, with the scanner at any position, if there is none.
  init?(_ scanner: inout TextScanner) {
    if scanner.isLetter(at: scanner.position) {
      switch scanner.text(scanner.take(while: isASCIILetter)).lowercased() {
      case "noon": hour = 12
      case "midnight": hour = 0
      default: return nil
      }
      return
    }
    let digits = scanner.take(while: isASCIIDigit)
    guard let number = Int(scanner.text(digits)), (1...4).contains(digits.count) else { return nil }
    hour = digits.count <= 2 ? number : number / 100
    if digits.count > 2 {
      minute = number % 100
    } else if let part = Self.part(&scanner) {
      minute = part
      second = Self.part(&scanner) ?? 0
    }
    half = Self.half(&scanner)
    if half != nil, !(1...12).contains(hour) { return nil }
  }

  /// Returns the hour on the 24-hour clock.
  private func hour(in half: Half?) -> Int {
    switch half {
    case .morning?: hour % 12
    case .afternoon?: hour % 12 + 12
    case nil: hour
    }
  }

  /// Returns the 24-hour form, or nil if there is no such time.
  func text(in half: Half?) -> String? {
    TimeOfDay(hour: hour(in: half), minute: minute, second: second).map { "\($0)" }
  }

  /// Returns the 24-hour form of the start and the end of a range: `9-5` is 09:00-17:00, and `2-5pm` is 14:00-17:00.
  static func range(from start: LooseTime, to end: LooseTime) -> String? {
    var (first, last) = (start.half, end.half)
    if first == nil, let half = last, (1...12).contains(start.hour) {
      first = half
      if start.hour(in: half) >= end.hour(in: half) { first = half == .morning ? .afternoon : .morning }
    } else if first != .afternoon, last == nil, end.hour <= start.hour(in: first), (1...11).contains(end.hour),
      start.hour < 12
    {
      last = .afternoon
    }
    guard let from = start.text(in: first), let to = end.text(in: last) else { return nil }
    return "\(from)-\(to)"
  }

  private static func part(_ scanner: inout TextScanner) -> Int? {
    var ahead = scanner
    guard ahead.take(":") || ahead.take("."), let tens = ahead.takeDigit(), let ones = ahead.takeDigit() else {
      return nil
    }
    scanner = ahead
    return tens * 10 + ones
  }

  private static func half(_ scanner: inout TextScanner) -> Half? {
    var ahead = scanner
    ahead.skipBlanks()
    let word = ahead.take { isASCIILetter($0) || $0 == UInt8(ascii: ".") }
    let half: Half? =
      switch ahead.text(word).lowercased() {
      case "am", "a.m.", "a.m": .morning
      case "pm", "p.m.", "p.m": .afternoon
      default: nil
      }
    if half != nil { scanner = ahead }
    return half
  }
}
