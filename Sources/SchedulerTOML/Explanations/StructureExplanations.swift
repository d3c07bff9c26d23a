import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about brackets, commas and lines.
  static let structure = all([
    .unterminatedArray: """
    an array that is not closed
    An array begins with [ and ends with ]. It may have any number of lines, so the missing bracket is noticed only at \
    the next key, the next header or the end of the file.
    ---
    window = ["mon 09:00-10:00"
    lock = "none"

    ---
    window = ["mon 09:00-10:00"]
    lock = "none"

    """,
    .unterminatedInlineTable: """
    an inline table that is not closed
    An inline table begins with { and ends with }. It may have any number of lines.
    ---
    range = { from = 1
    [other]

    ---
    range = { from = 1 }
    [other]

    """,
    .mismatchedBracket: """
    a bracket that closes another kind
    [ is closed by ] and { by }.
    ---
    days = [1, 2}

    ---
    days = [1, 2]

    """,
    .missingComma: """
    a missing comma
    Commas separate the elements of arrays and inline tables; a line end is not enough. A comma after the last element \
    is allowed.
    ---
    days = ["mon" "tue"]

    ---
    days = ["mon", "tue"]

    """,
    .extraComma: """
    a comma without an element before it
    One comma separates two elements, and none comes before the first.
    ---
    days = [1,, 2]

    ---
    days = [1, 2]

    """,
    .unterminatedHeader: """
    a header that is not closed
    A header begins with [ and ends with ] on the same line; one that adds to an array of tables has two \
    on each side.
    ---
    [profile.x
    lock = "none"

    ---
    [profile.x]
    lock = "none"

    """,
    .malformedHeader: """
    brackets of a header that do not match
    A header has one bracket on each side, or two. Two brackets are written without a blank between them.
    ---
    [profile.x]]

    ---
    [[profile.x]]

    """,
    .trailingText: """
    text after a value or a header
    Each key with its value, and each header, has a line of its own; only a comment may follow.
    ---
    a = 1 b = 2

    ---
    a = 1
    b = 2

    """,
    .unexpectedText: """
    something that begins neither a key nor a value
    A line is empty, a comment, a header, or a key with its value. Elements of an array are values; a \
    key with its value needs braces there.
    ---
    days = [from = 1]

    ---
    days = [{ from = 1 }]

    """,
  ])
}
