/// The users whom a layer covers, by their IDs on this machine.
public enum CoveredUsers: Hashable, Sendable {
  /// Every user but root.
  case everybodyButRoot
  /// These users.
  case only(Set<UInt32>)

  /// Whether a user is covered. Complexity: O(1).
  public func contains(_ user: UInt32) -> Bool {
    switch self {
    case .everybodyButRoot: user != 0
    case .only(let users): users.contains(user)
    }
  }
}
