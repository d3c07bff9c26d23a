import Scheduler

/// The process at the other end of a connection, as the kernel knows it.
///
/// Source: `SO_PEERCRED` of `unix(7)`. It names who connected, which may be another process than the one that writes now.
public struct Peer: Hashable, Sendable {
  /// The user whose rights the process had when it connected.
  public let userID: UInt32
  /// The group that the process had first then; its further groups are in the account database.
  public let groupID: UInt32
  /// The number of the process, which another process may have by now.
  public let processID: Int32

  /// A process by its numbers.
  public init(userID: UInt32, groupID: UInt32, processID: Int32) {
    self.userID = userID
    self.groupID = groupID
    self.processID = processID
  }

  /// Whether the process may do everything on the machine.
  public var isRoot: Bool { userID == 0 }
}

/// What a peer may do in an instance, by who it is.
///
/// For everything that loosens, the engine checks locks and `may` besides.
public struct PeerRole: Hashable, Sendable {
  /// The relation of a peer to the instance; the first that fits counts.
  public enum Kind: String, CaseIterable, Sendable {
    /// May do everything on the machine.
    case root
    /// Owns the instance.
    case owner
    /// Is in the group of `[daemon]`.
    case member
    /// Is another user of a machine whose instance is the system's: the profiles that shield them are theirs.
    case user
    /// Is another user than the one to whom the instance belongs.
    case stranger
  }

  /// The relation to the instance.
  public let kind: Kind
  /// The user, by whom profiles name.
  public let user: UserIdentity

  /// The role of a peer.
  ///
  /// - Parameters:
  ///   - peer: the process as the kernel knows it.
  ///   - user: its name and groups, from the account databases.
  ///   - ownerID: the owner of the instance; root's is the system's.
  ///   - group: the group of `[daemon]`; nil for none.
  public init(of peer: Peer, user: UserIdentity, ownerID: UInt32, group: String?) {
    self.user = user
    kind =
      if peer.isRoot { .root } else if peer.userID == ownerID {
        .owner
      } else if group.map(user.groups.contains) ?? false {
        .member
      } else if ownerID == 0 { .user } else { .stranger }
  }

  /// What the peer sees.
  public var viewer: Viewer {
    switch kind {
    case .root, .owner, .member: .everything
    case .user: .user(user)
    case .stranger: .nobody
    }
  }

  /// Whether `may` of a profile does not restrict the peer.
  public var isAdministrator: Bool { kind == .root || kind == .owner }

  /// Whether the peer may call a method at all. What it asks for with the method is checked elsewhere.
  public func mayCall(_ method: ControlMethod) -> Bool {
    switch method.need {
    case .reading: true
    case .steering: kind != .stranger
    case .administration: isAdministrator
    }
  }
}
