/// The settings of the daemon, `[daemon]`.
public struct DaemonSettings: Hashable, Sendable {
  /// The treatment of the shield when the daemon is stopped deliberately. Strict sessions always keep it.
  public enum OnExit: String, CaseIterable, Sendable {
    case lift, keep
  }

  /// Whether an administrator has given consent. Effective only in a file that root owns and no other user can write.
  public var isAuthorized = false
  /// The treatment of the shield when the daemon is stopped deliberately.
  public var onExit = OnExit.lift
  /// The group whose members may control sessions; nil for none.
  public var group: String?
  /// The time that loosening changes wait, in seconds, for profiles without their own setting.
  public var cooldownSeconds: Int64 = 0
  /// Whether only the group may read published files.
  public var isPrivate = false
  /// Whether desktop notifications are shown.
  public var notifies = true
  /// The time for which sessions and events are kept, in seconds, at least 1.
  public var historySeconds: Int64 = 90 * 86_400
  /// The time for which the sums of use are kept, in seconds, at least one day.
  public var useSeconds: Int64 = 104 * 7 * 86_400

  /// Creates the default settings.
  public init() {}
}

/// The settings of enforcement on this machine, `[enforce]`.
public struct EnforcementSettings: Hashable, Sendable {
  /// A component that applies the shield.
  public enum Adapter: String, CaseIterable, Sendable {
    case execGuard = "exec-guard"
    case sweeper, hosts, dnsmasq, chromium, firefox, nftables
    case shieldPage = "shield-page"
    /// The program of `[enforce] program`.
    case program

    /// Whether it blocks domains.
    public var blocksDomains: Bool {
      switch self {
      case .hosts, .dnsmasq, .chromium, .firefox, .nftables, .program: true
      case .execGuard, .sweeper, .shieldPage: false
      }
    }

    /// Whether it blocks pages of sites, which only browsers can tell apart. A program may.
    public var blocksPages: Bool { [.chromium, .firefox, .program].contains(self) }

    /// Whether it blocks applications.
    public var blocksApplications: Bool { [.execGuard, .sweeper, .program].contains(self) }

    /// Whether it blocks for every user, because it cannot tell users apart.
    public var isMachineWide: Bool { [.hosts, .dnsmasq, .chromium, .firefox].contains(self) }

    /// Whether what it leaves in files of the machine, or in the kernel, holds without a daemon until it is removed.
    public var outlivesDaemon: Bool { isMachineWide || self == .nftables }

    /// Whether this version has the adapter. The others are names of the language that nothing acts on yet.
    public var isIncluded: Bool {
      switch self {
      case .execGuard, .sweeper, .hosts, .dnsmasq, .chromium, .firefox, .nftables, .program: true
      case .shieldPage: false
      }
    }
  }

  /// The adapters that may be used; nil for every available one. If empty, the shield is computed but not enforced.
  public var adapters: [Adapter]?
  /// The time between asking a running program to end and ending it, in seconds, from 0 to 60; at 0 it is not asked.
  public var graceSeconds: Int64 = 3
  /// Whether running programs are stopped until the shield is lifted, instead of ended.
  public var freezes = false
  /// The program that applies the shield in its own way, by its absolute path, and its arguments; empty for none.
  public var program: [String] = []

  /// Whether an adapter is used: if it is named, or if none is named; `program` then only if there is one.
  public func uses(_ adapter: Adapter) -> Bool {
    adapters?.contains(adapter) ?? (adapter != .program || !program.isEmpty)
  }

  /// Returns those of the available adapters that are used. A named one that is not available is among them.
  public func adaptersInUse(of available: [Adapter]) -> [Adapter] { adapters ?? available.filter(uses) }

  /// Creates settings with every available adapter, which ends programs after 3 s.
  public init() {}
}
