/// The period of 400 years after which the Gregorian calendar repeats, weekdays included. A yearly rule gives the same
/// answer for an instant and for the instant one cycle later.
enum GregorianCycle {
  /// The length of a cycle: 146,097 days, which are exactly 20,871 weeks.
  static let seconds: Int64 = 146_097 * 86_400

  /// Returns the moment in `start ..< start + seconds` that is a whole number of cycles away from `moment`. Does not
  /// overflow
  /// for a start within a cycle of the ends of `Int64`.
  static func fold(_ moment: Int64, from start: Int64) -> Int64 {
    let distance = phase(moment) - phase(start)
    return start + (distance < 0 ? distance + seconds : distance)
  }

  /// Returns the distance of `moment` from the start of its cycle. Cycles are counted from 1970.
  private static func phase(_ moment: Int64) -> Int64 {
    let remainder = moment % seconds
    return remainder < 0 ? remainder + seconds : remainder
  }
}
