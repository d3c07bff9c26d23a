import SchedulerDiagnostics

/// The codes of the mistakes that TOML itself knows. `explanations` tells more about each.
extension DiagnosticCode {
  // MARK: Encoding

  /// Bytes that are not UTF-8.
  public static let invalidUTF8 = DiagnosticCode("invalid-utf8")
  /// A text in UTF-16.
  public static let wrongEncoding = DiagnosticCode("wrong-encoding")
  /// U+FEFF outside of strings and comments, and not at the start.
  public static let misplacedByteOrderMark = DiagnosticCode("misplaced-byte-order-mark")
  /// A control character other than tab.
  public static let controlCharacter = DiagnosticCode("control-character")
  /// CR without LF.
  public static let bareCarriageReturn = DiagnosticCode("bare-carriage-return")
  /// More than `Document.maximumByteCount`.
  public static let textTooLarge = DiagnosticCode("text-too-large")
  /// More than `Document.maximumNesting`.
  public static let nestingTooDeep = DiagnosticCode("nesting-too-deep")

  // MARK: Keys

  /// `= 1`, `a..b`, `[]`.
  public static let missingKey = DiagnosticCode("missing-key")
  /// A key that needs quotes.
  public static let invalidBareKey = DiagnosticCode("invalid-bare-key")
  /// A multi-line string as a key.
  public static let multilineKey = DiagnosticCode("multiline-key")
  /// A key without `=`, or with `:`.
  public static let missingEquals = DiagnosticCode("missing-equals")
  /// `a == 1`.
  public static let doubledEquals = DiagnosticCode("doubled-equals")
  /// Nothing behind `=`.
  public static let missingValue = DiagnosticCode("missing-value")

  // MARK: Strings

  /// Text without quotes.
  public static let unquotedString = DiagnosticCode("unquoted-string")
  /// No closing quote.
  public static let unterminatedString = DiagnosticCode("unterminated-string")
  /// A backslash with something behind it that is no escape.
  public static let invalidEscape = DiagnosticCode("invalid-escape")
  /// `\x`, `\u` or `\U` with too few digits or a number that is no character.
  public static let invalidUnicodeEscape = DiagnosticCode("invalid-unicode-escape")
  /// Text in “these” or ‘these’.
  public static let typographicQuotes = DiagnosticCode("typographic-quotes")

  // MARK: Other values

  /// `True`, `yes`, `on` and the like.
  public static let invalidBoolean = DiagnosticCode("invalid-boolean")
  /// `null`, `nil`, `none`.
  public static let nullValue = DiagnosticCode("null-value")
  /// Something that starts like a number.
  public static let invalidNumber = DiagnosticCode("invalid-number")
  /// `007`.
  public static let leadingZero = DiagnosticCode("leading-zero")
  /// An underscore that is not between two digits.
  public static let misplacedUnderscore = DiagnosticCode("misplaced-underscore")
  /// `.5` or `5.`.
  public static let incompleteFloat = DiagnosticCode("incomplete-float")
  /// More than 64 bits.
  public static let integerOverflow = DiagnosticCode("integer-overflow")
  /// Something that starts like a date or a time.
  public static let malformedDateTime = DiagnosticCode("malformed-date-time")
  /// A month or a day that there is not.
  public static let impossibleDate = DiagnosticCode("impossible-date")
  /// An hour, minute or second that there is not.
  public static let impossibleTime = DiagnosticCode("impossible-time")
  /// An offset beyond 23:59.
  public static let impossibleOffset = DiagnosticCode("impossible-offset")

  // MARK: Structure

  /// No `]`.
  public static let unterminatedArray = DiagnosticCode("unterminated-array")
  /// No `}`.
  public static let unterminatedInlineTable = DiagnosticCode("unterminated-inline-table")
  /// `[1}`.
  public static let mismatchedBracket = DiagnosticCode("mismatched-bracket")
  /// Two elements without a comma between them.
  public static let missingComma = DiagnosticCode("missing-comma")
  /// A comma without an element before it.
  public static let extraComma = DiagnosticCode("extra-comma")
  /// A header without its closing brackets.
  public static let unterminatedHeader = DiagnosticCode("unterminated-header")
  /// Brackets of a header that do not fit each other.
  public static let malformedHeader = DiagnosticCode("malformed-header")
  /// Something behind a value or a header.
  public static let trailingText = DiagnosticCode("trailing-text")
  /// Something that starts neither a key nor a value.
  public static let unexpectedText = DiagnosticCode("unexpected-text")

  // MARK: Tables

  /// A key that is given a value twice.
  public static let duplicateKey = DiagnosticCode("duplicate-key")
  /// A table that is defined twice.
  public static let duplicateTable = DiagnosticCode("duplicate-table")
  /// A key that goes through a value that is no table.
  public static let notATable = DiagnosticCode("not-a-table")
  /// Adding to an inline table.
  public static let closedTable = DiagnosticCode("closed-table")
  /// Adding to an array in brackets with `[[…]]`.
  public static let closedArray = DiagnosticCode("closed-array")
  /// The same name as `[…]` and `[[…]]`.
  public static let tableArrayConflict = DiagnosticCode("table-array-conflict")
  /// A dotted key into a table that has a header.
  public static let dottedKeyConflict = DiagnosticCode("dotted-key-conflict")
}
