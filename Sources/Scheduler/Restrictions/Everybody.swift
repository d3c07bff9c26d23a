/// Whom a layer covers that names no users and no groups.
public enum Everybody: Hashable, Sendable {
  /// In the system's instance: everybody but root.
  case exceptRoot
  /// In a user's own instance: its owner, by name.
  case owner(String)
}

extension Layer {
  /// Whether the layer covers a user: it names them or a group of theirs, or it names nobody and they are among those
  /// whom that means. Nil stands for anybody: every layer covers somebody.
  public func covers(_ user: UserIdentity?, where everybody: Everybody) -> Bool {
    guard let user, coversEverybody, case .owner(let owner) = everybody else { return covers(user) }
    return user.name == owner
  }
}
