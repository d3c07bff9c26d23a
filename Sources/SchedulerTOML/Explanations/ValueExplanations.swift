import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about numbers, booleans, dates and times.
  static let values: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .invalidBoolean, title: "a boolean that is not true or false",
      meaning: """
        The two booleans are true and false, in lower case.
        """,
      wrong: "enabled = True\n", right: "enabled = true\n"),
    DiagnosticExplanation(
      code: .nullValue, title: "null",
      meaning: """
        There is no value that means nothing. Leave the key out.
        """,
      wrong: "name = null\ncount = 1\n", right: "count = 1\n"),
    DiagnosticExplanation(
      code: .invalidNumber, title: "something that starts like a number",
      meaning: """
        Numbers are digits with an optional sign, fraction and exponent, or begin with 0x, 0o or 0b. \
        Anything else, such as a length of time, is text and stands in quotes.
        """,
      wrong: "length = 25m\n", right: "length = \"25m\"\n"),
    DiagnosticExplanation(
      code: .leadingZero, title: "a number that begins with a zero",
      meaning: """
        In some languages such numbers are in base 8, in others not, so they are not allowed. Base 8 is \
        written 0o17.
        """,
      wrong: "count = 007\n", right: "count = 7\n"),
    DiagnosticExplanation(
      code: .misplacedUnderscore, title: "an underscore that is not between two digits",
      meaning: """
        Underscores may divide the digits of a number, as in 1_000_000: one at a time, with a digit on each \
        side.
        """,
      wrong: "count = 1__000\n", right: "count = 1_000\n"),
    DiagnosticExplanation(
      code: .incompleteFloat, title: "a decimal point without digits on both sides",
      meaning: """
        A float has at least one digit before and one after its decimal point.
        """,
      wrong: "share = .5\n", right: "share = 0.5\n"),
    DiagnosticExplanation(
      code: .integerOverflow, title: "an integer that is too large",
      meaning: """
        Integers have 64 bits: they go from -9223372036854775808 to 9223372036854775807.
        """,
      wrong: "count = 9223372036854775808\n", right: "count = 9223372036854775807\n"),
    DiagnosticExplanation(
      code: .malformedDateTime, title: "something that starts like a date or a time",
      meaning: """
        A date has four, two and two digits, a time two and two, with two more for the seconds if there are \
        any: 2026-11-23, 09:00, 09:00:30.5, 2026-11-23T09:00:00+01:00. Ranges such as 09:00-12:30 are text \
        and stand in quotes.
        """,
      wrong: "start = 9:00\n", right: "start = 09:00\n"),
    DiagnosticExplanation(
      code: .impossibleDate, title: "a date that there is not",
      meaning: """
        Months go from 1 to 12, and days to the end of their month; a 29th of February is in leap years \
        only.
        """,
      wrong: "from = 2026-02-29\n", right: "from = 2026-02-28\n"),
    DiagnosticExplanation(
      code: .impossibleTime, title: "a time that there is not",
      meaning: """
        Hours go from 00 to 23, minutes and seconds from 00 to 59. Midnight is 00:00; leap seconds cannot be \
        written.
        """,
      wrong: "start = 24:00\n", right: "start = 00:00\n"),
    DiagnosticExplanation(
      code: .impossibleOffset, title: "an offset that there is not",
      meaning: """
        The offset from UTC behind a time goes from -23:59 to +23:59.
        """,
      wrong: "at = 2026-11-23T09:00:00+24:00\n", right: "at = 2026-11-23T09:00:00+02:00\n"),
  ]
}

extension DiagnosticExplanation {
  /// Explanations about strings and text that lacks quotes.
  static let strings: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .unquotedString, title: "text without quotes",
      meaning: """
        Text as a value stands in quotes. Without them only numbers, true and false, dates and times, arrays \
        and tables are values.
        """,
      wrong: "name = deep work\n", right: "name = \"deep work\"\n"),
    DiagnosticExplanation(
      code: .unterminatedString, title: "a string that is not closed",
      meaning: """
        A string ends with the quotes that it began with, on the same line if there is one of them on each \
        side. Text of several lines stands between three.
        """,
      wrong: "name = \"deep work\n", right: "name = \"deep work\"\n"),
    DiagnosticExplanation(
      code: .invalidEscape, title: "a backslash that is no escape",
      meaning: """
        In double quotes a backslash begins an escape: \\b \\t \\n \\f \\r \\e \\" \\\\ \\xHH \\uHHHH \
        \\UHHHHHHHH. In single quotes it stands for itself, which suits paths and patterns.
        """,
      wrong: "path = \"C:\\windows\"\n", right: "path = 'C:\\windows'\n"),
    DiagnosticExplanation(
      code: .invalidUnicodeEscape, title: "an escape that is no character",
      meaning: """
        \\x is followed by two hexadecimal digits, \\u by four and \\U by eight. Their number has to be that \
        of a character: not from D800 to DFFF, not above 10FFFF.
        """,
      wrong: "icon = \"\\uD83C\"\n", right: "icon = \"\\U0001F345\"\n"),
    DiagnosticExplanation(
      code: .typographicQuotes, title: "typographic quotes",
      meaning: """
        Only the straight quotes " and ' make a string. Word processors and phones replace them by curved \
        ones.
        """,
      wrong: "name = “deep work”\n", right: "name = \"deep work\"\n"),
  ]
}
