import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about brackets, commas and lines.
  static let structure: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .unterminatedArray, title: "an array that is not closed",
      meaning: """
        An array begins with [ and ends with ]. It may go on over any number of lines, so the end is missed \
        only at the next key, the next header or the end of the file.
        """,
      wrong: "window = [\"mon 09:00-10:00\"\nlock = \"none\"\n",
      right: "window = [\"mon 09:00-10:00\"]\nlock = \"none\"\n"),
    DiagnosticExplanation(
      code: .unterminatedInlineTable, title: "an inline table that is not closed",
      meaning: """
        An inline table begins with { and ends with }. It may go on over any number of lines.
        """,
      wrong: "range = { from = 1\n[other]\n", right: "range = { from = 1 }\n[other]\n"),
    DiagnosticExplanation(
      code: .mismatchedBracket, title: "a bracket that closes another kind",
      meaning: """
        [ is closed by ] and { by }.
        """,
      wrong: "days = [1, 2}\n", right: "days = [1, 2]\n"),
    DiagnosticExplanation(
      code: .missingComma, title: "a missing comma",
      meaning: """
        The elements of arrays and inline tables are separated by commas; a line end is not enough. A comma \
        behind the last one is allowed.
        """,
      wrong: "days = [\"mon\" \"tue\"]\n", right: "days = [\"mon\", \"tue\"]\n"),
    DiagnosticExplanation(
      code: .extraComma, title: "a comma without an element before it",
      meaning: """
        There is one comma between two elements, and none before the first.
        """,
      wrong: "days = [1,, 2]\n", right: "days = [1, 2]\n"),
    DiagnosticExplanation(
      code: .unterminatedHeader, title: "a header that is not closed",
      meaning: """
        A header begins with [ and ends with ] on the same line; one that adds to an array of tables has two \
        on each side.
        """,
      wrong: "[profile.x\nlock = \"none\"\n", right: "[profile.x]\nlock = \"none\"\n"),
    DiagnosticExplanation(
      code: .malformedHeader, title: "brackets of a header that do not fit",
      meaning: """
        A header has one bracket on each side, or two. Two of them stand together without blanks between \
        them.
        """,
      wrong: "[profile.x]]\n", right: "[[profile.x]]\n"),
    DiagnosticExplanation(
      code: .trailingText, title: "text behind a value or a header",
      meaning: """
        Each key with its value, and each header, has a line of its own; only a comment may follow.
        """,
      wrong: "a = 1 b = 2\n", right: "a = 1\nb = 2\n"),
    DiagnosticExplanation(
      code: .unexpectedText, title: "something that starts neither a key nor a value",
      meaning: """
        A line is empty, a comment, a header, or a key with its value. Elements of an array are values; a \
        key with its value needs braces there.
        """,
      wrong: "days = [from = 1]\n", right: "days = [{ from = 1 }]\n"),
  ]
}
