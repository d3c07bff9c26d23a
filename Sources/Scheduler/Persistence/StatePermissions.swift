import SchedulerStore

/// The permission bits of the files in a state directory.
public struct StatePermissions: Hashable, Sendable {
  /// Of `journal`, `snapshot`, `configuration` and `history.jsonl`: for the owner alone, or with a group `0o640`.
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
    let kinds = StateStore.stateNames + ["history", AcceptedConfiguration.fileName]
    let isState = kinds.contains { kind in
      name.hasPrefix(kind) && ["-", ".", nil].contains(name.dropFirst(kind.count).first)
    }
    return isState ? state : nil
  }
}
