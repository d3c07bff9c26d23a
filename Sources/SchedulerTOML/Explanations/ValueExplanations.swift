import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about numbers, booleans, dates and times.
  static let values = all([
    .invalidBoolean: """
    a boolean that is not true or false
    The two booleans are true and false, in lower case.
    ---
    enabled = True

    ---
    enabled = true

    """,
    .nullValue: """
    null
    TOML has no null value. Leave the key out.
    ---
    name = null
    count = 1

    ---
    count = 1

    """,
    .invalidNumber: """
    something that begins like a number
    Numbers are digits with an optional sign, fraction and exponent, or begin with 0x, 0o or 0b. Anything else, such \
    as a length of time, is text and needs quotes.
    ---
    length = 25m

    ---
    length = "25m"

    """,
    .leadingZero: """
    a number that begins with a zero
    Some languages read such numbers in base 8 and others in base 10, so they are not allowed. Base 8 is written 0o17.
    ---
    count = 007

    ---
    count = 7

    """,
    .misplacedUnderscore: """
    an underscore that is not between two digits
    Underscores may divide the digits of a number, as in 1_000_000: one at a time, with a digit on each \
    side.
    ---
    count = 1__000

    ---
    count = 1_000

    """,
    .incompleteFloat: """
    a decimal point without digits on both sides
    A float has at least one digit before and one after its decimal point.
    ---
    share = .5

    ---
    share = 0.5

    """,
    .integerOverflow: """
    an integer that is too large
    Integers have 64 bits: they go from -9223372036854775808 to 9223372036854775807.
    ---
    count = 9223372036854775808

    ---
    count = 9223372036854775807

    """,
    .malformedDateTime: """
    something that begins like a date or a time
    A date has four, two and two digits, a time two and two, with two more for the seconds if there are any: \
    2026-11-23, 09:00, 09:00:30.5, 2026-11-23T09:00:00+01:00. Ranges such as 09:00-12:30 are text and need quotes.
    ---
    start = 9:00

    ---
    start = 09:00

    """,
    .impossibleDate: """
    a date that does not exist
    Months go from 1 to 12, and days to the end of their month. Only leap years have a 29th of February.
    ---
    from = 2026-02-29

    ---
    from = 2026-02-28

    """,
    .impossibleTime: """
    a time that does not exist
    Hours go from 00 to 23, minutes and seconds from 00 to 59. Midnight is 00:00. Leap seconds cannot be written.
    ---
    start = 24:00

    ---
    start = 00:00

    """,
    .impossibleOffset: """
    an offset that is out of range
    The offset from UTC after a time goes from -23:59 to +23:59.
    ---
    at = 2026-11-23T09:00:00+24:00

    ---
    at = 2026-11-23T09:00:00+02:00

    """,
  ])
}

extension DiagnosticExplanation {
  /// Explanations about strings and text that lacks quotes.
  static let strings = all([
    .unquotedString: """
    text without quotes
    Text as a value needs quotes. Without quotes, a value is a number, true or false, a date or a time, an array or a \
    table.
    ---
    name = deep work

    ---
    name = "deep work"

    """,
    .unterminatedString: """
    a string that is not closed
    A string ends with the quotes that it began with. With one quotation mark on each side it ends on the same line. \
    Text of several lines needs three on each side.
    ---
    name = "deep work

    ---
    name = "deep work"

    """,
    .invalidEscape: """
    a backslash that does not begin an escape
    In double quotes a backslash begins an escape: \\b \\t \\n \\f \\r \\e \\" \\\\ \\xHH \\uHHHH \\UHHHHHHHH. In \
    single quotes it is an ordinary character, which suits paths and patterns.
    ---
    path = "C:\\windows"

    ---
    path = 'C:\\windows'

    """,
    .invalidUnicodeEscape: """
    an escape that is not a character
    \\x is followed by two hexadecimal digits, \\u by four and \\U by eight. The number must be that of a character: \
    not from D800 to DFFF, and not above 10FFFF.
    ---
    icon = "\\uD83C"

    ---
    icon = "\\U0001F345"

    """,
    .typographicQuotes: """
    typographic quotes
    Only the straight quotes " and ' enclose a string. Word processors and phones often replace them with curved \
    quotes.
    ---
    name = “deep work”

    ---
    name = "deep work"

    """,
  ])
}
