import SchedulerStore

/// The permission bits of the files in a state directory.
public struct StatePermissions: Hashable, Sendable {
  /// The bits of `journal`, `snapshot`, the configurations and `history.jsonl`: owner only or, with a group, `0o640`.
  public var state: UInt32
  /// The bits of `shield.json`: readable by all users or, if private, `0o640`.
  public var shield: UInt32

  /// Creates permission bits.
  public init(state: UInt32 = 0o600, shield: UInt32 = 0o644) {
    self.state = state
    self.shield = shield
  }

  /// Returns the bits for a file in a state directory by its name, including older files of the same kind. Returns nil
  /// for a file with its own bits, for example the lock, and for files of other programs.
  func bits(forFile name: String) -> UInt32? {
    if name == FileRestrictionStore.fileName { return shield }
    let kinds = StateStore.stateNames + ["history", ConfigurationFiles.key]
    let isState = kinds.contains { kind in
      name.hasPrefix(kind) && ["-", ".", nil].contains(name.dropFirst(kind.count).first)
    }
    return isState ? state : nil
  }
}

extension StatePermissions {
  /// Creates the bits for the settings of the daemon: with a group, its members may read the state; a private shield is
  /// not readable by all users.
  public init(_ settings: DaemonSettings) {
    self.init(state: settings.group == nil ? 0o600 : 0o640, shield: settings.isPrivate ? 0o640 : 0o644)
  }
}
