/// The reason why a zone could not be read.
public enum ZoneError: Error, Hashable, Sendable {
  /// The database has no zone of this name.
  case unknownIdentifier(String)
  /// The text in `$TZ` is not a POSIX rule.
  case invalidRule(String, POSIXRuleError)
  /// None of the directories contains a zone database.
  case noDatabase(directories: [String])
  /// The file exists but cannot be read; the reason is the system's message.
  case unreadable(path: String, reason: String)
  /// The file is not a valid zone file.
  case damaged(path: String, TZifError)
}

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
}

extension ZoneError: CustomStringConvertible {
  /// The reason as a message without a full stop.
  public var description: String {
    switch self {
    case .unknownIdentifier(let identifier): "unknown time zone '\(identifier)'"
    case .invalidRule(let rule, let error): "'\(rule)' is neither a time zone nor a POSIX rule: \(error)"
    case .noDatabase(let directories):
      "no time zone database; looked in \(directories.map { "'\($0)'" }.joined(separator: ", "))"
    case .unreadable(let path, let reason): "cannot read the zone file '\(path)': \(reason)"
    case .damaged(let path, .badMagic(offset: 0)): "'\(path)' is not a zone file"
    case .damaged(let path, .leapSeconds(let count)):
      "the zone file '\(path)' counts \(count) leap seconds, which POSIX time does not have"
    case .damaged(let path, let error): "the zone file '\(path)' is damaged: \(error)"
    }
  }
}

extension POSIXRuleError: CustomStringConvertible {
  /// What was expected and at which position, as a message without a full stop.
  public var description: String {
    let expected =
      switch reason {
      case .badName: "expected an abbreviation of three letters or more, or one in '<' and '>'"
      case .unclosedName: "expected letters, digits, '+' or '-' up to a '>'"
      case .badTime: "expected a time such as '2', '2:30' or '-1:00:00'"
      case .expectedDay: "expected ',' and the day on which daylight saving time starts or ends"
      case .badDay: "expected a day such as 'M3.5.0', 'J60' or '59'"
      case .trailingText: "expected the end of the rule"
      }
    return "\(expected) at byte \(position)"
  }
}

extension TZifError: CustomStringConvertible {
  /// What was found and what was expected, as a message without a full stop.
  public var description: String {
    switch self {
    case .truncated(let expected, let actual): "\(expected) bytes expected, \(actual) found"
    case .badMagic(let offset): "no 'TZif' at byte \(offset)"
    case .unknownVersion(let version): "version byte \(version), expected 0, '2', '3' or '4'"
    case .versionMismatch(let first, let second): "version byte \(first) in the first header, \(second) in the second"
    case .typeCount(let count): "\(count) local time types, expected 1 to 256"
    case .tooManyTransitions(let count): "\(count) transitions, expected at most \(ZoneHistory.maximumTransitions)"
    case .leapSeconds(let count): "it counts \(count) leap seconds, which POSIX time does not have"
    case .indicatorCount(let count, let types): "\(count) indicators for \(types) local time types"
    case .unsortedTransition(let index): "transition \(index) is not later than the one before it"
    case .transitionOutOfRange(let index): "transition \(index) is more than 2^59 seconds from 1970"
    case .typeIndexOutOfRange(let transition, let type):
      "transition \(transition) is to type \(type), which does not exist"
    case .offsetOutOfRange(let type, let seconds):
      "type \(type) is \(seconds) seconds from UTC, expected \(UTCOffset.validSeconds.lowerBound) to "
        + "\(UTCOffset.validSeconds.upperBound)"
    case .badDaylightFlag(let type, let value): "type \(type) has the daylight saving flag \(value), expected 0 or 1"
    case .badDesignation(let type): "the abbreviation of type \(type) is not in the table of abbreviations"
    case .unterminatedFooter: "the footer is not between two newlines"
    case .badFooter(let error): "the footer is not a POSIX rule: \(error)"
    case .contradictingFooter(let transition, let footer):
      "the last transition is to \(transition), but the footer says \(footer)"
    }
  }
}
