/// A defect in the bytes of a TZif file, according to RFC 9636.
public enum TZifError: Error, Hashable, Sendable {
  /// The file ends within a header, data block or footer: it needs `expected` bytes and has `actual`.
  case truncated(expected: Int, actual: Int)
  /// There is no `TZif` at this offset.
  case badMagic(offset: Int)
  /// A version byte other than NUL, `2`, `3` and `4`.
  case unknownVersion(UInt8)
  /// The two headers of a file state different versions.
  case versionMismatch(first: UInt8, second: UInt8)
  /// There are no local time types, or more than a type index can denote (256).
  case typeCount(UInt32)
  /// There are more transitions than the code of the tz database reads: 2000.
  case tooManyTransitions(UInt32)
  /// The file counts leap seconds (one of the `right/` files), so its instants are not POSIX time.
  case leapSeconds(count: UInt32)
  /// The number of standard/wall or UT/local indicators is neither 0 nor the number of types.
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
  /// The footer is not a POSIX rule.
  case badFooter(POSIXRuleError)
  /// The footer's rule and the last transition give different offsets at that transition (section 3.3).
  case contradictingFooter(transition: UTCOffset, footer: UTCOffset)
}
