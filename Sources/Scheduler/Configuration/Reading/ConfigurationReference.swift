/// The configuration language as data: every table and key, from the schema that the reader uses.
///
/// ```swift
/// for key in ConfigurationReference.file.keys { print(key.name, key.summary) }
/// ```
public enum ConfigurationReference {
  /// A whole file.
  ///
  /// - Complexity: some hundred allocations for each access.
  public static var file: TableReference { TableSchema<ConfigurationDraft>.file.reference }
}

/// A kind of table and its keys. Any table may also contain keys that begin with `x-`.
public struct TableReference: Sendable {
  /// The name of the table with an article: `a profile`.
  public let name: String
  /// The keys in the order of the reference.
  public let keys: [KeyReference]
}

/// A key of a table.
public struct KeyReference: Sendable {
  /// The key as written in a file.
  public let name: String
  /// The syntax of the value.
  public let shape: ValueShape
  /// The expected value with an article: `a duration such as "25m"`. If `shape` is a choice, the noun for its names
  /// without an article: `period`.
  public let expectation: String
  /// The meaning, in a phrase without a full stop.
  public let summary: String
  /// The default, as TOML or in words; nil if there is none.
  public let defaultValue: String?
  /// A value as TOML for a required key; nil for an optional one.
  public let requiredExample: String?

  /// Whether the key is required.
  public var isRequired: Bool { requiredExample != nil }
}

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
  /// A value of a shape, or a list of such values.
  case oneOrMany(ValueShape)
  /// A value of one of several shapes.
  case anyOf([ValueShape])
  /// A table with fixed keys.
  case table(TableReference)
  /// A table of tables with names chosen by the user. The names match an ECMA 262 regular expression.
  case namedTables(TableReference, namePattern: String)
}
