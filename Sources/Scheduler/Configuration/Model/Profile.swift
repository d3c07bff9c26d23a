import SchedulerDiagnostics
import SchedulerTOML

/// A profile: the windows in which it is active, what it blocks then, and the rules of its sessions.
public struct Profile: Sendable {
  /// The identity and the key.
  public var reference: ProfileReference
  /// The name shown to people.
  public var name: String
  /// The zone of its windows; nil for the zone of the configuration.
  public var zone: ConfiguredZone?
  /// The windows in which it is active.
  public var windows: [Window]
  /// The targets that its shield covers.
  public var block = BlockedTargets()
  /// Whether its windows fire and its shield is applied.
  public var isEnabled = true
  /// How hard its sessions are to end.
  public var lock = Lock.none
  /// The effect of its intervals on sessions that run when they start.
  public var overlap = Overlap.stack
  /// The purpose of the profile.
  public var description = ""
  /// A symbol shown with the name, usually an emoji; empty for none.
  public var icon = ""
  /// Its colour as `#rrggbb`; nil for none.
  public var color: String?
  /// The targets that its shield leaves out. They never lift the shield of another profile.
  public var allow = AllowedTargets()
  /// The users whom it shields. If `groups` is empty too: all users but root, or the owner of a user instance.
  public var users: [String] = []
  /// The groups whose members it shields.
  public var groups: [String] = []
  /// What the shielded users may do to loosen a profile that an administrator wrote; nil for all that the lock allows.
  public var permissions: Set<Permission>?
  /// The time that loosening changes wait, in seconds; nil for the `cooldown` of `[daemon]`.
  public var cooldownSeconds: Int64?
  /// The breaks that its sessions may take; nil for none.
  public var breaks: BreakRules?
  /// The strategy that `schedctl start` runs.
  public var strategy = Strategy()
  /// The pauses that its sessions may take; nil for none.
  public var pause: PauseRules?
  /// How often a session may open single targets; nil for never.
  public var access: AccessRules?
  /// How long some targets may be used.
  public var limits: [UsageLimit] = []
  /// The text shown in place of a blocked target.
  public var screen = ShieldScreen()
  /// A reminder delivered after its sessions; nil for none.
  public var reminder: Reminder?
  /// Keys that stop its sessions. If there are any, a stop needs one of them.
  public var unlockKeys: [UnlockKey] = []
  /// The values under keys that begin with `x-`, untouched.
  public var extensions: [String: Value] = [:]
  /// The place in the configuration that opens its table; nil for profiles made in code.
  public var source: SourceSpan?

  /// Whether each of its sessions begins with a budget: of breaks, pauses, access or use.
  var hasSessionBudgets: Bool {
    let limitsSessions = limits.contains { $0.period != .day }
    return breaks != nil || pause != nil || access != nil || limitsSessions
  }

  /// An enabled profile with these windows that blocks nothing yet. Without a name it is called by its key.
  public init(_ reference: ProfileReference, name: String? = nil, windows: [Window] = []) {
    self.reference = reference
    self.name = name ?? reference.key.text
    self.windows = windows
  }

  /// The identity.
  public var id: ProfileID { reference.id }
  /// The handle on the command line.
  public var key: ProfileKey { reference.key }
}

/// A setting that is only shown to people. A change of it neither tightens nor loosens.
struct WordingRow: Sendable {
  private let key: String
  private let isSame: @Sendable (Profile, Profile) -> Bool

  private init<Value: Equatable & SendableMetatype>(_ key: String, value: @escaping @Sendable (Profile) -> Value) {
    self.key = key
    isSame = { value($0) == value($1) }
  }

  private static let all = [
    WordingRow("name") { $0.name == $0.key.text ? nil : $0.name },
    WordingRow("description") { $0.description },
    WordingRow("icon") { $0.icon },
    WordingRow("color") { $0.color },
    WordingRow("shield") { $0.screen },
    WordingRow("unlock names") { Set($0.unlockKeys.map(\.name)) },
  ]

  /// The keys that differ; none for a profile that only one configuration has.
  static func changes(from old: Profile?, to new: Profile?) -> [String] {
    guard let old, let new else { return [] }
    return all.filter { !$0.isSame(old, new) }.map(\.key)
  }
}
