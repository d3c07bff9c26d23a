/// What is wrong with a POSIX `TZ` rule.
public struct POSIXRuleError: Error, Hashable, Sendable {
  /// What was expected at the place where reading stopped.
  public enum Reason: Hashable, Sendable {
    /// An abbreviation: three letters or more, or letters, digits and signs between `<` and `>`.
    case badName
    /// The `>` after an abbreviation that began with `<`, or only letters, digits and signs before it.
    case unclosedName
    /// A time: hours 0 to 24 (in a day's time −167 to 167), minutes and seconds 0 to 59.
    case badTime
    /// A comma and a day on which daylight saving time starts or ends.
    case expectedDay
    /// A day as `Jn` (1 to 365), `n` (0 to 365) or `Mm.w.d`.
    case badDay
    /// The end of the rule.
    case trailingText
  }

  /// What was expected.
  public let reason: Reason
  /// Where, in bytes from the start of the rule.
  public let position: Int

  init(_ reason: Reason, position: Int) {
    self.reason = reason
    self.position = position
  }
}
