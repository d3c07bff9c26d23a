import SchedulerJSON

/// What a session copies from the configuration when it starts, and keeps whatever the configuration says later.
public struct SessionRules: Hashable, Sendable {
  /// Its part of the shield, with the profile's identity and key.
  public var layer: Layer {
    get { sharedLayer.value }
    set { sharedLayer = Shared(newValue) }
  }
  /// The same, for what applies it.
  private(set) var sharedLayer: Shared<Layer>
  /// Whether the shield is applied: the profile was enabled.
  public var isEnforced = true
  /// The breaks that it may take; nil for none.
  public var breaks: BreakRules?
  /// The pauses that it may take; nil for none.
  public var pause: PauseRules?
  /// How often single targets may be opened; nil for never.
  public var access: AccessRules?
  /// How hard it is to end.
  public var lock = Lock.none
  /// Keys that stop it.
  public var unlockKeys: [UnlockKey] = []
  /// What those whom it shields may do; nil for all that the lock allows.
  public var permissions: Set<Permission>?
  /// A reminder after its end; nil for none.
  public var reminder: Reminder?
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()

  /// The rules of a session with this part of the shield.
  public init(layer: Layer) { sharedLayer = Shared(layer) }

  /// What a profile's session copies now. Complexity: that of `Configuration.layer(of:)`.
  public init(of profile: Profile, in configuration: Configuration) {
    sharedLayer = Shared(configuration.layer(of: profile))
    isEnforced = profile.isEnabled
    breaks = profile.breaks
    pause = profile.pause
    access = profile.access
    lock = profile.lock
    unlockKeys = profile.unlockKeys
    permissions = profile.permissions
    reminder = profile.reminder
  }

  /// The profile whose session it is, as it was called then.
  public var profile: ProfileReference { layer.profile }
}

extension SessionRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    self.init(layer: try archive.field("layer", value?.layer))
    isEnforced = try archive.field("isEnforced", value?.isEnforced, default: true)
    breaks = try archive.optional("breaks", value?.breaks)
    pause = try archive.optional("pause", value?.pause)
    access = try archive.optional("access", value?.access)
    lock = try archive.field("lock", value?.lock)
    unlockKeys = try archive.list("unlock", value?.unlockKeys)
    permissions = try archive.optional("may", value?.permissions?.sorted { $0.rawValue < $1.rawValue }).map { Set($0) }
    reminder = try archive.optional("reminder", value?.reminder)
    unknown = archive.unknown(value?.unknown)
  }
}

extension Profile {
  /// A profile without windows that has the rules of a session. It stands in for a profile that is lost.
  init(restoredFrom rules: SessionRules) {
    self.init(rules.profile)
    isEnabled = rules.isEnforced
    breaks = rules.breaks
    pause = rules.pause
    access = rules.access
    lock = rules.lock
    unlockKeys = rules.unlockKeys
    permissions = rules.permissions
    reminder = rules.reminder
  }
}
