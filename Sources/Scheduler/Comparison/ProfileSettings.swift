extension SettingRow<ConfiguredProfile> {
  /// The settings of a profile, in the order of the language's documentation.
  static let profile: [SettingRow] = [
    // A new identity is a new profile: the sessions of the old one end, and all budgets are full again.
    SettingRow(
      "id", value: { $0.profile.id }, text: \.description,
      keep: { $1.profile.reference = ProfileReference(key: $1.key, id: $0.id) },
      direction: { _, _ in .loosens }),
    SettingRow(
      "enabled", value: { Enablement($0.profile) }, text: { "\($0.isEnabled)" },
      isMixed: { $1.isEnabled && $1.replaces },
      keep: { old, new in
        // A profile that becomes enabled and would end other sessions runs beside them.
        if old.profile.isEnabled { new.profile.isEnabled = true } else { new.profile.overlap = .stack }
      },
      direction: { ChangeDirection(loosensIf: $0.isEnabled || $1.replaces) }),
    SettingRow(
      "timezone", value: { InheritableZone($0) }, text: \.text,
      keep: { old, new in
        new.profile.zone = old.zone
        new.profile.windows = old.profile.windows.unplaced
      },
      direction: { _, _ in .loosens }),
    SettingRow(
      "users", value: { Audience($0.profile) }, text: \.text,
      isMixed: { old, new in !new.includes(old) && !old.includes(new) },
      keep: { old, new in Audience(new.profile).joined(with: Audience(old.profile)).write(to: &new.profile) },
      direction: { old, new in ChangeDirection(loosensIf: !new.includes(old)) }),
    SettingRow(
      "may", value: { $0.profile.permissions.normal }, text: \.text,
      keep: { $1.profile.permissions = ($1.profile.permissions ?? .all).intersection($0.profile.permissions ?? .all) },
      direction: { old, new in ChangeDirection(loosensIf: !(old ?? .all).isSuperset(of: new ?? .all)) }),
    SettingRow(
      "lock", value: { LockStrength($0) }, text: \.lock.rawValue, loosensOthers: true,
      isMixed: { $1.delaysOthers(unlike: $0) }, keep: { $1.profile.lock = $0.profile.lock },
      direction: { ChangeDirection(loosensIf: $1.lock < $0.lock || $1.delaysOthers(unlike: $0)) }),
    SettingRow(
      "overlap", value: { Overlapping($0.profile) }, text: \.overlap.rawValue, loosensOthers: true,
      isMixed: { $0.replaces || $1.replaces }, keep: { $1.profile.overlap = $0.profile.overlap },
      direction: { $0.replaces || $1.replaces ? .loosens : .neutral }),
    SettingRow(
      "cooldown", value: { InheritableCooldown($0) }, text: { DurationText.text(seconds: $0.seconds) },
      keep: { $1.profile.cooldownSeconds = $0.configuration.cooldownSeconds(of: $0.profile) },
      direction: { ChangeDirection(loosensIf: $1.seconds < $0.seconds) }),
    .allowance("break", of: \.breaks),
    SettingRow(
      "strategy", value: { $0.profile.strategy }, text: \.text,
      keep: { $1.profile.strategy = $1.profile.strategy.limited(to: $0.profile.strategy) },
      direction: { ChangeDirection(loosensIf: $1.loosens($0)) }),
    .allowance("pause", of: \.pause),
    .allowance("access", of: \.access),
    SettingRow(
      "limit", value: { $0.profile.limit?.normal }, text: \.text,
      keep: { old, new in
        new.profile.limit = old.profile.limit.map { limit in new.profile.limit?.limited(to: limit) ?? limit }
      },
      direction: { old, new in
        guard let old else { return .tightens }
        return ChangeDirection(loosensIf: new?.loosens(old) ?? true)
      }),
    SettingRow(neutral: "reminder", value: { $0.profile.reminder }, text: \.text),
    SettingRow(
      "unlock", value: { UnlockRules($0.profile) }, text: \.text,
      keep: { $1.profile.unlockKeys = UnlockRules($1.profile).limited(to: UnlockRules($0.profile)) },
      direction: { ChangeDirection(loosensIf: $1.loosens($0)) }),
  ]
}

extension SettingRow<ConfiguredProfile> {
  /// A rule that allows something by being there: adding it loosens, removing it tightens, and between two of them
  /// the rule itself decides.
  private static func allowance<Rule: SessionRule>(
    _ key: String, of rule: WritableKeyPath<Profile, Rule?> & Sendable
  ) -> SettingRow {
    SettingRow(
      key, value: { $0.profile[keyPath: rule] }, text: \.text,
      keep: { old, new in
        new.profile[keyPath: rule] = .limited(new.profile[keyPath: rule], to: old.profile[keyPath: rule]) {
          $0.limited(to: $1)
        }
      },
      direction: { old, new in
        guard let new else { return .tightens }
        return ChangeDirection(loosensIf: old.map { new.loosens($0) } ?? true)
      })
  }
}

extension Set<Permission> {
  fileprivate static let all = Set(Permission.allCases)
}

extension Set<Permission>? {
  /// The permissions, with the complete list as nil, which means the same.
  fileprivate var normal: Self { self == .all ? nil : self }

  /// `all that the lock allows`, `break, access`, `nothing`.
  fileprivate var text: String {
    guard let self else { return "all that the lock allows" }
    let names = Permission.allCases.filter(self.contains).map(\.rawValue)
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}

/// Whether the windows of a profile fire, and whether they then end other sessions. Only the first counts for equality.
private struct Enablement: Equatable {
  let isEnabled: Bool
  let replaces: Bool

