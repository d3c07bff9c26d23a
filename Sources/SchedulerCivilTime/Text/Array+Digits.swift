extension [UInt8] {
  /// Appends a number from 0 to 99 as two decimal digits.
  mutating func appendTwoDigits(_ number: Int) {
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends hours and minutes, as in `09:00`, and the seconds unless they are zero and optional, as in `09:00:30`.
  mutating func appendClock(_ seconds: Int, secondsOptional: Bool) {
    appendTwoDigits(seconds / 3600)
    append(UInt8(ascii: ":"))
    appendTwoDigits(seconds / 60 % 60)
    guard !secondsOptional || seconds % 60 != 0 else { return }
    append(UInt8(ascii: ":"))
    appendTwoDigits(seconds % 60)
  }
}
