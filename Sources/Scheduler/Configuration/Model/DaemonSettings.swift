/// How the daemon behaves, `[daemon]`.
public struct DaemonSettings: Hashable, Sendable {
  /// What becomes of the shield when the daemon is stopped on purpose; strict sessions always keep it.
  public enum OnExit: String, CaseIterable, Sendable {
    case lift, keep
  }

  /// Consent given by an administrator. Counts only in a file that root owns and nobody else can write.
  public var isAuthorized = false
  /// What becomes of the shield when the daemon is stopped on purpose.
  public var onExit = OnExit.lift
  /// The group whose members may steer sessions; nil for none.
  public var group: String?
  /// How long loosening changes wait, in seconds, for profiles that say nothing themselves.
  public var cooldownSeconds: Int64 = 0
  /// Whether only the group may read what is published.
  public var isPrivate = false
  /// Whether there are desktop notifications.
  public var notifies = true
  /// How long sessions and events are kept, in seconds, at least 1.
  public var historySeconds: Int64 = 90 * 86_400

  /// What holds without the table.
  public init() {}
}

/// How the shield is enforced on this machine, `[enforce]`.
public struct EnforcementSettings: Hashable, Sendable {
  /// A component that the shield is applied to.
  public enum Adapter: String, CaseIterable, Sendable {
    case execGuard = "exec-guard"
    case sweeper, hosts, dnsmasq, chromium, firefox, nftables
    case shieldPage = "shield-page"
  }

  /// The adapters that may be used; nil for every one that is available. None: computed, not enforced.
  public var adapters: [Adapter]?

  /// Every available adapter.
  public init() {}
}
