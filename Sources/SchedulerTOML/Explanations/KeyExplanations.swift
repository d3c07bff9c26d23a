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
    Without quotes a key is made of the letters A to Z and a to z, digits, dashes and underscores. \
    Anything else, also letters of other alphabets and blanks, needs quotes.
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
    A key, an equals sign and a value stand on one line. Other formats have a colon there.
    ---
    name: "deep work"

    ---
    name = "deep work"

    """,
    .doubledEquals: """
    a second equals sign
    There is one equals sign between a key and its value.
    ---
    count == 3

    ---
    count = 3

    """,
    .missingValue: """
    a key without a value
    Each key has a value on its line; there is no way to leave it open. Leave the whole line out \
    instead.
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
    Each key of a table is given a value once; which of two values is meant nobody can know. "name" \
    and name are the same key.
    ---
    lock = "none"
    lock = "strict"

    ---
    lock = "none"

    """,
    .duplicateTable: """
    a table that is defined twice
    Each table has one header, with all of its keys below it; a table whose keys were written as dotted \
    keys has none. A list of tables has double brackets.
    ---
    [profile.x]
    [profile.x]

    ---
    [[profile.x]]
    [[profile.x]]

    """,
    .notATable: """
    a name that is no table
    A header or a dotted key goes through tables only. A name that has another value cannot be used as \
    one.
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
    [[name]] adds to arrays that were begun with [[name]]; one in brackets is complete.
    ---
    hook = []
    [[hook]]

    ---
    [[hook]]

    """,
    .tableArrayConflict: """
    one name for a table and an array of tables
    [name] is one table and [[name]] adds one to a list. All headers of a name are of one kind.
    ---
    [[hook]]
    [hook]

    ---
    [[hook]]
    [[hook]]

    """,
    .dottedKeyConflict: """
    a dotted key into a table with a header
    The keys of a table with a header stand below that header, and not as dotted keys below another one.
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
