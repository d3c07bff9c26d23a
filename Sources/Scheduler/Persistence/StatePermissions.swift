/// The permission bits of the files in a state directory.
public struct StatePermissions: Hashable, Sendable {
  /// Of `journal`, `snapshot` and `history.jsonl`: for the owner alone, or with a group `0o640`.
  public var state: UInt32
  /// Of `shield.json`: for everybody, or when it is private `0o640`.
  public var shield: UInt32

  /// Permission bits.
  public init(state: UInt32 = 0o600, shield: UInt32 = 0o644) {
    self.state = state
    self.shield = shield
  }
}
