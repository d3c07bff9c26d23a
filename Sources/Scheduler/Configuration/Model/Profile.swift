import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// What a person wants kept: windows of time and what is blocked in them.
public struct Profile: Sendable {
  /// Its identity and key.
  public var reference: ProfileReference
  /// What it is called on screen.
  public var name: String
  /// The zone of its windows; nil for the configuration's.
  public var zone: ConfiguredZone?
  /// When it holds.
  public var windows: [Window]
  /// What its shield covers.
  public var block = BlockedTargets()
  /// Whether its windows fire and its shield is applied.
  public var isEnabled = true
  /// How hard it is to end.
  public var lock = Lock.none
  /// What its intervals do to the sessions that run when they start.
  public var overlap = Overlap.stack
  /// What it is for.
  public var description = ""
  /// A symbol for it, usually an emoji; empty for none.
  public var icon = ""
  /// Its colour as `#rrggbb`; nil for none.
  public var color: String?
  /// What its shield leaves out; never lifts another profile's.
  public var allow = AllowedTargets()
  /// The users whom it shields; with `groups` also empty: everybody but root, in a user's own instance its owner.
  public var users: [String] = []
  /// The groups whose members it shields.
  public var groups: [String] = []
  /// What those whom it shields may do to loosen it when an administrator wrote it; nil for all that the lock allows.
  public var permissions: Set<Permission>?
  /// How long loosening changes wait, in seconds; nil for what the daemon's settings say.
  public var cooldownSeconds: Int64?
  /// The breaks that its sessions may take; nil for none.
  public var breaks: BreakRules?
  /// What `schedctl start` runs.
  public var strategy = Strategy()
  /// The pauses that its sessions may take; nil for none.
  public var pause: PauseRules?
  /// How often single targets may be opened; nil for never.
  public var access: AccessRules?
  /// How much of some targets may be used; nil for no limit.
  public var limit: UsageLimit?
  /// What a person sees in place of what is blocked.
  public var screen = ShieldScreen()
  /// A reminder after its sessions; nil for none.
  public var reminder: Reminder?
  /// Keys that stop it; with any, a stop needs one of them.
  public var unlockKeys: [UnlockKey] = []
  /// The values under keys that begin with `x-`, untouched.
  public var extensions: [String: Value] = [:]
  /// Where the configuration opens it; nil for profiles made in code.
  public var source: SourceSpan?

  /// A profile with windows, enabled and blocking nothing.
  public init(_ reference: ProfileReference, name: String? = nil, windows: [Window] = []) {
    self.reference = reference
    self.name = name ?? reference.key.text
    self.windows = windows
  }

  /// Its identity.
  public var id: ProfileID { reference.id }
  /// Its handle on the command line.
  public var key: ProfileKey { reference.key }
}
