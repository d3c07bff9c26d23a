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
    TOML is written in UTF-8. Other bytes usually come from an editor that saved the file in an older encoding, such \
    as Latin-1.
    """,
    .wrongEncoding: """
    a text in UTF-16
    TOML is written in UTF-8. Some editors on Windows call UTF-16 'Unicode' and save it by default; \
    choose UTF-8 there.
    """,
    .misplacedByteOrderMark: """
    a byte order mark inside the text
    The invisible character U+FEFF may be the first of a file, where it is ignored. Anywhere else \
    outside of strings and comments it is a mistake, usually where two files were joined.
    ---
    a = 1
    \u{FEFF}b = 2

    ---
    a = 1
    b = 2

    """,
    .controlCharacter: """
    a control character
    Control characters (U+0000 to U+001F, U+007F) other than tabs and line ends are not allowed, not even in strings \
    and comments, because editors do not show them. In a basic string they can be written as escapes.
    ---
    name = "bell\u{7}"

    ---
    name = "bell\\u0007"

    """,
    .bareCarriageReturn: """
    a carriage return without a line feed
    Lines end with LF or with CR LF. Some editors show a carriage return alone as a line end, others do not show it.
    ---
    a = 1\rb = 2

    ---
    a = 1\r
    b = 2

    """,
    .textTooLarge: """
    a text that is too large
    A text may have up to 16 MiB. Keep long lists of names in files of their own.
    """,
    .nestingTooDeep: """
    tables and arrays that are nested too deep
    Tables and arrays may be nested up to 128 deep, so that a program that walks through them does not run out of stack.
    """,
  ])
}
