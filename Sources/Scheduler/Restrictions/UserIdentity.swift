/// A user of the machine, with the properties by which layers select users.
public struct UserIdentity: Hashable, Sendable {
  /// The name; nil for a user without one, whom no layer can name.
  public let name: String?
  /// The names of the user's groups.
  public let groups: Set<String>
  /// Whether the user is root, whom a layer covers only by name or group.
  public let isRoot: Bool
  /// Whether the groups are complete and a nil name means that the user has none; false if the machine could not
  /// determine them.
  public let isComplete: Bool

  /// Creates a user with a name and groups.
  public init(name: String?, groups: Set<String> = [], isRoot: Bool = false, isComplete: Bool = true) {
    self.name = name
    self.groups = groups
    self.isRoot = isRoot
    self.isComplete = isComplete
  }
}

extension Layer {
  /// Whether the layer covers a user: it names the user or one of their groups, or it names none and the user is not
  /// root. Nil stands for an arbitrary user: every layer covers one.
  public func covers(_ user: UserIdentity?) -> Bool {
    guard let user else { return true }
    if coversEverybody { return !user.isRoot }
    return user.name.map(users.contains) ?? false || groups.contains(where: user.groups.contains)
  }

  /// Whether the layer may cover a user about whom not everything is known, although what is known does not imply it.
  public func mayCover(_ user: UserIdentity?) -> Bool {
    guard let user, !user.isComplete, !covers(user) else { return false }
    return !groups.isEmpty || (user.name == nil && !users.isEmpty)
  }
}

/// Names of users and groups that no account of a machine has.
public struct AbsentAccounts: Hashable, Sendable {
  /// The names of users.
  public var users: Set<String>
  /// The names of groups.
  public var groups: Set<String>

  /// Creates a collection of names.
  public init(users: Set<String> = [], groups: Set<String> = []) { (self.users, self.groups) = (users, groups) }
}

extension Layer {
  /// Whether the layer covers a user of a machine; see `covers(_:)`. Nil stands for an arbitrary user of the machine: a
  /// layer covers none if all that it names are absent.
  public func covers(_ user: UserIdentity?, on machine: MachineNames) -> Bool {
    guard user == nil, !coversEverybody else { return covers(user) }
    let absent = machine.absentAccounts
    return !users.allSatisfy(absent.users.contains) || !groups.allSatisfy(absent.groups.contains)
  }
}

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

/// The viewer of sessions and profiles, which determines what is shown.
public enum Viewer: Hashable, Sendable {
  /// Sees everything.
  case everything
  /// Sees what shields this user.
  case user(UserIdentity)
  /// Sees no session and no profile.
  case nothing

  /// Whether a profile is shown.
  ///
  /// Complexity: that of its layer, except for `everything`.
  public func sees(_ profile: Profile, in configuration: Configuration) -> Bool {
    self == .everything || sees(configuration.layer(of: profile))
  }

  /// Whether the use of a user is shown: their own, and to those who see everything that of all.
  func seesUse(of user: String) -> Bool {
    switch self {
    case .everything: true
    case .user(let identity): identity.name == user
    case .nothing: false
    }
  }

  /// Returns the user that the viewer is, if that is their name.
  func user(named name: String) -> UserIdentity? {
    if case .user(let identity) = self, identity.name == name { identity } else { nil }
  }

  func sees(_ layer: Layer) -> Bool {
    switch self {
    case .everything: true
    case .user(let user): layer.covers(user)
    case .nothing: false
    }
  }
}
