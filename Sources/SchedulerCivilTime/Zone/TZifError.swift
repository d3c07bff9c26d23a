/// What is wrong with the bytes of a TZif file, by RFC 9636.
public enum TZifError: Error, Hashable, Sendable {
  /// The file ends before a header, data block or footer that should be there: it needs `expected` bytes and has `actual`.
  case truncated(expected: Int, actual: Int)
  /// There is no `TZif` at this offset.
  case badMagic(offset: Int)
  /// A version byte other than NUL, `2`, `3` and `4`.
  case unknownVersion(UInt8)
  /// The two headers of a file name different versions.
  case versionMismatch(first: UInt8, second: UInt8)
  /// No local time types, or more than a type index can name (256).
  case typeCount(UInt32)
  /// More transitions than the tz database's own code reads: 2000.
  case tooManyTransitions(UInt32)
  /// The file counts leap seconds (the `right/` files): its instants are not POSIX time.
  case leapSeconds(count: UInt32)
  /// Standard/wall or UT/local indicators that are neither absent nor one for each type.
  case indicatorCount(UInt32, types: UInt32)
  /// A transition that is not later than the one before it.
  case unsortedTransition(index: Int)
  /// A transition more than 2^59 seconds from 1970 (section 3.2 discourages those before −2^59).
  case transitionOutOfRange(index: Int)
  /// A transition to a local time type that does not exist.
  case typeIndexOutOfRange(transition: Int, type: Int)
  /// A type whose offset is not more than −25 and less than +26 hours.
  case offsetOutOfRange(type: Int, seconds: Int32)
  /// A type whose daylight saving flag is neither 0 nor 1.
  case badDaylightFlag(type: Int, value: UInt8)
  /// A type whose abbreviation starts outside the table of abbreviations, or has no end in it.
  case badDesignation(type: Int)
  /// No newline where the footer begins, or none that ends it.
  case unterminatedFooter
  /// A footer that is no POSIX rule.
  case badFooter(POSIXRuleError)
  /// A footer whose rule gives another offset at the last transition than that transition does (section 3.3).
  case contradictingFooter(transition: UTCOffset, footer: UTCOffset)
}
