/// What the value of a key may look like: enough to check a file with, and to complete what is typed.
public indirect enum ValueShape: Sendable {
  /// `true` or `false`.
  case boolean
  /// A whole number in a range.
  case integer(ClosedRange<Int64>)
  /// A string; `pattern` is an ECMA 262 regular expression that the whole string matches, nil for any string.
  case string(pattern: String?, example: String?)
  /// One of some strings.
  case choice([String])
  /// A TOML local date.
  case localDate
  /// A TOML local time.
  case localTime
  /// A list of so many values of a shape, or of more.
  case list(ValueShape, minimumCount: Int = 0)
  /// A list whose first value has a shape of its own, and must be there; the others have the second shape.
  case sequence(first: ValueShape, rest: ValueShape)
  /// A value of one of several shapes.
  case anyOf([ValueShape])
  /// A table with keys of its own.
  case table(TableReference)
  /// A table of tables with names that people choose; the pattern is an ECMA 262 regular expression of the names.
  case namedTables(TableReference, namePattern: String)
}
