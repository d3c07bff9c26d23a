/// The 400 years after which the Gregorian calendar, weekdays included, is the same again. Whatever a yearly rule says of
/// an instant, it says of the instant one cycle later.
enum GregorianCycle {
  /// The length of a cycle: 146,097 days, which are 20,871 whole weeks.
  static let seconds: Int64 = 146_097 * 86_400

  /// The moment in `start ..< start + seconds` that is whole cycles away from `moment`. Never overflows for a start
  /// within a cycle of the ends of `Int64`.
  static func fold(_ moment: Int64, from start: Int64) -> Int64 {
    let distance = phase(moment) - phase(start)
    return start + (distance < 0 ? distance + seconds : distance)
  }

  /// How far `moment` is into its cycle, counted from 1970.
  private static func phase(_ moment: Int64) -> Int64 {
    let remainder = moment % seconds
    return remainder < 0 ? remainder + seconds : remainder
  }
}