  init(_ profile: Profile) {
    isEnabled = profile.isEnabled
    replaces = profile.overlap == .replace && !profile.windows.isEmpty
  }

  static func == (a: Enablement, b: Enablement) -> Bool { a.isEnabled == b.isEnabled }
}

/// How hard the sessions of a profile are to end, for people and for other profiles.
private struct LockStrength: Equatable {
  let lock: Lock
  private let meetsReplacing: Bool

  init(_ subject: ConfiguredProfile) {
    lock = subject.profile.lock
    meetsReplacing = subject.meetsReplacing
  }

  /// Whether profiles that would end its sessions now wait for them, and did not before.
  func delaysOthers(unlike old: LockStrength) -> Bool { meetsReplacing && lock == .strict && old.lock != .strict }

  static func == (a: LockStrength, b: LockStrength) -> Bool { a.lock == b.lock }
}

/// The effect of the intervals of a profile on other sessions. Without windows that fire there is none.
private struct Overlapping: Equatable {
  let overlap: Overlap
  /// Whether the intervals end other sessions.
  let replaces: Bool

  init(_ profile: Profile) {
    overlap = profile.overlap
    replaces = profile.replacesOthers
  }

  static func == (a: Overlapping, b: Overlapping) -> Bool { a.overlap == b.overlap }
}

extension Profile {
  /// Whether the profile has intervals that end sessions of other profiles.
  var replacesOthers: Bool { isEnabled && overlap == .replace && !windows.isEmpty }
}

/// The zone of a profile. Two inherited zones are equal, because that change belongs to the files. So are two names of
/// the same clocks.
private struct InheritableZone: Equatable {
  private let profile: ConfiguredProfile

  init(_ profile: ConfiguredProfile) { self.profile = profile }

  static func == (a: InheritableZone, b: InheritableZone) -> Bool {
    let areInherited = a.profile.profile.zone == nil && b.profile.profile.zone == nil
    return areInherited || a.profile.zone.means(b.profile.zone)
  }

  var text: String { profile.zone.choice.text }
}

/// The time that loosening changes of a profile wait. Two inherited values are equal.
private struct InheritableCooldown: Equatable {
  let seconds: Int64
  private let isInherited: Bool

  init(_ subject: ConfiguredProfile) {
    seconds = subject.configuration.cooldownSeconds(of: subject.profile)
    isInherited = subject.profile.cooldownSeconds == nil
  }

  static func == (a: InheritableCooldown, b: InheritableCooldown) -> Bool {
    a.isInherited && b.isInherited || a.seconds == b.seconds
  }
}

/// The users whom a profile shields.
private struct Audience: Equatable {
  private let users: [String]
  private let groups: [String]

  init(_ profile: Profile) {
    self.init(users: Set(profile.users).sorted(), groups: Set(profile.groups).sorted())
  }

  private init(users: [String], groups: [String]) {
    self.users = users
    self.groups = groups
  }

  private var isEverybodyButRoot: Bool { users.isEmpty && groups.isEmpty }

  /// Whether this audience surely contains every user of `other`. Root may be a member of any group.
  func includes(_ other: Audience) -> Bool {
    if isEverybodyButRoot { return !other.users.contains("root") && other.groups.isEmpty }
    return !other.isEverybodyButRoot && Set(users).isSuperset(of: other.users)
      && Set(groups).isSuperset(of: other.groups)
  }

  /// The users of both audiences. "All users and root" cannot be expressed; then the older audience stays.
  func joined(with old: Audience) -> Audience {
    if isEverybodyButRoot || old.isEverybodyButRoot { return old }
    return Audience(
      users: Set(users).union(old.users).sorted(), groups: Set(groups).union(old.groups).sorted())
  }

  /// Writes the audience to a profile.
  func write(to profile: inout Profile) {
    profile.users = users
    profile.groups = groups
  }

  var text: String {
    isEverybodyButRoot ? "everybody but root" : (users + groups.map { "group \($0)" }).joined(separator: ", ")
  }
}

/// The unlock keys of a profile. Their names and order have no effect.
private struct UnlockRules: Equatable {
  private let keys: [UnlockKey]
  private let lock: Lock

  init(_ profile: Profile) {
    keys = profile.unlockKeys
    lock = profile.lock
  }

  private var secrets: Set<UnlockKey.Secret> { Set(keys.map(\.secret)) }

  static func == (a: UnlockRules, b: UnlockRules) -> Bool { a.secrets == b.secrets }

  /// Whether a stop is easier than with `old`: a new key is not harder than an old one, or no key is needed any more.
  func loosens(_ old: UnlockRules) -> Bool {
    !secrets.allSatisfy(old.hasAsEasy) || keys.isEmpty && lock != .strict
  }

  /// The keys that are not easier than an old one, or the old keys if none is left: without keys a stop needs none.
  func limited(to old: UnlockRules) -> [UnlockKey] {
    let harder = keys.filter { old.hasAsEasy($0.secret) }
    return harder.isEmpty ? old.keys : harder
  }

  /// Whether a key equals `secret`, or is a text to type that is not longer.
  private func hasAsEasy(_ secret: UnlockKey.Secret) -> Bool {
    keys.contains { key in
      if case .text(let length) = secret, case .text(let ownLength) = key.secret { return ownLength <= length }
      return key.secret == secret
    }
  }

  var text: String { keys.isEmpty ? "none" : keys.map(\.text).joined(separator: ", ") }
}
