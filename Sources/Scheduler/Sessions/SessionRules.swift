import SchedulerJSON

/// The rules that a session copies from the configuration when it starts, and keeps when the configuration changes.
public struct SessionRules: Hashable, Sendable {
  /// The layer of the session, with the profile's identity and key.
  public var layer: Layer {
    get { sharedLayer.value }
    set { sharedLayer = Shared(newValue) }
  }
  /// The shared form of `layer`, for applied layers.
  private(set) var sharedLayer: Shared<Layer>
  /// Whether the shield is applied, because the profile was enabled.
  public var isEnforced = true
  /// The breaks that the session may take; nil for none.
  public var breaks: BreakRules?
  /// The pauses that the session may take; nil for none.
  public var pause: PauseRules?
  /// The accesses to single targets that the session may grant; nil for none.
  public var access: AccessRules?
  /// The lock, which determines how hard the session is to end.
  public var lock = Lock.none
  /// The keys that stop the session.
  public var unlockKeys: [UnlockKey] = []
  /// The actions that those whom the session shields may perform; nil for all that the lock allows.
  public var permissions: Set<Permission>?
  /// The reminder after the end of the session; nil for none.
  public var reminder: Reminder?
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Creates rules with a layer, and with the defaults for everything else.
  public init(layer: Layer) { sharedLayer = Shared(layer) }

  /// Creates the rules that a profile's session copies now. Complexity: that of `Configuration.layer(of:)`.
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

  /// The profile of the session, with the key that it had then.
  public var profile: ProfileReference { layer.profile }
}

extension SessionRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    self.init(layer: try archive.field("layer", of: value?.layer))
    isEnforced = try archive.field("isEnforced", of: value?.isEnforced, default: true)
    breaks = try archive.optional("breaks", of: value?.breaks)
    pause = try archive.optional("pause", of: value?.pause)
    access = try archive.optional("access", of: value?.access)
    lock = try archive.field("lock", of: value?.lock)
    unlockKeys = try archive.list("unlock", of: value?.unlockKeys)
    permissions = try archive.optional("may", of: value?.permissions?.sorted { $0.rawValue < $1.rawValue }).map {
      Set($0)
    }
    reminder = try archive.optional("reminder", of: value?.reminder)
    unknown = archive.unknown(value?.unknown)
  }
}

extension Profile {
  /// Creates a profile without windows that has the rules of a session. It replaces a profile that is lost.
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
