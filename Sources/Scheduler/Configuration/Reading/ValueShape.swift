/// The syntax of the value of a key, for checking a file and for completion.
public indirect enum ValueShape: Sendable {
  /// `true` or `false`.
  case boolean
  /// An integer within a range.
  case integer(ClosedRange<Int64>)
  /// A string. `pattern` is an ECMA 262 regular expression that matches the whole string; nil for any string.
  case string(pattern: String?, example: String?)
  /// One of some strings.
  case choice([String])
  /// A TOML local date.
  case localDate
  /// A TOML local time.
  case localTime
  /// A list of at least `minimumCount` values of a shape.
  case list(ValueShape, minimumCount: Int = 0)
  /// A list whose first value is required and has its own shape. The others have the second shape.
  case sequence(first: ValueShape, rest: ValueShape)
  /// A value of one of several shapes.
  case anyOf([ValueShape])
  /// A table with fixed keys.
  case table(TableReference)
  /// A table of tables with names chosen by the user. The names match an ECMA 262 regular expression.
  case namedTables(TableReference, namePattern: String)
}
