import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Keys and what stands between a key and its value.
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
