/// The users that a layer covers if it names no users and no groups.
public enum Everybody: Hashable, Sendable {
  /// In the system instance: every user but root.
  case exceptRoot
  /// In a user instance: its owner, by name.
  case owner(String)
}

extension Layer {
  /// Whether the layer covers a user: it names the user or one of their groups, or it names none and `everybody`
  /// includes the user. Nil stands for an arbitrary user: every layer covers one.
  public func covers(_ user: UserIdentity?, where everybody: Everybody) -> Bool {
    guard let user, coversEverybody, case .owner(let owner) = everybody else { return covers(user) }
    return user.name == owner
  }
}
