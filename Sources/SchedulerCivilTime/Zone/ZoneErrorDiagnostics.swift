extension ZoneError: CustomStringConvertible {
  /// The reason as a message without a full stop.
  public var description: String {
    switch self {
    case .unknownIdentifier(let identifier): "unknown time zone '\(identifier)'"
    case .invalidRule(let rule, let error): "'\(rule)' is neither a time zone nor a POSIX rule: \(error)"
    case .noDatabase(let directories):
      "no time zone database; looked in \(directories.map { "'\($0)'" }.joined(separator: ", "))"
    case .unreadable(let path, let reason): "cannot read the zone file '\(path)': \(reason)"
    case .damaged(let path, .badMagic(offset: 0)): "'\(path)' is no zone file"
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
    case .badFooter(let error): "the footer is no POSIX rule: \(error)"
    case .contradictingFooter(let transition, let footer):
      "the last transition is to \(transition), but the footer says \(footer)"
    }
  }
}
