extension Profile {
  /// What few profiles state. It is behind one reference, and all profiles that state none of it share one: that makes
  /// profiles small, of which there may be thousands. What each means is said at the property of `Profile`; to set one
  /// copies all.
  struct RareSettings: Hashable, Sendable {
    var description = ""
    var icon = ""
    var color: String?
    var allow = AllowedTargets()
    var users: [String] = []
    var groups: [String] = []
    var permissions: Set<Permission>?
    var cooldownSeconds: Int64?
    var breaks: BreakRules?
    var strategy = Strategy()
    var pause: PauseRules?
    var access: AccessRules?
    var limit: UsageLimit?
    var screen = ShieldScreen()
    var reminder: Reminder?
    var unlockKeys: [UnlockKey] = []

    /// Of a profile that states none.
    static let none = Shared(RareSettings())
  }

  /// What it is for.
  public var description: String {
    get { rare.description }
    set { rare.description = newValue }
  }

  /// A symbol for it, usually an emoji; empty for none.
  public var icon: String {
    get { rare.icon }
    set { rare.icon = newValue }
  }

  /// Its colour as `#rrggbb`; nil for none.
  public var color: String? {
    get { rare.color }
    set { rare.color = newValue }
  }

  /// What its shield leaves out; never lifts another profile's.
  public var allow: AllowedTargets {
    get { rare.allow }
    set { rare.allow = newValue }
  }

  /// The users whom it shields; with `groups` also empty: everybody but root, in a user's own instance its owner.
  public var users: [String] {
    get { rare.users }
    set { rare.users = newValue }
  }

  /// The groups whose members it shields.
  public var groups: [String] {
    get { rare.groups }
    set { rare.groups = newValue }
  }

  /// What those whom it shields may do to loosen it when an administrator wrote it; nil for all that the lock allows.
  public var permissions: Set<Permission>? {
    get { rare.permissions }
    set { rare.permissions = newValue }
  }

  /// How long loosening changes wait, in seconds; nil for what the daemon's settings say.
  public var cooldownSeconds: Int64? {
    get { rare.cooldownSeconds }
    set { rare.cooldownSeconds = newValue }
  }

  /// The breaks that its sessions may take; nil for none.
  public var breaks: BreakRules? {
    get { rare.breaks }
    set { rare.breaks = newValue }
  }

  /// What `schedctl start` runs.
  public var strategy: Strategy {
    get { rare.strategy }
    set { rare.strategy = newValue }
  }

  /// The pauses that its sessions may take; nil for none.
  public var pause: PauseRules? {
    get { rare.pause }
    set { rare.pause = newValue }
  }

  /// How often single targets may be opened; nil for never.
  public var access: AccessRules? {
    get { rare.access }
    set { rare.access = newValue }
  }

  /// How much of some targets may be used; nil for no limit.
  public var limit: UsageLimit? {
    get { rare.limit }
    set { rare.limit = newValue }
  }

  /// What a person sees in place of what is blocked.
  public var screen: ShieldScreen {
    get { rare.screen }
    set { rare.screen = newValue }
  }

  /// A reminder after its sessions; nil for none.
  public var reminder: Reminder? {
    get { rare.reminder }
    set { rare.reminder = newValue }
  }

  /// Keys that stop it; with any, a stop needs one of them.
  public var unlockKeys: [UnlockKey] {
    get { rare.unlockKeys }
    set { rare.unlockKeys = newValue }
  }
}
