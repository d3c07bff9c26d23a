/// The users and groups of a machine. Names in profiles are checked against them.
///
/// It is used only if a profile names a user or a group.
public protocol AccountSource {
  /// Returns the names of the users that are known without a search, for suggestions.
  func users() -> [String]

  /// Returns the names of the groups that are known without a search, for suggestions.
  func groups() -> [String]

  /// Whether a user with that name exists. A number is not a name.
  func hasUser(_ name: String) -> Bool

  /// Whether a group with that name exists. A number is not a name.
  func hasGroup(_ name: String) -> Bool
}
