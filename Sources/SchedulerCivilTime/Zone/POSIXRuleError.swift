/// A syntax error in a POSIX `TZ` rule.
public struct POSIXRuleError: Error, Hashable, Sendable {
  /// What was expected at the position of the error.
  public enum Reason: Hashable, Sendable {
    /// An abbreviation: three or more letters, or letters, digits and signs between `<` and `>`.
    case badName
    /// The `>` of an abbreviation that begins with `<`, or only letters, digits and signs before it.
    case unclosedName
    /// A time: hours 0 to 24 (−167 to 167 in the time of a day), minutes and seconds 0 to 59.
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
  /// The position, in bytes from the start of the rule.
  public let position: Int

  init(_ reason: Reason, position: Int) {
    self.reason = reason
    self.position = position
  }
}
