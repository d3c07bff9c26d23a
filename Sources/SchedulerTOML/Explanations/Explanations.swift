import SchedulerDiagnostics

extension Document {
  /// The explanation of each code that parsing TOML can report.
  ///
  /// ```swift
  /// let explanation = Document.explanations.first { $0.code == .unquotedString }
  /// ```
  public static let explanations =
    DiagnosticExplanation.encoding + DiagnosticExplanation.keys + DiagnosticExplanation.strings
    + DiagnosticExplanation.values + DiagnosticExplanation.structure + DiagnosticExplanation.tables
}

extension DiagnosticExplanation {
  /// Explanations about bytes, characters and limits.
  static let encoding: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .invalidUTF8, title: "bytes that are not UTF-8",
      meaning: """
        TOML is written in UTF-8. Bytes that are no UTF-8 mostly come from an editor that saved the file in \
        an older encoding, such as Latin-1.
        """,
      wrong: nil, right: nil),
    DiagnosticExplanation(
      code: .wrongEncoding, title: "a text in UTF-16",
      meaning: """
        TOML is written in UTF-8. Some editors on Windows call UTF-16 'Unicode' and save it by default; \
        choose UTF-8 there.
        """,
      wrong: nil, right: nil),
    DiagnosticExplanation(
      code: .misplacedByteOrderMark, title: "a byte order mark inside the text",
      meaning: """
        The invisible character U+FEFF may be the first of a file, where it is ignored. Anywhere else \
        outside of strings and comments it is a mistake, mostly left behind where two files were joined.
        """,
      wrong: "a = 1\n\u{FEFF}b = 2\n", right: "a = 1\nb = 2\n"),
    DiagnosticExplanation(
      code: .controlCharacter, title: "a control character",
      meaning: """
        Apart from tabs and line ends, control characters (U+0000 to U+001F, U+007F) are not allowed, in \
        strings and comments neither: nobody can see them. In a basic string they can be written as escapes.
        """,
      wrong: "name = \"bell\u{7}\"\n", right: "name = \"bell\\u0007\"\n"),
    DiagnosticExplanation(
      code: .bareCarriageReturn, title: "a carriage return without a line feed",
      meaning: """
        Lines end with LF or with CR LF. A carriage return alone would look like a line end in some editors \
        and like nothing in others.
        """,
      wrong: "a = 1\rb = 2\n", right: "a = 1\r\nb = 2\n"),
    DiagnosticExplanation(
      code: .textTooLarge, title: "a text that is too large",
      meaning: """
        Texts of more than 16 MiB are not read. Long lists of names are better kept in files of their own.
        """,
      wrong: nil, right: nil),
    DiagnosticExplanation(
      code: .nestingTooDeep, title: "too many tables and arrays in each other",
      meaning: """
        At most 128 tables and arrays may be in each other, so that no program that walks through them runs \
        out of stack.
        """,
      wrong: nil, right: nil),
  ]
}
