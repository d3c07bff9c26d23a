import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// What may be defined where.
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
