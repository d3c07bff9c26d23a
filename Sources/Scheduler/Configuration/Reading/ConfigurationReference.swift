/// The configuration language as data: every table and key that there is, as the program itself reads them.
///
/// ```swift
/// for key in ConfigurationReference.file.keys { print(key.name, key.summary) }
/// ```
public enum ConfigurationReference {
  /// A whole file.
  ///
  /// - Complexity: some hundred allocations; made anew by each call.
  public static var file: TableReference { TableSchema<ConfigurationDraft>.file.reference }
}

/// A kind of table and its keys. Keys that begin with `x-` may stand in any table besides.
public struct TableReference: Sendable {
  /// What it is called, with an article: `a profile`.
  public let name: String
  /// Its keys, in the order of the reference.
  public let keys: [KeyReference]
}

/// A key of a table.
public struct KeyReference: Sendable {
  /// The key as it is typed.
  public let name: String
  /// What its value may look like.
  public let shape: ValueShape
  /// What its value is, with an article: `a duration such as "25m"`. Where `shape` is a choice, what the names in it are,
  /// without one: `period`.
  public let expectation: String
  /// What it means, in a phrase without a full stop.
  public let summary: String
  /// What holds without it, as TOML or in words; nil for nothing.
  public let defaultValue: String?
  /// A value as TOML for keys that must be given; nil for those that may be left out.
  public let requiredExample: String?

  /// Whether its table is wrong without it.
  public var isRequired: Bool { requiredExample != nil }
}
