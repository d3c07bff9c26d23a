/// What a command does about files that others than root can change, when root reads them.
///
/// Whoever can change a file decides what is done with root's rights. Files that the program looks up by itself are
/// refused. Files that a person names may lie anywhere as long as they are only looked at.
enum TrustPolicy {
  /// For commands that show what would be: files that were named are taken.
  case preview
  /// For `check`: files that were named are taken with a warning.
  case check
  /// For commands that act on what the files say: all are refused.
  case act

  /// What becomes of a file that others can change.
  enum Reaction {
    case ignore, warn, refuse
  }

  /// What becomes of such a file.
  ///
  /// - Parameters:
  ///   - isNamed: whether a person named it, or the configuration that names it.
  ///   - isRoot: whether root reads it. Others read with their own rights, which nobody gains by changing a file.
  func reaction(isNamed: Bool, isRoot: Bool) -> Reaction {
    guard isRoot else { return .ignore }
    guard isNamed else { return .refuse }
    switch self {
    case .preview: return .ignore
    case .check: return .warn
    case .act: return .refuse
    }
  }
}
