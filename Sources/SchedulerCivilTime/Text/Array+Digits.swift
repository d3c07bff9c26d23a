// Texts of a known length are appended with one check of the array's capacity.

extension OutputSpan<UInt8> {
  /// Appends a number from 0 to 99 as two decimal digits.
  mutating func appendTwoDigits(_ number: Int) {
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a date in 10 bytes: `2026-11-23`.
  mutating func append(_ date: CivilDate) {
    let (year, month, day) = date.components
    appendTwoDigits(year / 100)
    appendTwoDigits(year % 100)
    append(UInt8(ascii: "-"))
    appendTwoDigits(month)
    append(UInt8(ascii: "-"))
    appendTwoDigits(day)
  }

  /// Appends hours, minutes and, unless they are zero and optional, seconds, in up to 8 bytes: `09:00`, `09:00:30`.
  mutating func appendClock(_ seconds: Int, secondsOptional: Bool) {
    appendTwoDigits(seconds / 3600)
    append(UInt8(ascii: ":"))
    appendTwoDigits(seconds / 60 % 60)
    guard !secondsOptional || seconds % 60 != 0 else { return }
    append(UInt8(ascii: ":"))
    appendTwoDigits(seconds % 60)
  }

  /// Appends an offset in up to 9 bytes: `+01:00`. Hours of 100 and more, which no zone has, lose digits.
  mutating func append(_ offset: UTCOffset) {
    append(UInt8(ascii: offset.seconds < 0 ? "-" : "+"))
    appendClock(abs(Int(offset.seconds)), secondsOptional: true)
  }
}
