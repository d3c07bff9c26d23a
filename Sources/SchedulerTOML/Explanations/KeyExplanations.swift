import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about keys and the text between a key and its value.
  static let keys: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .missingKey, title: "a missing key",
      meaning: """
        A key has a name before the equals sign, and so has each part of a dotted key and each header. A \
        name may be empty only in quotes.
        """,
      wrong: "= \"deep work\"\n", right: "name = \"deep work\"\n"),
    DiagnosticExplanation(
      code: .invalidBareKey, title: "a key that needs quotes",
      meaning: """
        Without quotes a key is made of the letters A to Z and a to z, digits, dashes and underscores. \
        Anything else, also letters of other alphabets and blanks, needs quotes.
        """,
      wrong: "größe = 1\n", right: "\"größe\" = 1\n"),
    DiagnosticExplanation(
      code: .multilineKey, title: "a multi-line string as a key",
      meaning: """
        Keys are written without quotes or with one quotation mark or apostrophe on each side, never with \
        three.
        """,
      wrong: "\"\"\"name\"\"\" = 1\n", right: "\"name\" = 1\n"),
    DiagnosticExplanation(
      code: .missingEquals, title: "a key without an equals sign",
      meaning: """
        A key, an equals sign and a value stand on one line. Other formats have a colon there.
        """,
      wrong: "name: \"deep work\"\n", right: "name = \"deep work\"\n"),
    DiagnosticExplanation(
      code: .doubledEquals, title: "a second equals sign",
      meaning: """
        There is one equals sign between a key and its value.
        """,
      wrong: "count == 3\n", right: "count = 3\n"),
    DiagnosticExplanation(
      code: .missingValue, title: "a key without a value",
      meaning: """
        Each key has a value on its line; there is no way to leave it open. Leave the whole line out \
        instead.
        """,
      wrong: "name =\n", right: "name = \"\"\n"),
  ]
}

extension DiagnosticExplanation {
  /// Explanations about redefined keys and tables.
  static let tables: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .duplicateKey, title: "a key that is given a value twice",
      meaning: """
        Each key of a table is given a value once; which of two values is meant nobody can know. "name" \
        and name are the same key.
        """,
      wrong: "lock = \"none\"\nlock = \"strict\"\n", right: "lock = \"none\"\n"),
    DiagnosticExplanation(
      code: .duplicateTable, title: "a table that is defined twice",
      meaning: """
        Each table has one header, with all of its keys below it; a table whose keys were written as dotted \
        keys has none. A list of tables has double brackets.
        """,
      wrong: "[profile.x]\n[profile.x]\n", right: "[[profile.x]]\n[[profile.x]]\n"),
    DiagnosticExplanation(
      code: .notATable, title: "a name that is no table",
      meaning: """
        A header or a dotted key goes through tables only. A name that has another value cannot be used as \
        one.
        """,
      wrong: "name = 1\nname.first = 2\n", right: "name.last = 1\nname.first = 2\n"),
    DiagnosticExplanation(
      code: .closedTable, title: "adding to an inline table",
      meaning: """
        An inline table is complete: all of its keys are between its braces.
        """,
      wrong: "range = { from = 1 }\n[range.to]\n", right: "range = { from = 1, to = {} }\n"),
    DiagnosticExplanation(
      code: .closedArray, title: "adding to an array in brackets",
      meaning: """
        [[name]] adds to arrays that were begun with [[name]]; one in brackets is complete.
        """,
      wrong: "hook = []\n[[hook]]\n", right: "[[hook]]\n"),
    DiagnosticExplanation(
      code: .tableArrayConflict, title: "one name for a table and an array of tables",
      meaning: """
        [name] is one table and [[name]] adds one to a list. All headers of a name are of one kind.
        """,
      wrong: "[[hook]]\n[hook]\n", right: "[[hook]]\n[[hook]]\n"),
    DiagnosticExplanation(
      code: .dottedKeyConflict, title: "a dotted key into a table with a header",
      meaning: """
        The keys of a table with a header stand below that header, and not as dotted keys below another one.
        """,
      wrong: "[a.b]\n[a]\nb.c = 1\n", right: "[a.b]\nc = 1\n[a]\n"),
  ]
}
