/// The viewer of sessions and profiles, which determines what is shown.
public enum Viewer: Hashable, Sendable {
  /// Sees everything.
  case everything
  /// Sees what shields this user.
  case user(UserIdentity)
  /// Sees no session and no profile.
  case nobody

  /// Whether a profile is shown.
  ///
  /// Complexity: that of its layer, except for `everything`.
  public func sees(_ profile: Profile, in configuration: Configuration) -> Bool {
    self == .everything || sees(configuration.layer(of: profile))
  }

  func sees(_ layer: Layer) -> Bool {
    switch self {
    case .everything: true
    case .user(let user): layer.covers(user)
    case .nobody: false
    }
  }
}
