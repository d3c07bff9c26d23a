import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about keys and the text between a key and its value.
  static let keys = all([
    .missingKey: """
    a missing key
    A key has a name before the equals sign, and so has each part of a dotted key and each header. A \
    name may be empty only in quotes.
    ---
    = "deep work"

    ---
    name = "deep work"

    """,
    .invalidBareKey: """
    a key that needs quotes
    A key without quotes has only the letters A to Z and a to z, digits, dashes and underscores. A key with any other \
    character, such as a blank or a letter of another alphabet, needs quotes.
    ---
    größe = 1

    ---
    "größe" = 1

    """,
    .multilineKey: """
    a multi-line string as a key
    Keys are written without quotes or with one quotation mark or apostrophe on each side, never with \
    three.
    ---
    \"""name\""" = 1

    ---
    "name" = 1

    """,
    .missingEquals: """
    a key without an equals sign
    A key, an equals sign and a value are written on one line. Other formats use a colon instead.
    ---
    name: "deep work"

    ---
    name = "deep work"

    """,
    .doubledEquals: """
    a second equals sign
    Exactly one equals sign separates a key from its value.
    ---
    count == 3

    ---
    count = 3

    """,
    .missingValue: """
    a key without a value
    Each key has a value on its line. To leave a key unset, remove the whole line.
    ---
    name =

    ---
    name = ""

    """,
  ])
}

extension DiagnosticExplanation {
  /// Explanations about redefined keys and tables.
  static let tables = all([
    .duplicateKey: """
    a key that is given a value twice
    A table may set each key once; with two values it would be unclear which one applies. "name" and name are the same \
    key.
    ---
    lock = "none"
    lock = "strict"

    ---
    lock = "none"

    """,
    .duplicateTable: """
    a table that is defined twice
    Each table has one header, with all of its keys below it. A table whose keys were written as dotted keys has no \
    header. A list of tables has double brackets.
    ---
    [profile.x]
    [profile.x]

    ---
    [[profile.x]]
    [[profile.x]]

    """,
    .notATable: """
    a name that is not a table
    A header or a dotted key goes through tables only. A name that already has another value cannot be used as a \
    table.
    ---
    name = 1
    name.first = 2

    ---
    name.last = 1
    name.first = 2

    """,
    .closedTable: """
    adding to an inline table
    An inline table is complete: all of its keys are between its braces.
    ---
    range = { from = 1 }
    [range.to]

    ---
    range = { from = 1, to = {} }

    """,
    .closedArray: """
    adding to an array in brackets
    [[name]] adds a table to an array that began with [[name]]. An array in brackets is complete.
    ---
    hook = []
    [[hook]]

    ---
    [[hook]]

    """,
    .tableArrayConflict: """
    one name for a table and an array of tables
    [name] is one table and [[name]] adds a table to a list. All headers of a name use the same form.
    ---
    [[hook]]
    [hook]

    ---
    [[hook]]
    [[hook]]

    """,
    .dottedKeyConflict: """
    a dotted key into a table with a header
    The keys of a table with a header are written below that header, not as dotted keys below another header.
    ---
    [a.b]
    [a]
    b.c = 1

    ---
    [a.b]
    c = 1
    [a]

    """,
  ])
}
