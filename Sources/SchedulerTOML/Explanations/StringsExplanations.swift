import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Strings, and text that should be one.
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
