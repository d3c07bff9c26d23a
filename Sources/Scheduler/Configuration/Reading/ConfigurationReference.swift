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
