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
  static let encoding = all([
    .invalidUTF8: """
    bytes that are not UTF-8
    TOML is written in UTF-8. Bytes that are no UTF-8 mostly come from an editor that saved the file in \
    an older encoding, such as Latin-1.
    """,
    .wrongEncoding: """
    a text in UTF-16
    TOML is written in UTF-8. Some editors on Windows call UTF-16 'Unicode' and save it by default; \
    choose UTF-8 there.
    """,
    .misplacedByteOrderMark: """
    a byte order mark inside the text
    The invisible character U+FEFF may be the first of a file, where it is ignored. Anywhere else \
    outside of strings and comments it is a mistake, mostly left behind where two files were joined.
    ---
    a = 1
    \u{FEFF}b = 2

    ---
    a = 1
    b = 2

    """,
    .controlCharacter: """
    a control character
    Apart from tabs and line ends, control characters (U+0000 to U+001F, U+007F) are not allowed, in \
    strings and comments neither: nobody can see them. In a basic string they can be written as escapes.
    ---
    name = "bell\u{7}"

    ---
    name = "bell\\u0007"

    """,
    .bareCarriageReturn: """
    a carriage return without a line feed
    Lines end with LF or with CR LF. A carriage return alone would look like a line end in some editors \
    and like nothing in others.
    ---
    a = 1\rb = 2

    ---
    a = 1\r
    b = 2

    """,
    .textTooLarge: """
    a text that is too large
    Texts of more than 16 MiB are not read. Long lists of names are better kept in files of their own.
    """,
    .nestingTooDeep: """
    too many tables and arrays in each other
    At most 128 tables and arrays may be in each other, so that no program that walks through them runs \
    out of stack.
    """,
  ])
}
