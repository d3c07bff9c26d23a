import SchedulerDiagnostics

/// The diagnostic codes of TOML itself. `Document.explanations` explains each of them.
extension DiagnosticCode {
  // MARK: Encoding

  /// Bytes are not well-formed UTF-8.
  public static let invalidUTF8 = DiagnosticCode("invalid-utf8")
  /// The text is encoded in UTF-16.
  public static let wrongEncoding = DiagnosticCode("wrong-encoding")
  /// U+FEFF stands outside of strings and comments and not at the start of the text.
  public static let misplacedByteOrderMark = DiagnosticCode("misplaced-byte-order-mark")
  /// A control character other than tab.
  public static let controlCharacter = DiagnosticCode("control-character")
  /// CR without LF.
  public static let bareCarriageReturn = DiagnosticCode("bare-carriage-return")
  /// The text is larger than `Document.maximumByteCount`.
  public static let textTooLarge = DiagnosticCode("text-too-large")
  /// Tables and arrays are nested deeper than `Document.maximumNesting`.
  public static let nestingTooDeep = DiagnosticCode("nesting-too-deep")

  // MARK: Keys

  /// `= 1`, `a..b`, `[]`.
  public static let missingKey = DiagnosticCode("missing-key")
  /// A key needs quotes.
  public static let invalidBareKey = DiagnosticCode("invalid-bare-key")
  /// A key is a multi-line string.
  public static let multilineKey = DiagnosticCode("multiline-key")
  /// A key is not followed by `=`, or is followed by `:`.
  public static let missingEquals = DiagnosticCode("missing-equals")
  /// `a == 1`.
  public static let doubledEquals = DiagnosticCode("doubled-equals")
  /// No value follows `=`.
  public static let missingValue = DiagnosticCode("missing-value")

  // MARK: Strings

  /// A text has no quotes.
  public static let unquotedString = DiagnosticCode("unquoted-string")
  /// A string has no closing quote.
  public static let unterminatedString = DiagnosticCode("unterminated-string")
  /// The character after a backslash does not form an escape.
  public static let invalidEscape = DiagnosticCode("invalid-escape")
  /// `\x`, `\u` or `\U` has too few digits or denotes no character.
  public static let invalidUnicodeEscape = DiagnosticCode("invalid-unicode-escape")
  /// A text is enclosed in “these” or ‘these’.
  public static let typographicQuotes = DiagnosticCode("typographic-quotes")

  // MARK: Other values

  /// `True`, `yes`, `on` or a similar word.
  public static let invalidBoolean = DiagnosticCode("invalid-boolean")
  /// `null`, `nil`, `none`.
  public static let nullValue = DiagnosticCode("null-value")
  /// A value starts like a number but is not one.
  public static let invalidNumber = DiagnosticCode("invalid-number")
  /// `007`.
  public static let leadingZero = DiagnosticCode("leading-zero")
  /// An underscore does not stand between two digits.
  public static let misplacedUnderscore = DiagnosticCode("misplaced-underscore")
  /// `.5` or `5.`.
  public static let incompleteFloat = DiagnosticCode("incomplete-float")
  /// An integer does not fit in 64 bits.
  public static let integerOverflow = DiagnosticCode("integer-overflow")
  /// A value starts like a date or a time but is not one.
  public static let malformedDateTime = DiagnosticCode("malformed-date-time")
  /// A month or a day that does not exist.
  public static let impossibleDate = DiagnosticCode("impossible-date")
  /// An hour, minute or second that does not exist.
  public static let impossibleTime = DiagnosticCode("impossible-time")
  /// An offset beyond 23:59.
  public static let impossibleOffset = DiagnosticCode("impossible-offset")

  // MARK: Structure

  /// An array has no `]`.
  public static let unterminatedArray = DiagnosticCode("unterminated-array")
  /// An inline table has no `}`.
  public static let unterminatedInlineTable = DiagnosticCode("unterminated-inline-table")
  /// `[1}`.
  public static let mismatchedBracket = DiagnosticCode("mismatched-bracket")
  /// Two elements are not separated by a comma.
  public static let missingComma = DiagnosticCode("missing-comma")
  /// A comma follows no element.
  public static let extraComma = DiagnosticCode("extra-comma")
  /// A header has no closing brackets.
  public static let unterminatedHeader = DiagnosticCode("unterminated-header")
  /// The brackets of a header do not match.
  public static let malformedHeader = DiagnosticCode("malformed-header")
  /// Text follows a value or a header.
  public static let trailingText = DiagnosticCode("trailing-text")
  /// Text that starts neither a key nor a value.
  public static let unexpectedText = DiagnosticCode("unexpected-text")

  // MARK: Tables

  /// A key has two values.
  public static let duplicateKey = DiagnosticCode("duplicate-key")
  /// A table is defined twice.
  public static let duplicateTable = DiagnosticCode("duplicate-table")
  /// A key leads through a value that is not a table.
  public static let notATable = DiagnosticCode("not-a-table")
  /// Keys are added to an inline table.
  public static let closedTable = DiagnosticCode("closed-table")
  /// `[[…]]` adds to an array in brackets.
  public static let closedArray = DiagnosticCode("closed-array")
  /// A name is defined by both `[…]` and `[[…]]`.
  public static let tableArrayConflict = DiagnosticCode("table-array-conflict")
  /// A dotted key adds to a table that has a header.
  public static let dottedKeyConflict = DiagnosticCode("dotted-key-conflict")
}
