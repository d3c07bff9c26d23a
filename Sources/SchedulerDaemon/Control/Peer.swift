import Scheduler

/// The process at the other end of a connection, as reported by the kernel.
///
/// Source: `SO_PEERCRED` of `unix(7)`. It identifies the process that connected. Another process may be writing now.
public struct Peer: Hashable, Sendable {
  /// The effective user of the process when it connected.
  public let userID: UInt32
  /// The primary group of the process when it connected. Its further groups are in the account database.
  public let groupID: UInt32
  /// The ID of the process, which another process may have by now.
  public let processID: Int32

  /// Creates a peer from its IDs.
  public init(userID: UInt32, groupID: UInt32, processID: Int32) {
    self.userID = userID
    self.groupID = groupID
    self.processID = processID
  }

  /// Whether the peer is root.
  public var isRoot: Bool { userID == 0 }
}

/// The rights of a peer in an instance, derived from its identity.
///
/// For every request that loosens, the engine additionally checks locks and `may`.
public struct PeerRole: Hashable, Sendable {
  /// The relation of a peer to the instance. The first matching case applies.
  public enum Kind: String, CaseIterable, Sendable {
    /// Root, who may do everything on the machine.
    case root
    /// The owner of the instance.
    case owner
    /// A member of the group in `[daemon]`.
    case member
    /// Another user, if the instance is the system's. This user sees and steers the profiles that shield them.
    case user
    /// Another user, if the instance belongs to a single user.
    case stranger
  }

  /// The relation to the instance.
  public let kind: Kind
  /// The user, whose name and groups are compared with those in profiles.
  public let user: UserIdentity
  /// The number of the user.
  public let userID: UInt32

  /// Determines the role of a peer.
  ///
  /// - Parameters:
  ///   - peer: the process as reported by the kernel.
  ///   - user: its name and groups, from the account databases.
  ///   - ownerID: the owner of the instance; root owns the system's instance.
  ///   - group: the group in `[daemon]`; nil for none.
  public init(of peer: Peer, user: UserIdentity, ownerID: UInt32, group: String?) {
    self.user = user
    userID = peer.userID
    kind =
      if peer.isRoot { .root } else if peer.userID == ownerID {
        .owner
      } else if group.map(user.groups.contains) ?? false {
        .member
      } else if ownerID == 0 { .user } else { .stranger }
  }

  /// The part of the instance that the peer sees.
  public var viewer: Viewer {
    switch kind {
    case .root, .owner, .member: .everything
    case .user: .user(user)
    case .stranger: .nothing
    }
  }

  /// Whether the peer is the user whom history names: by name, or by number if the name was unknown.
  func isUser(named text: String) -> Bool { user.name == text || "\(userID)" == text }

  /// Whether the peer is exempt from the `may` of profiles.
  public var isAdministrator: Bool { kind == .root || kind == .owner }

  /// Returns whether the peer may call a method at all. The parameters of the call are checked separately.
  public func mayCall(_ method: ControlMethod) -> Bool {
    switch method.need {
    case .reading: true
    case .steering: kind != .stranger
    case .administration: isAdministrator
    }
  }
}
