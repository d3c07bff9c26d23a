import Scheduler

/// What somebody at the other end of a connection may do in an instance, by who they are.
///
/// Locks and `may` are asked besides, by the engine, about whatever loosens.
public struct PeerStanding: Hashable, Sendable {
  /// What they are to the instance; the first that fits counts.
  public enum Role: String, CaseIterable, Sendable {
    /// May do whatever they want on the machine.
    case root
    /// The instance is theirs.
    case owner
    /// In the group of `[daemon]`.
    case member
    /// Somebody on a machine whose instance is the system's: what shields them is theirs.
    case user
    /// Somebody else in an instance that is a person's own.
    case stranger
  }

  /// What they are to the instance.
  public let role: Role
  /// Who they are, by whom profiles name.
  public let user: UserIdentity

  /// What somebody is.
  ///
  /// - Parameters:
  ///   - peer: as the kernel knows them.
  ///   - user: their name and groups, of those databases that were asked.
  ///   - ownerID: whose instance it is; root's is the system's.
  ///   - group: of `[daemon]`; nil for none.
  public init(_ peer: Peer, _ user: UserIdentity, ownerID: UInt32, group: String?) {
    self.user = user
    role =
      if peer.isRoot { .root } else if peer.userID == ownerID {
        .owner
      } else if group.map(user.groups.contains) ?? false {
        .member
      } else if ownerID == 0 { .user } else { .stranger }
  }

  /// What they see.
  public var viewer: Viewer {
    switch role {
    case .root, .owner, .member: .everything
    case .user: .user(user)
    case .stranger: .nobody
    }
  }

  /// Whether what `may` of a profile allows is not for them.
  public var isAdministrator: Bool { role == .root || role == .owner }

  /// Whether they may call a method at all; of whom and what they ask with it is another question.
  public func mayCall(_ method: ControlMethod) -> Bool {
    switch method.need {
    case .reading: true
    case .steering: role != .stranger
    case .administration: isAdministrator
    }
  }
}

extension ControlMethod {
  /// What a method asks of whoever calls it.
  public enum Need: Sendable {
    /// Shows what they may see.
    case reading
    /// Changes what concerns them.
    case steering
    /// Changes what everybody has.
    case administration
  }

  /// What it asks of whoever calls it.
  public var need: Need {
    switch self {
    case .isActive, .status, .sessions, .profiles, .pending, .next, .log, .why, .monitor: .reading
    case .start, .stop, .break, .pause, .resume, .reset, .skip, .extend, .access, .emergency, .open: .steering
    case .reload, .authorize: .administration
    }
  }
}
