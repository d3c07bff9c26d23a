import SchedulerStore

/// The permission bits of the files in a state directory.
public struct StatePermissions: Hashable, Sendable {
  /// Of `journal`, `snapshot`, the configurations and `history.jsonl`: for the owner alone, or with a group `0o640`.
  public var state: UInt32
  /// Of `shield.json`: for everybody, or when it is private `0o640`.
  public var shield: UInt32

  /// Permission bits.
  public init(state: UInt32 = 0o600, shield: UInt32 = 0o644) {
    self.state = state
    self.shield = shield
  }

  /// The bits for a file of a state directory by its name, also for an older one of its kind; nil for a file that has its
  /// own, such as the lock, and for those of others.
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
  /// What the settings of the daemon ask for: a group may read the state, and what is private is not for everybody.
  public init(_ settings: DaemonSettings) {
    self.init(state: settings.group == nil ? 0o600 : 0o640, shield: settings.isPrivate ? 0o640 : 0o644)
  }
}
