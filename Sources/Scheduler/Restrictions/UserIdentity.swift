/// A user of the machine, as far as layers tell users apart.
public struct UserIdentity: Hashable, Sendable {
  /// The name; nil for a user without one, whom no layer can name.
  public let name: String?
  /// The names of the groups that the user is in.
  public let groups: Set<String>
  /// Whether it is root, whom a layer covers only when it says so.
  public let isRoot: Bool
  /// Whether they are in no other groups, and nil as the name means that they have none; false when the machine could not
  /// say.
  public let isComplete: Bool

  /// A user with a name and groups.
  public init(name: String?, groups: Set<String> = [], isRoot: Bool = false, isComplete: Bool = true) {
    self.name = name
    self.groups = groups
    self.isRoot = isRoot
    self.isComplete = isComplete
  }
}

extension Layer {
  /// Whether the layer covers a user: it names them or a group of theirs, or it names nobody and they are not root. Nil
  /// stands for anybody: every layer covers somebody.
  public func covers(_ user: UserIdentity?) -> Bool {
    guard let user else { return true }
    if coversEverybody { return !user.isRoot }
    return user.name.map(users.contains) ?? false || groups.contains(where: user.groups.contains)
  }

  /// Whether the layer may cover a user of whom not all is known, though nothing that is known says so.
  public func mayCover(_ user: UserIdentity?) -> Bool {
    guard let user, !user.isComplete, !covers(user) else { return false }
    return !groups.isEmpty || (user.name == nil && !users.isEmpty)
  }
}
