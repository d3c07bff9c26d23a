/// The users and groups of a machine, against which those that profiles name are checked.
///
/// Asked only when a profile names one.
public protocol AccountSource {
  /// The names of the users that are known without a search, for suggestions.
  func users() -> [String]

  /// The names of the groups that are known without a search, for suggestions.
  func groups() -> [String]

  /// Whether there is a user of that name. A number is no name.
  func hasUser(_ name: String) -> Bool

  /// Whether there is a group of that name. A number is no name.
  func hasGroup(_ name: String) -> Bool
}
