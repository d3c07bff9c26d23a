/// Who is at the other end of a connection, as the kernel knows it.
///
/// Source: `SO_PEERCRED` of `unix(7)`. It names who connected, which may be another process than the one that writes now.
public struct Peer: Hashable, Sendable {
  /// The user whose rights they had when they connected.
  public let userID: UInt32
  /// The group that they had first then; the further ones are in the account database.
  public let groupID: UInt32
  /// Their process, whose number may be somebody else's by now.
  public let processID: Int32

  /// Somebody.
  public init(userID: UInt32, groupID: UInt32, processID: Int32) {
    self.userID = userID
    self.groupID = groupID
    self.processID = processID
  }

  /// Whether they may do whatever they want on the machine.
  public var isRoot: Bool { userID == 0 }
}
